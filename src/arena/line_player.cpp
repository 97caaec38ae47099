#include "arena/line_player.h"

#include <fmt/format.h>
#include <algorithm>
#include <utility>

#include "record/event.h"

namespace fogg::arena {

namespace {

template <typename... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <typename... F>
Overloaded(F...) -> Overloaded<F...>;

}  // namespace

std::string table_code(std::int64_t game) {
  std::string code;
  for (int i = 0; i < 4; ++i, game /= 26) code.insert(code.begin(), static_cast<char>('A' + game % 26));
  return code;
}

std::string without_tokens(std::string_view text) {
  constexpr std::size_t kDigits = 32;
  std::string out;
  std::size_t run = 0;  // of hexadecimal digits at the end of `out`
  for (const char c : text) {
    const bool is_digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    run = is_digit ? run + 1 : 0;
    out += c;
    if (run < kDigits) continue;
    out.replace(out.size() - kDigits, kDigits, "…");
    run = 0;
  }
  return out;
}

v1::TableInfo LinePlayer::table(const server::Game& game) const {
  v1::TableInfo info;
  info.id = number_;
  info.code = table_code(number_);
  info.edition = game.edition().id;
  info.data = game.edition().data_hash;
  info.status = game.over() ? "over" : "running";
  const std::vector<PlayerInfo>& players = game.header().players;
  for (std::size_t seat = 0; seat < players.size(); ++seat) {
    v1::SeatInfo one{players[seat].name, v09::name(static_cast<v09::SeatColor>(seat)), players[seat].bot, true, false};
    one.points = game.state().points[seat];
    info.seats.push_back(std::move(one));
  }
  info.seat_count = static_cast<int>(players.size());
  info.listed = false;
  info.observers = "none";
  info.chat = false;
  info.header = header_line(game.header());
  return info;
}

bool LinePlayer::welcome(const server::Game& game) {
  const auto arrival = link_->arrival();
  if (!arrival) return false;
  positions_ = arrival->positions;
  if (is_open_ && !std::exchange(came_back_, true)) asked_ = link_->sent_at().value_or(asked_);
  std::string out;
  v1::Writer(out).seated(table(game), seat_, "", "");
  v1::write_events(record_, seat_, arrival->after, out);
  if (is_open_) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(due_ - Clock::now()).count();
    v1::Writer(out).request(game.edition(), game.state(), seat_, request_, std::max<std::int64_t>(0, left), positions_);
  }
  say(out);
  return true;
}

// Programs do not have to say hello or to join: who only waits for requests and answers them plays.
void LinePlayer::tell(const server::Game& game, std::string_view fresh) {
  over_ = game.over();
  if (link_->connects()) {
    record_ += fresh;
    if (welcome(game)) return;
  }
  std::string out;
  if (!link_->connects() && !std::exchange(greeted_, true)) {
    v1::Writer(out).welcome("fogg arena", {});
    v1::Writer(out).seated(table(game), seat_, "", "");
  }
  v1::write_events(fresh, seat_, 0, out);
  say(out);
}

void LinePlayer::ask(const server::Game& game, int request, std::chrono::milliseconds left) {
  welcome(game);
  request_ = link_->requests_before() + request;
  link_->note_request(request_);
  is_open_ = true;
  came_back_ = false;
  std::string out;
  v1::Writer(out).request(game.edition(), game.state(), seat_, request_, left.count(), positions_);
  say(out);
  asked_ = Clock::now();
  due_ = asked_ + left;
}

Player::Answer LinePlayer::wait(const server::Game& game, Clock::time_point deadline) {
  if (held_) return std::move(*std::exchange(held_, std::nullopt));
  return next_answer(game, deadline);
}

std::optional<Player::Silence> LinePlayer::attend(const server::Game& game) {
  welcome(game);
  // While a request is open, what it says is looked at when all before it have decided.
  for (int i = 0; i < kLinesAtOnce && !is_open_ && !held_ && !too_many_; ++i) {
    const auto line = link_->receive({});
    if (!line) break;
    auto answer = understand(game, *line);
    if (!answer) continue;
    if (answer->kind == Answer::Kind::kFault) return Silence{answer->fault, std::move(answer->words)};
    held_ = std::move(answer);
  }
  return {};
}

// A line that is no answer is answered; so many that it cannot be a mistake are not.
void LinePlayer::count_refused() {
  if (!link_->connects() || !is_too_many()) return;
  std::string out;
  v1::Writer(out).error(v1::ErrorCode::kTooMany, "too many refused messages in a row: the connection is closed");
  if (out.ends_with('\n')) out.pop_back();
  link_->cut(out, {Fault::kFlood, fmt::format("more than {} refused messages in a row", kMostRefused - 1)});
}

