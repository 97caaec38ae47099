#include "arena/records.h"

#include <fmt/format.h>
#include <algorithm>

#include "arena/deal.h"
#include "arena/moves.h"
#include "record/event.h"

namespace fogg::arena {

namespace {

// One more line at the end of a record that was written without it.
std::string with_key(const Edition& edition, std::string record, const ChaKey& key) {
  const std::size_t last = record.rfind('\n', record.size() - 2);
  const auto event = parse_event(edition, std::string_view(record).substr(last + 1, record.size() - last - 2));
  if (!event) return record;
  Event reveal;
  reveal.kind = EventKind::kKey;
  reveal.seq = event->seq + 1;
  reveal.t_ms = event->t_ms;
  reveal.key = hex(key);
  return record + event_line(edition, reveal) + "\n";
}

}  // namespace

tl::expected<std::string, std::string> record_of(const Catalog& catalog, Book& book, std::int64_t game) {
  const auto finished = book.finished(game);
  if (!finished) return tl::unexpected(fmt::format("there is no game {} that is over", game));
  const auto edition = catalog.edition(finished->game.edition);
  if (!edition) return tl::unexpected(edition.error().text());
  const bool reveal = is_final(book.phase());
  const ChaKey key = deal_key(book.key(), finished->game.deal);
  if (finished->form == Finished::Form::kRecord)
    return reveal ? with_key(**edition, finished->played, key) : finished->played;
  const std::vector<EntrantEntry> entrants = book.entrants();
  Header header;
  header.edition = finished->game.edition;
  header.data_hash = (*edition)->data_hash;
  for (const Entrant entrant : finished->game.seats) {
    const EntrantSpec& spec = entrants.at(static_cast<std::size_t>(entrant)).spec;
    header.players.push_back({spec.name, spec.bot});
  }
  return record_of_moves(**edition, header, key, finished->played, reveal);
}

}  // namespace fogg::arena
