#include "arena/line_player.h"

#include <fmt/format.h>

#include "record/event.h"

namespace fogg::arena {

namespace {

constexpr std::string_view kCode = "GAME";

template <typename... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <typename... F>
Overloaded(F...) -> Overloaded<F...>;

}  // namespace

LinePlayer::~LinePlayer() { link_->close(); }

void LinePlayer::say(std::string_view lines) {
  if (lines.ends_with('\n')) lines.remove_suffix(1);
  if (!lines.empty()) link_->send(lines);
}

v1::TableInfo LinePlayer::table(const server::Game& game) const {
  v1::TableInfo info;
  info.id = number_;
  info.code = kCode;
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

// Nobody has to say hello or to join: who only waits for requests and answers them plays.
void LinePlayer::tell(const server::Game& game, std::string_view fresh) {
  std::string out;
  if (!greeted_) {
    greeted_ = true;
    v1::Writer(out).welcome("fogg arena", {});
    v1::Writer(out).seated(table(game), seat_, "", "");
  }
  v1::write_events(fresh, seat_, 0, out);
  say(out);
}

void LinePlayer::ask(const server::Game& game, int request, std::chrono::milliseconds left) {
  request_ = request;
  is_open_ = true;
  std::string out;
  v1::Writer(out).request(game.edition(), game.state(), seat_, request, left.count(), positions_);
  say(out);
  asked_ = Clock::now();
}

Player::Clock::time_point LinePlayer::asked_at() const { return link_->sent_at().value_or(asked_); }

Player::Answer LinePlayer::wait(const server::Game& game, Clock::time_point deadline) {
  while (const auto line = link_->receive(deadline)) {
    if (auto answer = understand(game, *line)) return std::move(*answer);
  }
  Answer answer;
  if (!link_->is_silent()) return answer;
  answer.kind = Answer::Kind::kGone;
  Link::Trouble trouble = link_->trouble();
  answer.fault = trouble.fault;
  answer.words = std::move(trouble.words);
  answer.at = Clock::now();
  return answer;
}

Player::Answer LinePlayer::fault(v1::ErrorCode code, const std::string& words, Clock::time_point at,
                                 const std::string& path) {
  std::string out;
  v1::Writer(out, ref_).error(code, words, path);
  say(out);
  Answer answer;
  answer.kind = Answer::Kind::kFault;
  answer.fault = Fault::kMalformed;
  answer.words = words;
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

std::optional<Player::Answer> LinePlayer::understand(const server::Game& game, const v1::Message& message,
                                                     Clock::time_point at) {
  using v1::ErrorCode;
  ref_ = message.ref;
  std::string out;
  std::optional<Answer> answer;
  std::visit(
      Overloaded{
          [&](const v1::Move& move) {
            // Too late, and known as such; or the same once more.
            if (move.request < request_ || (move.request == request_ && !is_open_)) return;
            if (move.request > request_) {
              answer = fault(ErrorCode::kNotAsked,
                             fmt::format("a move for request {}, but the last one was {}", move.request, request_), at);
              return;
            }
            const auto action = v1::action_of(game.edition(), move.action);
            if (!action) {
              answer = fault(ErrorCode::kUnknownAction, "a move that is no action of this edition", at, "action");
              return;
            }
            answer.emplace();
            answer->kind = Answer::Kind::kAction;
            answer->action = *action;
            answer->at = at;
          },
          [&](const v1::Hello& hello) {
            positions_ = hello.position;
            if (hello.least > v1::kVersion || hello.most < v1::kVersion) {
              v1::Writer(out, ref_).speaks();
            } else {
              v1::Writer(out, ref_).welcome("fogg arena", {});
            }
          },
          [&](const v1::Join&) { v1::Writer(out, ref_).seated(table(game), seat_, "", ""); },
          [&](const v1::Resume&) { v1::Writer(out, ref_).seated(table(game), seat_, "", ""); },
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
  std::string out;
  v1::Writer(out, ref_).ack(seq);
  say(out);
}

void LinePlayer::refused(const Refusal& refusal) {
  std::string out;
  v1::Writer(out, ref_).illegal(refusal);
  say(out);
}

void LinePlayer::dismiss() { link_->close(); }

}  // namespace fogg::arena