Player::Answer LinePlayer::fault(v1::ErrorCode code, const std::string& words, Clock::time_point at,
                                 const std::string& path) {
  std::string out;
  v1::Writer(out, ref_).error(code, words, path);
  say(out);
  count_refused();
  Answer answer;
  answer.kind = Answer::Kind::kFault;
  answer.fault = Fault::kMalformed;
  answer.words = without_tokens(words);
  answer.at = at;
  return answer;
}

std::optional<Player::Answer> LinePlayer::understand(const server::Game& game, const Stamped& line) {
  std::string_view text = line.line;
  if (text.ends_with('\r')) text.remove_suffix(1);
  if (text.find_first_not_of(" \t") == std::string_view::npos) return {};  // an empty line harms nobody
  ref_.clear();
  const auto message = v1::parse_message(text);
  if (message) return understand(game, *message, line.when);
  ref_ = message.error().ref;
  constexpr std::size_t kShown = 80;
  return fault(
      message.error().code,
      fmt::format("{}: {}{}", message.error().message, text.substr(0, kShown), text.size() > kShown ? "…" : ""),
      line.when, message.error().path);
}

void LinePlayer::understand_move(const server::Game& game, const v1::Move& move, Clock::time_point at,
                                 std::optional<Answer>& answer) {
  using v1::ErrorCode;
  const auto action = v1::action_of(game.edition(), move.action);
  if (move.request < request_ || (move.request == request_ && !is_open_)) {
    // Too late, and known as such; or the same once more, after a connection was lost perhaps.
    if (!link_->connects()) return;
    std::string out;
    if (move.request == answered_ && action && *action == given_) {
      v1::Writer(out, ref_).ack(seq_, true);
    } else {
      v1::Writer(out, ref_).error(ErrorCode::kAnswered, "this request was answered already, or it was too late");
    }
    say(out);
    return;
  }
  if (move.request > request_) {
    answer = fault(ErrorCode::kNotAsked,
                   fmt::format("a move for request {}, but the last one was {}", move.request, request_), at);
    return;
  }
  if (!action) {
    answer = fault(ErrorCode::kUnknownAction, "a move that is no action of this edition", at, "action");
    return;
  }
  given_ = *action;
  answer.emplace();
  answer->kind = Answer::Kind::kAction;
  answer->action = *action;
  answer->at = at;
}

std::optional<Player::Answer> LinePlayer::understand(const server::Game& game, const v1::Message& message,
                                                     Clock::time_point at) {
  using v1::ErrorCode;
  ref_ = message.ref;
  std::string out;
  std::optional<Answer> answer;
  const auto seat_again = [&] {
    if (link_->connects()) {
      v1::Writer(out, ref_).error(ErrorCode::kSeatedAlready, "this connection plays already");
    } else {
      v1::Writer(out, ref_).seated(table(game), seat_, "", "");
    }
  };
  std::visit(Overloaded{
                 [&](const v1::Move& move) { understand_move(game, move, at, answer); },
                 [&](const v1::Hello& hello) {
                   positions_ = hello.position;
                   if (hello.least > v1::kVersion || hello.most < v1::kVersion) {
                     v1::Writer(out, ref_).speaks();
                   } else {
                     v1::Writer(out, ref_).welcome("fogg arena", {});
                   }
                 },
                 [&](const v1::Join&) { seat_again(); },
                 [&](const v1::Resume&) { seat_again(); },
                 [&](const v1::Ping&) { v1::Writer(out, ref_).pong(); },
                 [&](const v1::Resign&) {
                   answer.emplace();
                   answer->kind = Answer::Kind::kResigns;
                   answer->at = at;
                 },
                 [&](const auto&) { v1::Writer(out, ref_).error(ErrorCode::kNotAllowed, "not in a competition"); },
             },
             message.command);
  say(out);
  return answer;
}

void LinePlayer::accepted(int seq) {
  is_open_ = false;
  refused_ = 0;
  answered_ = request_;
  seq_ = seq;
  std::string out;
  v1::Writer(out, ref_).ack(seq);
  say(out);
}

void LinePlayer::refused(const Refusal& refusal) {
  std::string out;
  v1::Writer(out, ref_).illegal(refusal);
  say(out);
}

void LinePlayer::dismiss() {
  std::string out;
  if (link_->connects() && !over_)
    v1::Writer(out).notice("dismissed", "a bot plays the rest of this game; wait for the next one");
  if (out.ends_with('\n')) out.pop_back();
  link_->finish(out);
}

}  // namespace fogg::arena
