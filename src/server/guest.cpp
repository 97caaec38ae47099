#include "server/guest.h"

#include <fmt/format.h>
#include <algorithm>

#include "server/version.h"

namespace fogg::server {

using v1::ErrorCode;

void Guest::say(std::string text) {
  host_.metrics().bytes_sent += text.size();
  peer_.send(std::make_shared<const std::string>(std::move(text)));
}

void Guest::refuse(ErrorCode code, std::string_view message) { refuse({code, std::string(message), ""}); }

void Guest::refuse(const v1::Fault& fault) {
  std::string out;
  v1::Writer(out, ref_).error(fault.code, fault.message, fault.path);
  say(std::move(out));
  if (peer_.count_refusal() < host_.config().max_refusals) return;
  std::string last;
  v1::Writer(last).error(ErrorCode::kTooMany, "too many refused messages in a row: the connection is closed");
  say(std::move(last));
  peer_.close_when_sent();
}

void Guest::message(std::string_view text) {
  ++host_.metrics().lines;
  peer_.note_line();
  const auto message = v1::parse_message(text);
  if (!message) {
    ref_ = message.error().ref;
    refuse(message.error());
    return;
  }
  ref_ = message->ref;
  const bool is_hello = std::holds_alternative<v1::Hello>(message->command);
  if (!greeted_ && !is_hello) {
    refuse(ErrorCode::kHelloFirst, "say hello first: {\"type\":\"hello\",\"protocol\":[1,1]}");
    return;
  }
  std::visit([this](const auto& command) { carry_out(command); }, message->command);
}

void Guest::too_long() {
  std::string out;
  v1::Writer(out).error(ErrorCode::kTooLong,
                        fmt::format("a message has at most {} bytes: the connection is closed", v1::kMaxMessage));
  say(std::move(out));
  peer_.close_when_sent();
}

void Guest::closed() {
  if (follows_) host_.follow_lobby(*this, false);
  if (peer_.table) {
    const auto here = std::move(peer_.table);
    peer_.table = nullptr;
    here->left(peer_);
  }
  host_.gone(peer_);
}

void Guest::tell_lobby() {
  std::string out;
  v1::Writer(out).lobby(host_.listed_tables());
  say(std::move(out));
}

// -- What it needs to be able to ask

bool Guest::is_free() {
  if (!peer_.table) return true;
  refuse(ErrorCode::kSeatedAlready, "this connection is at a table already");
  return false;
}

bool Guest::is_seated() {
  if (peer_.table && peer_.is_player) return true;
  refuse(ErrorCode::kNotSeated, "this connection has no seat at a table");
  return false;
}

bool Guest::may_ask() {
  const auto now = std::chrono::steady_clock::now();
  const double passed = std::chrono::duration<double>(now - asked_last_).count();
  asked_last_ = now;
  allowance_ = std::min(kBurst, allowance_ + passed * kPerSecond);
  if (allowance_ < 1) {
    refuse(ErrorCode::kTooMany, "too many messages; please wait a little");
    return false;
  }
  allowance_ -= 1;
  return true;
}

bool Guest::is_frozen() {
  if (host_.frozen()) refuse(ErrorCode::kFrozen, "the server cannot store games at the moment; please try again later");
  return host_.frozen();
}

bool Guest::may_sit(const std::string& name) {
  if (is_frozen()) return false;
  if (!v1::is_name(name)) {
    refuse(ErrorCode::kBadName, fmt::format("a name has 1 to {} printable characters", v09::kMaxName));
    return false;
  }
  if (host_.may_join(peer_)) return true;
  refuse(ErrorCode::kTooMany, "too many joins from your address; please wait a minute");
  return false;
}

std::shared_ptr<Table> Guest::find_table(const std::string& code) {
  auto table = host_.table_with_code(code);
  if (!table) refuse(ErrorCode::kNoTable, "there is no table with this code");
  return table;
}

// -- Messages

void Guest::carry_out(const v1::Hello& hello) {
  std::string out;
  if (hello.least > v1::kVersion || hello.most < v1::kVersion) {
    v1::Writer(out, ref_).speaks();
    say(std::move(out));
    return;
  }
  greeted_ = true;
  positions_ = hello.position;
  v1::Writer(out, ref_).welcome(fmt::format("fogg {}", version()), host_.editions());
  say(std::move(out));
}

void Guest::carry_out(const v1::LobbyQuery& query) {
  if (!may_ask()) return;
  follows_ = query.follow;
  host_.follow_lobby(*this, query.follow);
  std::string out;
  v1::Writer(out, ref_).lobby(host_.listed_tables());
  say(std::move(out));
}

void Guest::carry_out(const v1::Create& create) {
  if (!is_free() || !may_ask()) return;
  const auto mine = std::count(create.seats.begin(), create.seats.end(), "me");
  if (mine > 1) {
    refuse(ErrorCode::kBadSeats, "only one of the seats can be yours");
    return;
  }
  if (mine == 0) {
    refuse(ErrorCode::kBadSeats, "one of the seats must be yours: \"me\"");
    return;
  }
  if (!may_sit(create.name)) return;
  const auto table = host_.create_table(create);
  if (!table) {
    refuse(table.error());
    return;
  }
  name_ = create.name;
  (*table)->sit(peer_.shared_from_this(), create.name, create.color, {ref_, positions_});
}

void Guest::carry_out(const v1::Join& join) {
  if (!is_free() || !may_ask() || !may_sit(join.name)) return;
  const auto table = find_table(join.table);
  if (!table) return;
  if (!table->has_place()) {
    const bool began = table->status() != GameStatus::kWaiting;
    refuse(began ? ErrorCode::kBegan : ErrorCode::kFull, began ? "the game has begun" : "this table is full");
    return;
  }
  if (table->has_name(join.name)) {
    refuse(ErrorCode::kNameTaken, "someone of this name sits there already");
    return;
  }
  name_ = join.name;
  table->sit(peer_.shared_from_this(), join.name, join.color, {ref_, positions_});
}

void Guest::carry_out(const v1::Resume& resume) {
  if (!is_free() || !may_ask()) return;
  const auto table = find_table(resume.table);
  if (!table) return;
  const int seat = table->seat_with_token(resume.token);
  if (seat < 0) {
    refuse(ErrorCode::kBadToken, "this is not the key to a seat of this table");
    return;
  }
  name_ = table->seats()[static_cast<std::size_t>(seat)].name;
  table->resume(peer_.shared_from_this(), seat, resume.after, {ref_, positions_});
}

void Guest::carry_out(const v1::Watch& watch) {
  if (!is_free() || !may_ask()) return;
  const auto table = find_table(watch.table);
  if (!table) return;
  const bool has_token = table->is_observer_token(watch.token);
  if (!watch.token.empty() && !has_token) {
    refuse(ErrorCode::kBadToken, "this is not the observers' key of this table");
    return;
  }
  if (table->options().observers == Observers::kNone) {
    refuse(ErrorCode::kNotAllowed, "nobody may watch this table");
    return;
  }
  table->watch_v1(peer_.shared_from_this(), has_token, watch.after, ref_);
}

void Guest::carry_out(const v1::Move& move) {
  if (!is_seated() || is_frozen()) return;
  if (const auto wrong = peer_.table->move(peer_, move, ref_)) refuse(*wrong);
}

void Guest::carry_out(const v1::Resign&) {
  if (!is_seated() || !may_ask() || is_frozen()) return;
  if (const auto wrong = peer_.table->resign(peer_, ref_)) refuse(*wrong);
}

void Guest::carry_out(const v1::Undo&) {
  if (!is_seated() || !may_ask() || is_frozen()) return;
  if (const auto wrong = peer_.table->undo(peer_, ref_)) refuse(*wrong);
}

void Guest::carry_out(const v1::Hint& hint) {
  if (!is_seated() || !may_ask()) return;
  if (const auto wrong = peer_.table->hint(peer_, hint.bot, ref_)) refuse(*wrong);
}

void Guest::carry_out(const v1::Rematch&) {
  if (!is_seated() || !may_ask()) return;
  if (const auto wrong = peer_.table->rematch(peer_, ref_)) refuse(*wrong);
}

void Guest::carry_out(const v1::Chat& chat) {
  if (!peer_.table) {
    refuse(ErrorCode::kNotSeated, "this connection is not at a table");
    return;
  }
  if (!may_ask()) return;
  if (!peer_.table->options().chat || !peer_.is_player) {
    refuse(ErrorCode::kNotAllowed, "there is no chat at this table for you");
    return;
  }
  peer_.table->chat(peer_, chat.text, ref_);
}

void Guest::carry_out(const v1::Leave&) {
  if (!peer_.table) {
    refuse(ErrorCode::kNotSeated, "this connection is not at a table");
    return;
  }
  const auto here = std::move(peer_.table);
  peer_.table = nullptr;
  here->left(peer_, true);
  peer_.seat = -1;
  peer_.is_player = false;
  std::string out;
  v1::Writer(out, ref_).ack(0);
  say(std::move(out));
}

void Guest::carry_out(const v1::Ping&) {
  std::string out;
  v1::Writer(out, ref_).pong();
  say(std::move(out));
}

}  // namespace fogg::server
