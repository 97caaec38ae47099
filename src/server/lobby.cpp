// Who sits down where.
#include <fmt/format.h>
#include <openssl/rand.h>
#include <algorithm>
#include <stdexcept>

#include "data/sha256.h"
#include "record/event.h"
#include "server/server.h"

namespace fogg::server {

using v09::ErrorCode;
using v09::TurnType;

v09::SeatColor Server::color_for_next() const {
  const Table* table = open_table();
  return table == nullptr ? v09::SeatColor::kBlue : table->next_color();
}

ChaKey Server::new_key(std::int64_t game) const {
  if (config_.seed) return *key_from_hex(sha256_hex(fmt::format("fogg-serve {} {}", *config_.seed, game)));
  ChaKey key;
  if (RAND_bytes(key.data(), static_cast<int>(key.size())) != 1)
    throw std::runtime_error("the system gives no random numbers");
  return key;
}

// Four letters that are not easily mistaken for each other, to be said aloud.
std::string Server::new_code() const {
  constexpr std::string_view kLetters = "ABCDEFGHJKLMNPQRSTUVWXYZ";
  while (true) {
    std::array<unsigned char, 4> random;
    if (RAND_bytes(random.data(), static_cast<int>(random.size())) != 1)
      throw std::runtime_error("the system gives no random numbers");
    std::string code;
    for (const unsigned char byte : random) code += kLetters[byte % kLetters.size()];
    if (table_by_code(code) == nullptr) return code;
  }
}

Table* Server::open_table() const {
  for (const auto& [id, table] : tables_) {
    if (table->options().listed && table->options().v09 && table->has_place()) return table.get();
  }
  return nullptr;
}

Table* Server::newest_running() const {
  for (auto one = tables_.rbegin(); one != tables_.rend(); ++one) {
    const Table& table = *one->second;
    const bool may_watch = table.options().listed && table.options().v09 &&
                           table.options().observers != Observers::kNone && v09::can_play(table.edition());
    if (table.status() == GameStatus::kRunning && may_watch) return one->second.get();
  }
  return nullptr;
}

Table* Server::table_by_code(std::string_view code) const {
  for (const auto& [id, table] : tables_) {
    if (v09::same_word(table->code(), code)) return table.get();
  }
  return nullptr;
}

// Of the tables that old clients open by sitting down.
TableOptions Server::usual_options() const {
  TableOptions options;
  options.players = config_.players;
  options.bots = config_.bots;
  options.move_time = config_.move_time;
  options.observers = config_.observers;
  return options;
}

Table& Server::new_table() {
  const std::int64_t id = next_id_++;
  return *(tables_[id] = std::make_shared<Table>(house_, edition_, id, new_code(), usual_options()));
}

bool Server::may_join(const Peer& peer) {
  constexpr std::size_t kForget = 10'000;
  const auto now = std::chrono::steady_clock::now();
  const auto minute = std::chrono::minutes(1);
  if (joins_from_.size() > kForget) {
    std::erase_if(joins_from_, [&](const auto& one) { return now - one.second.minute > minute; });
  }
  Joins& joins = joins_from_[peer.address()];
  if (now - joins.minute > minute) joins = {now, 0};
  return ++joins.count <= config_.max_joins_per_minute;
}

void Server::join(Session& session, const v09::JoinCommand& command) {
  auto refuse = [&](ErrorCode code, std::string_view why) {
    session.refuse(TurnType::kJoin, code, color_for_next(), why);
  };
  if (!may_join(session)) {
    refuse(ErrorCode::kNotPlayersTurn, "too many joins from your address; please wait a minute");
    return;
  }
  // NAME@CODE reaches a particular table, or is an observer with the token.
  std::string_view name = command.name;
  Table* wanted = nullptr;
  bool has_token = false;
  if (const std::size_t sign = name.rfind('@'); sign != std::string_view::npos) {
    const std::string_view code = name.substr(sign + 1);
    name = name.substr(0, sign);
    has_token = !config_.observer_token.empty() && code == config_.observer_token;
    if (!has_token) {
      wanted = table_by_code(code);
      if (wanted == nullptr) {
        refuse(ErrorCode::kWrongTurnFormat, "there is no table with this code");
        return;
      }
    }
  }
  if (!v09::is_name(name)) {
    refuse(ErrorCode::kWrongTurnFormat, "a name has 1 to 32 printable characters without blanks");
    return;
  }
  if (!v09::can_play(wanted != nullptr ? wanted->edition() : *edition_)) {
    refuse(ErrorCode::kWrongTurnFormat, "this edition cannot be played with protocol v0.9");
    return;
  }
  if (command.type == v09::ClientType::kObserver) {
    join_observer(session, command, std::string(name), wanted, has_token);
  } else {
    join_player(session, command, std::string(name), wanted);
  }
}

void Server::join_player(Session& session, const v09::JoinCommand& command, const std::string& name, Table* wanted) {
  auto refuse = [&](ErrorCode code, std::string_view why) {
    session.refuse(TurnType::kJoin, code, color_for_next(), why);
  };
  for (const auto& [id, table] : tables_) {
    if (wanted != nullptr && table.get() != wanted) continue;
    const int seat = table->seat_to_return_to(name, session.address());
    if (seat < 0) continue;
    table->rejoin(session.shared_from_this(), seat);
    return;
  }
  Table* table = wanted != nullptr ? wanted : open_table();
  if (table != nullptr && !table->has_place()) {
    refuse(ErrorCode::kNotPlayersTurn, "this table is full");
    return;
  }
  if (table != nullptr && table->has_name(name)) {
    refuse(ErrorCode::kRuleViolation, "someone of this name sits at the table already");
    return;
  }
  if (table == nullptr) {
    if (static_cast<int>(tables_.size()) >= config_.max_tables) {
      refuse(ErrorCode::kNotPlayersTurn, "all tables are taken; please try again later");
      return;
    }
    table = &new_table();
  }
  table->join(session.shared_from_this(), name, command.wish);
}

void Server::join_observer(Session& session, const v09::JoinCommand&, const std::string& name, Table* wanted,
                           bool has_token) {
  Table* table = wanted != nullptr ? wanted : newest_running();
  if (table == nullptr) table = open_table();
  if (table == nullptr) table = &new_table();
  if (table->options().observers == Observers::kNone) {
    session.refuse(TurnType::kJoin, ErrorCode::kNotPlayersTurn, color_for_next(), "nobody may watch this table");
    return;
  }
  // A table of guests has a key of its own for that, which these observers cannot show.
  const bool by_settings = config_.observers == Observers::kAll && table->options().observer_token_hash.empty();
  const bool sees_all =
      by_settings && table->options().observers == Observers::kAll && (session.is_local() || has_token);
  table->watch(session.shared_from_this(), name, sees_all);
}

}  // namespace fogg::server
