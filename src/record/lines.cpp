#include "record/lines.h"

#include <fmt/format.h>

namespace fogg {

namespace {

constexpr std::size_t kMostLineBytes = 64UL * 1024;
constexpr int kMostLines = 200'000;

// One line without its end; false at the end of the input. Never takes more than the limit into memory.
bool next_line(std::istream& in, std::string& line, int number) {
  line.clear();
  char c = 0;
  while (in.get(c)) {
    if (c == '\n') {
      if (!line.empty() && line.back() == '\r') line.pop_back();
      return true;
    }
    if (line.size() == kMostLineBytes) throw LineFault{number, "the line is longer than 64 KiB"};
    line += c;
  }
  if (!line.empty()) throw LineFault{number, "the last line is cut off: it has no line feed"};
  return false;
}

}  // namespace

std::pair<Record, std::shared_ptr<const Edition>> read_record(const Catalog& catalog, std::istream& in) {
  std::string line;
  if (!next_line(in, line, 1)) throw LineFault{1, "the file is empty"};
  auto header = parse_header(line);
  if (!header) throw LineFault{1, header.error().message};
  auto edition = catalog.edition(header->edition);
  if (!edition) throw LineFault{1, edition.error().text()};
  if ((*edition)->data_hash != header->data_hash) {
    throw LineFault{1, fmt::format("the record was made with other data of {}: its hash is {}, here it is {}",
                                   header->edition, header->data_hash, (*edition)->data_hash)};
  }
  const int players = static_cast<int>(header->players.size());
  if (players < (*edition)->min_players || players > (*edition)->max_players)
    throw LineFault{1, "wrong number of players for this edition"};
  Record record{std::move(*header), {}};
  std::int64_t time = 0;
  for (int number = 2; next_line(in, line, number); ++number) {
    if (number > kMostLines) throw LineFault{number, fmt::format("more than {} lines", kMostLines)};
    auto event = parse_event(**edition, line);
    if (!event) throw LineFault{number, event.error().message};
    if (event->seq != number - 1)
      throw LineFault{number, fmt::format("\"seq\" must be {}, is {}", number - 1, event->seq)};
    if (event->actor.value_or(0) >= players || event->only_for.value_or(0) >= players)
      throw LineFault{number, "there is no such seat"};
    if (event->t_ms) {
      if (*event->t_ms < time) throw LineFault{number, "\"t_ms\" goes back"};
      time = *event->t_ms;
    }
    record.events.push_back({std::move(*event), number});
  }
  return {std::move(record), std::move(*edition)};
}

}  // namespace fogg
