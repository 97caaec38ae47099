#include "arena/v09_player.h"

#include <fmt/format.h>
#include <utility>

#include "engine/play.h"

namespace fogg::arena {

using v09::ErrorCode;
using v09::TurnType;

namespace {

constexpr auto kDialect = v09::Dialect::kCamel;

std::string_view without_last_feed(std::string_view lines) {
  if (lines.ends_with('\n')) lines.remove_suffix(1);
  return lines;
}

}  // namespace

// Its own Join first: a client takes the first one it sees for the answer to its own. Then the others, the board, and the open request.
bool V09Player::welcome(const server::Game& game) {
  if (!link_->arrival()) return false;
  const auto& players = game.header().players;
  for (std::size_t seat = 0; seat < players.size(); ++seat) {
    party_.colors[seat] = static_cast<v09::SeatColor>(seat);
    party_.names[seat] = players[seat].name;
  }
  if (is_open_ && !std::exchange(came_back_, true)) asked_ = link_->sent_at().value_or(asked_);
  const auto own = static_cast<std::size_t>(seat_);
  std::string out;
  v09::Writer writer(out, kDialect);
  writer.joined(color(), party_.names[own], v09::ClientType::kPlayer);
  for (std::size_t seat = 0; seat < players.size(); ++seat)
    if (seat != own) writer.joined(party_.colors[seat], party_.names[seat], v09::ClientType::kPlayer);
  v09::Story(game.edition(), party_, kDialect).began(game.state(), {seat_}, out);
  repeat_request(out);
  say(out);
  return true;
}

// The lines of the record are for others. But the end of a game that somebody gave up shows only there.
void V09Player::tell(const server::Game& game, std::string_view) {
  welcome(game);
  if (game.forfeited_by() >= 0 && last_words_.empty())
    v09::Story(game.edition(), party_, kDialect).scores(game.state(), game.forfeited_by(), last_words_);
}

void V09Player::saw(const server::Game& game, const v09::Step& step) {
  if (step.seat == seat_) is_open_ = false;
  // Who has just come gets to know it from the board.
  const bool has_come = welcome(game);
  const v09::Story story(game.edition(), party_, kDialect);
  std::string out;
  if (!has_come) {
    story.told(game.state(), step, {seat_}, out);
  } else if (game.state().over()) {
    story.scores(game.state(), -1, out);
  }
  // The scores are the last that it hears, and then it may come back at once: not before its place is free (`dismiss`).
  if (game.state().over()) {
    last_words_ = std::move(out);
  } else {
    say(out);
  }
}

void V09Player::ask(const server::Game& game, int, std::chrono::milliseconds) {
  welcome(game);
  // The protocol has no word for passing: whoever can do nothing else is not asked.
  const Legal legal(game.edition(), game.state(), seat_);
  has_to_pass_ = legal.count() == 1 && legal.nth(0).kind == ActionKind::kPass;
  is_open_ = !has_to_pass_;
  came_back_ = false;
  open_ = v09::open_request(game.state());
  std::string out;
  repeat_request(out);
  asked_ = Clock::now();
  say(out);
}

void V09Player::repeat_request(std::string& out) const {
  if (is_open_) v09::Writer(out, kDialect).request(color(), open_);
}

Player::Answer V09Player::wait(const server::Game& game, Clock::time_point deadline) {
  if (std::exchange(has_to_pass_, false)) {
    Answer pass;
    pass.kind = Answer::Kind::kAction;
    pass.action = Action::pass();
    pass.at = asked_at();
    return pass;
  }
  return next_answer(game, deadline);
}

std::optional<Player::Silence> V09Player::attend(const server::Game& game) {
  welcome(game);
  // While a request is open, what it says is looked at when all before it have decided.
  for (int i = 0; i < kLinesAtOnce && !is_open_ && !too_many_; ++i) {
    const auto line = link_->receive({});
    if (!line) break;
    if (auto answer = understand(game, *line)) return Silence{answer->fault, std::move(answer->words)};
  }
  return {};
}

void V09Player::refuse(TurnType type, ErrorCode code) {
  std::string out;
  v09::Writer(out, kDialect).refusal(color(), type, code);
  repeat_request(out);
  say(out);
  if (!is_too_many()) return;
  std::string last;
  v09::Writer(last, kDialect).text("too many refused lines in a row: the connection is closed");
  link_->cut(without_last_feed(last),
             {Fault::kFlood, fmt::format("more than {} refused lines in a row", kMostRefused - 1)});
}

std::optional<Player::Answer> V09Player::understand(const server::Game& game, const Stamped& line) {
  const auto command = v09::parse_command(game.edition().board, line.line);
  if (command) return understand(game, *command, line.when);
  refuse(command.error().type, ErrorCode::kWrongTurnFormat);
  Answer answer;
  answer.kind = Answer::Kind::kFault;
  answer.fault = Fault::kMalformed;
  answer.words = "a line that is no command, or has wrong words";
  answer.at = line.when;
  return answer;
}

std::optional<Player::Answer> V09Player::understand(const server::Game& game, const v09::Command& command,
                                                    Clock::time_point at) {
  if (command.type == TurnType::kBoardState || command.type == TurnType::kListAllRoutes) {
    std::string out;
    v09::Writer writer(out, kDialect);
    if (command.type == TurnType::kBoardState) {
      writer.board_state(game.edition(), game.state(), party_.colors, seat_);
    } else {
      writer.all_routes(game.edition(), game.state(), party_.colors, color());
    }
    repeat_request(out);
    say(out);
    return {};
  }
  // An answer to the request before, for which it was too late. That was noted then.
  const bool is_old = is_open_ && late_ && at < asked_;
  if (at >= asked_) late_ = false;
  if (!is_open_ || is_old || command.type == TurnType::kJoin) {
    refuse(command.type, ErrorCode::kNotPlayersTurn);
    return {};
  }
  Answer answer;
  answer.at = at;
  said_ = command.type;
  const auto action = v09::action_for(game.edition(), game.state(), seat_, command);
  if (action || action.error().reason) {
    // The referee finds the same wrong with it, notes that and has it refused.
    answer.kind = Answer::Kind::kAction;
    answer.action = action ? *action : action.error().action;
    code_ = action ? std::nullopt : std::optional(action.error().code);
    return answer;
  }
  refuse(command.type, action.error().code);
  answer.kind = Answer::Kind::kFault;
  const bool illegal = action.error().code != ErrorCode::kWrongTurnFormat;
  answer.fault = illegal ? Fault::kIllegal : Fault::kMalformed;
  answer.words = illegal ? "a move that the rules do not allow" : "a command with wrong words";
  return answer;
}

void V09Player::accepted(int) {
  is_open_ = false;
  refused_ = 0;
}

void V09Player::refused(const Refusal& refusal) { refuse(said_, code_.value_or(v09::error_for(refusal))); }

void V09Player::dismiss() {
  is_open_ = false;
  std::string out;
  if (last_words_.empty())
    v09::Writer(out, kDialect).text("a bot plays the rest of this game; join again for the next one");
  out += std::exchange(last_words_, {});
  link_->finish(without_last_feed(out));
}

}  // namespace fogg::arena
