// Tables that guests make and find.
#include <fmt/format.h>
#include <algorithm>

#include "bots/bot.h"
#include "server/server.h"

namespace fogg::server {

using v1::ErrorCode;

std::vector<v1::EditionInfo> Server::editions() const {
  std::vector<v1::EditionInfo> list;
  for (const auto& [id, edition] : editions_)
    list.push_back({id, edition->name, edition->min_players, edition->max_players, v09::can_play(*edition)});
  return list;
}

std::vector<v1::TableInfo> Server::listed_tables() const {
  constexpr std::size_t kMost = 200;
  std::vector<v1::TableInfo> list;
  for (auto one = tables_.rbegin(); one != tables_.rend() && list.size() < kMost; ++one) {
    Table& table = *one->second;
    const Table::Shown& shown = table.shown();
    if (!table.options().listed || shown.status > GameStatus::kRunning) continue;
    v1::TableInfo& info = list.emplace_back(table.info());
    info.header.clear();
    info.turns = shown.turns;  // what is stored, not what is about to be
    for (std::size_t s = 0; s < info.seats.size(); ++s) {
      if (info.seats[s].points) info.seats[s].points = shown.points[s];
    }
  }
  return list;
}

std::shared_ptr<Table> Server::table_with_code(std::string_view code) const {
  for (const auto& [id, table] : tables_) {
    if (v09::same_word(table->code(), code)) return table;
  }
  return nullptr;
}

tl::expected<std::shared_ptr<Table>, v1::Fault> Server::create_table(const v1::Create& wanted) {
  auto wrong = [](ErrorCode code, std::string message, std::string path) {
    return tl::unexpected(v1::Fault{code, std::move(message), std::move(path)});
  };
  const auto found = editions_.find(wanted.edition);
  if (found == editions_.end()) return wrong(ErrorCode::kBadEdition, "there is no such edition", "edition");
  const auto& edition = found->second;
  const int seats = static_cast<int>(wanted.seats.size());
  if (seats < edition->min_players || seats > edition->max_players) {
    return wrong(ErrorCode::kBadSeats,
                 fmt::format("{} is for {} to {} players", wanted.edition, edition->min_players, edition->max_players),
                 "seats");
  }
  TableOptions options;
  options.players = seats;
  for (const std::string& seat : wanted.seats) {
    if (seat == "me" || seat == "open") continue;
    std::string why;
    if (!make_bot(seat, &why)) return wrong(ErrorCode::kBadBot, why, "seats");
    options.bots.push_back(seat);
  }
  if (wanted.v09 && !v09::can_play(*edition))
    return wrong(ErrorCode::kBadEdition, "this edition cannot be played with protocol v0.9", "v09");
  options.v09 = wanted.v09;
  options.chat = wanted.chat;
  options.observers = static_cast<Observers>(wanted.observers);
  // Who plays alone against bots has time, and nobody needs to find that table.
  options.move_time = wanted.move_time.value_or(options.is_solitaire() ? 0 : config_.move_time);
  options.listed = wanted.listed.value_or(!options.is_solitaire());
  auto table = make_table(edition, std::move(options));
  if (!table) return wrong(ErrorCode::kTooMany, "all tables are taken; please try again later", "");
  return table;
}

std::shared_ptr<Table> Server::make_table(std::shared_ptr<const Edition> edition, TableOptions options) {
  if (static_cast<int>(tables_.size()) >= config_.max_tables) return nullptr;
  const std::int64_t id = next_id_++;
  return tables_[id] = std::make_shared<Table>(house_, std::move(edition), id, new_code(), std::move(options));
}

void Server::follow_lobby(Guest& guest, bool follow) {
  if (follow) {
    followers_.insert(&guest);
  } else {
    followers_.erase(&guest);
  }
}

// At most once a second, however much happens.
void Server::tell_followers() {
  if (followers_.empty() || std::exchange(news_are_due_, true)) return;
  news_.expires_after(std::chrono::seconds(1));
  news_.async_wait([this](const boost::system::error_code& error) {
    news_are_due_ = false;
    if (error) return;
    for (Guest* guest : std::vector<Guest*>(followers_.begin(), followers_.end())) guest->tell_lobby();
  });
}

}  // namespace fogg::server
