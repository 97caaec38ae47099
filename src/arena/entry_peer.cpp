#include "arena/entry_peer.h"

#include <fmt/format.h>
#include <linux/sockios.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <algorithm>
#include <utility>

#include "arena/entry.h"
#include "wire/v09_message.h"
#include "wire/v1_message.h"

namespace fogg::arena {

using v1::ErrorCode;

namespace {

constexpr int kMostRefused = 50;  // in a row
constexpr int kMostWrong = 3;  // tokens on one connection
// Lines of somebody who waits.
constexpr double kBurst = 200;
constexpr double kPerSecond = 20;
constexpr auto kNobody = v09::SeatColor::kBlue;
constexpr std::string_view kWrongToken = "no entrant of this competition has this name and this token";

template <typename... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <typename... F>
Overloaded(F...) -> Overloaded<F...>;

server::Connection::Limits limits_of(Way way, const Entry& entry) {
  return {way == Way::kConnectsV09 ? v09::kMaxLine : v1::kMaxMessage, entry.options().unsent};
}

}  // namespace

EntryPeer::EntryPeer(boost::asio::ip::tcp::socket socket, Way way, Entry& entry)
    : Connection(way == Way::kConnectsV09 ? server::Tongue::kV09 : server::Tongue::kV1, std::move(socket),
                 limits_of(way, entry)),
      entry_(entry),
      way_(way),
      allowance_(kBurst) {}

void EntryPeer::say(std::string text) { send(std::make_shared<const std::string>(std::move(text))); }

// Who does not read is cut by the connection; the game is to know why.
void EntryPeer::send(const server::Bytes& bytes) {
  if (unsent_ > 0 && unsent_ + bytes->size() > most_unsent_) {
    if (const auto chair = entry_.chair_of(*this))
      chair->fail({Fault::kStall, fmt::format("does not read: more than {} bytes wait", most_unsent_)});
  }
  Connection::send(bytes);
}

void EntryPeer::on_sent() {
  if (const auto chair = entry_.chair_of(*this)) chair->sent(Clock::now());
}

void EntryPeer::greet() {
  if (way_ != Way::kConnectsV09) return;
  std::string out;
  v09::Writer(out, v09::Dialect::kCamel).request(kNobody, v09::TurnType::kJoin);
  say(std::move(out));
}

void EntryPeer::dismiss(ErrorCode code, std::string_view why) {
  std::string out;
  if (way_ == Way::kConnectsV09) {
    v09::Writer(out, v09::Dialect::kCamel).text(why);
  } else {
    v1::Writer(out).error(code, why);
  }
  say(std::move(out));
  close_when_sent();
}

void EntryPeer::dismiss(std::string_view notice, std::string_view why) {
  std::string out;
  if (way_ == Way::kConnectsV09) {
    v09::Writer(out, v09::Dialect::kCamel).text(why);
  } else {
    v1::Writer(out).notice(notice, why);
  }
  say(std::move(out));
  close_when_sent();
}

bool EntryPeer::takes_nothing(std::chrono::milliseconds silent) const {
  int waiting = 0;
  auto& socket = const_cast<boost::asio::ip::tcp::socket&>(socket_);
  if (unsent_ == 0 && (ioctl(socket.native_handle(), SIOCOUTQ, &waiting) != 0 || waiting == 0)) return false;
  return Clock::now() - std::max(line_came(), came_) >= silent;
}

bool EntryPeer::is_lost() const {
  if (!is_listening()) return true;
  pollfd state{const_cast<boost::asio::ip::tcp::socket&>(socket_).native_handle(), POLLRDHUP, 0};
  return poll(&state, 1, 0) > 0 && (state.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

void EntryPeer::look(Clock::time_point now) {
  if (!is_listening()) return;
  if (punished_ && now >= answer_at_) {
    punished_ = false;
    say(std::exchange(answer_, {}));
    if (wrong_ >= kMostWrong) {
      dismiss(ErrorCode::kTooMany, "too many wrong tokens: the connection is closed");
      return;
    }
    count_refused();
    resume();
  }
  if (!joined_ && now - came_ > entry_.options().introduce)
    dismiss(ErrorCode::kTooMany, "nobody said who this is in time: the connection is closed");
}

bool EntryPeer::on_line(std::string_view line) {
  if (const auto chair = entry_.chair_of(*this)) {
    note_line();
    if (!chair->hear(line, line_came())) dismiss(ErrorCode::kTooMany, "that was too much: the connection is closed");
    return true;
  }
  if (punished_) return false;  // later
  note_line();
  waiting_line(line);
  return true;
}

void EntryPeer::on_long_line() {
  if (const auto chair = entry_.chair_of(*this))
    chair->fail(
        {Fault::kFlood, fmt::format("too much output: a line of more than {} bytes", limits_of(way_, entry_).line)});
  dismiss(ErrorCode::kTooLong, "this line is too long: the connection is closed");
}

void EntryPeer::on_closed() { entry_.gone(*this); }

// -- Before the game and after it

bool EntryPeer::may_speak() {
  const auto now = Clock::now();
  allowance_ = std::min(kBurst, allowance_ + kPerSecond * std::chrono::duration<double>(now - spoke_).count()) - 1;
  spoke_ = now;
  if (allowance_ >= 0) return true;
  dismiss(ErrorCode::kTooMany, "too many lines while nothing is asked: the connection is closed");
  return false;
}

void EntryPeer::count_refused() {
  if (count_refusal() >= kMostRefused)
    dismiss(ErrorCode::kTooMany, "too many refused lines in a row: the connection is closed");
}

void EntryPeer::waiting_line(std::string_view line) {
  if (!may_speak()) return;
  if (way_ == Way::kConnectsV09) {
    waiting_v09(line);
  } else {
    waiting_v1(line);
  }
}

void EntryPeer::refuse(std::string_view ref, ErrorCode code, std::string_view message, std::string_view path) {
  std::string out;
  v1::Writer(out, ref).error(code, message, path);
  say(std::move(out));
  count_refused();
}

void EntryPeer::waiting_v1(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.find_first_not_of(" \t") == std::string_view::npos) return;
  const auto message = v1::parse_message(line);
  if (!message) {
    const v1::Fault& fault = message.error();
    refuse(fault.ref, fault.code, fault.message, fault.path);
    return;
  }
  const std::string& ref = message->ref;
  if (!greeted_ && !std::holds_alternative<v1::Hello>(message->command)) {
    refuse(ref, ErrorCode::kHelloFirst, "say hello first");
    return;
  }
  std::string out;
  std::visit(Overloaded{
                 [&](const v1::Hello& hello) {
                   if (hello.least > v1::kVersion || hello.most < v1::kVersion) {
                     v1::Writer(out, ref).speaks();
                     return;
                   }
                   greeted_ = true;
                   positions_ = hello.position;
                   std::vector<v1::EditionInfo> editions;
                   for (const auto& one : entry_.options().editions)
                     editions.push_back({one->id, one->name, one->min_players, one->max_players, v09::can_play(*one)});
                   v1::Writer(out, ref).welcome("fogg arena", editions);
                 },
                 [&](const v1::Join& join) { join_v1(ref, join.name, join.token, join.table, 0); },
                 [&](const v1::Resume& resume) { join_v1(ref, {}, resume.token, resume.table, resume.after); },
                 [&](const v1::Ping&) { v1::Writer(out, ref).pong(); },
                 [&](const v1::Leave&) {
                   v1::Writer(out, ref).ack(0);
                   say(std::exchange(out, {}));
                   close_when_sent();
                 },
                 // Perhaps late for a game that is over: that is no crime.
                 [&](const v1::Move&) { v1::Writer(out, ref).error(ErrorCode::kNotSeated, "no game is going on"); },
                 [&](const auto&) { refuse(ref, ErrorCode::kNotAllowed, "not in a competition"); },
             },
             message->command);
  if (!out.empty()) say(std::move(out));
}

void EntryPeer::join_v1(std::string_view ref, std::string_view name, std::string_view token, std::string_view code,
                        int after) {
  if (joined_) {
    refuse(ref, ErrorCode::kSeatedAlready, "this connection has joined already");
    return;
  }
  const auto self = std::static_pointer_cast<EntryPeer>(shared_from_this());
  std::string out;
  switch (entry_.join(self, {name, token, code, after, positions_})) {
    case Entry::Joined::kYes:
      joined_ = true;
      count_success();
      v1::Writer(out, ref).ack(0);
      say(std::move(out));
      return;
    case Entry::Joined::kTooMany: refuse(ref, ErrorCode::kFull, "this entrant has all its connections already"); return;
    case Entry::Joined::kLeft:
      refuse(ref, ErrorCode::kNotAllowed, "this entrant takes no part in the competition any more");
      return;
    case Entry::Joined::kWrong: break;
  }
  v1::Writer(answer_, ref).error(ErrorCode::kBadToken, kWrongToken);
  punished_ = true;
  ++wrong_;
  answer_at_ = Clock::now() + entry_.options().penalty;
}

void EntryPeer::refuse(v09::TurnType type, v09::ErrorCode code, std::string_view words) {
  std::string out;
  v09::Writer writer(out, v09::Dialect::kCamel);
  if (!words.empty()) writer.text(words);
  writer.refusal(kNobody, type, code);
  // Who has not joined is asked to again.
  if (!joined_) writer.request(kNobody, v09::TurnType::kJoin);
  say(std::move(out));
  count_refused();
}

void EntryPeer::waiting_v09(std::string_view line) {
  const Edition* edition = entry_.edition_for_v09();
  if (edition == nullptr) {
    dismiss(ErrorCode::kBadEdition, "this competition has no edition that protocol v0.9 can speak of");
    return;
  }
  const auto command = v09::parse_command(edition->board, line);
  if (!command) {
    refuse(command.error().type, v09::ErrorCode::kWrongTurnFormat);
  } else if (command->type == v09::TurnType::kJoin && !joined_) {
    join_v09(command->join);
  } else if (command->type == v09::TurnType::kListAllRoutes) {
    const auto nobody = std::make_unique<State>();
    std::string out;
    v09::Writer writer(out, v09::Dialect::kCamel);
    writer.all_routes(*edition, *nobody, {}, kNobody);
    if (!joined_) writer.request(kNobody, v09::TurnType::kJoin);
    say(std::move(out));
  } else {
    refuse(command->type, v09::ErrorCode::kNotPlayersTurn);
  }
}

// The answer to the Join comes with the game: before that nobody knows the color.
void EntryPeer::join_v09(const v09::JoinCommand& join) {
  if (join.type != v09::ClientType::kPlayer) {
    refuse(v09::TurnType::kJoin, v09::ErrorCode::kNotPlayersTurn, "only entrants of the competition can join here");
    return;
  }
  const std::size_t at = join.name.find('@');
  const std::string_view name = join.name.substr(0, at);
  const std::string_view token = at == std::string_view::npos ? std::string_view() : join.name.substr(at + 1);
  if (!v09::is_name(name)) {
    refuse(v09::TurnType::kJoin, v09::ErrorCode::kWrongTurnFormat);
    return;
  }
  const auto self = std::static_pointer_cast<EntryPeer>(shared_from_this());
  std::string out;
  v09::Writer writer(out, v09::Dialect::kCamel);
  switch (entry_.join(self, {name, token, {}, 0, true})) {
    case Entry::Joined::kYes:
      joined_ = true;
      count_success();
      writer.text("welcome: your game begins when all its players are there");
      say(std::move(out));
      return;
    case Entry::Joined::kTooMany:
      refuse(v09::TurnType::kJoin, v09::ErrorCode::kNotPlayersTurn, "this entrant has all its connections already");
      return;
    case Entry::Joined::kLeft:
      refuse(v09::TurnType::kJoin, v09::ErrorCode::kNotPlayersTurn,
             "this entrant takes no part in the competition any more");
      return;
    case Entry::Joined::kWrong: break;
  }
  writer.text(fmt::format("{} (Join NAME@TOKEN Player)", kWrongToken));
  writer.refusal(kNobody, v09::TurnType::kJoin, v09::ErrorCode::kRuleViolation);
  writer.request(kNobody, v09::TurnType::kJoin);
  answer_ = std::move(out);
  punished_ = true;
  ++wrong_;
  answer_at_ = Clock::now() + entry_.options().penalty;
}

}  // namespace fogg::arena
