#include "load_player.h"

#include <fmt/format.h>
#include <algorithm>
#include <numeric>
#include <utility>

namespace fogg::bench {

namespace {

// A hand that a brisk player does not let grow further: then short routes are good enough as well.
constexpr int kFullHand = 14;
// As many as two patient players can hold without emptying the deck.
constexpr int kPatientHand = 40;

}  // namespace

Player::Player(const RouteTable& routes, std::string name, std::uint64_t seed, Style style)
    : routes_(routes), name_(std::move(name)), random_(seed * 0x9E3779B97F4A7C15U + 1), style_(style) {
  start_over();
}

void Player::start_over() {
  seat_.clear();
  request_ = Turn::kNone;
  awaiting_ = Turn::kNone;
  act_ = Act::kOther;
  in_game_ = false;
  began_ = false;
  foreign_ = false;
  seats_ = 2;
  final_scores_ = 0;
  stuck_ = 0;
  hand_.fill(0);
  row_.clear();
  closed_.assign(static_cast<std::size_t>(routes_.pairs()), false);
  trains_ = 0;
  offered_ = 0;
  deck_empty_ = false;
  tickets_empty_ = false;
  keep_all_ = true;
}

Player::Heard Player::take(const Message& message) {
  if (message.kind == Kind::kRequest) {
    request_ = message.turn;
    in_game_ = in_game_ || message.turn != Turn::kJoin;
    began_ = began_ || message.turn == Turn::kTurn;
    return Heard::kOther;
  }
  if (message.kind != Kind::kInfo) return Heard::kOther;

  // Failures go only to the one who caused them, some of them with the turnType Unknown.
  const bool answer = awaiting_ != Turn::kNone && (message.turn == awaiting_ || !message.success);
  if (!answer) {
    learn(message);
    return Heard::kOther;
  }
  if (awaiting_ == Turn::kJoin) seat_ = message.player;
  foreign_ = message.player != seat_;
  // A request repeated after a query may have come after the command that this answers, and is then out of date. What is
  // still open is asked for again behind the answer. A query leaves the request as it is.
  if (message.turn != Turn::kBoardState) request_ = Turn::kNone;
  awaiting_ = Turn::kNone;
  if (!message.success) {
    learn_refusal();
    return Heard::kRefusal;
  }
  learn(message);
  return Heard::kAnswer;
}

void Player::learn(const Message& message) {
  const bool own = message.player == seat_;
  switch (message.turn) {
    case Turn::kDrawCars: {
      learn_row(message.row);
      const int color = color_index(message.drawn_card);
      if (own && color >= 0) ++hand_[static_cast<std::size_t>(color)];
      break;
    }
    case Turn::kClaimRoute: learn_claim(message, own); break;
    case Turn::kDrawTickets:
      if (own) offered_ = count_elements(message.drawn_tickets);
      break;
    case Turn::kBoardState: learn_board(message); break;
    case Turn::kFinalScore: ++final_scores_; break;
    default: break;
  }
  if (own && message.turn != Turn::kBoardState) stuck_ = 0;
}

void Player::learn_row(std::string_view row) {
  row_.clear();
  Elements cards(row);
  std::string_view card;
  while (cards.next(card)) row_.push_back(color_index(card));
}

void Player::learn_board(const Message& message) {
  learn_row(message.row);
  Elements counts(message.hand);
  std::string_view count;
  for (int& cards : hand_) {
    if (counts.next(count)) cards = to_int(count, 0);
  }
  trains_ = to_int(message.trains, trains_);
  seats_ = std::max(1, to_int(message.seats, seats_));
  offered_ = count_elements(message.offered);
}

void Player::learn_claim(const Message& message, bool own) {
  const int pair = routes_.pair_of(message.d1, message.d2);
  // With two or three players the parallel track is closed as well; with more it does no harm to leave it alone.
  if (pair >= 0) closed_[static_cast<std::size_t>(pair)] = true;
  // The cards paid can be drawn again.
  deck_empty_ = false;
  if (!own) return;
  Elements cards(message.paid);
  std::string_view card;
  while (cards.next(card)) {
    const int color = color_index(card);
    if (color < 0) continue;
    int& held = hand_[static_cast<std::size_t>(color)];
    held = std::max(0, held - 1);
    trains_ = std::max(0, trains_ - 1);
  }
}

// Every refusal takes away what was refused, so that trying ends.
void Player::learn_refusal() {
  switch (act_) {
    case Act::kDrawBlind: deck_empty_ = true; break;
    case Act::kDrawOpen: std::erase(row_, act_detail_); break;
    case Act::kDrawTickets: tickets_empty_ = true; break;
    case Act::kKeepTickets: keep_all_ = true; break;
    case Act::kClaim: closed_[static_cast<std::size_t>(act_detail_)] = true; break;
    case Act::kOther: break;
  }
}

std::string_view Player::answer_request() {
  switch (request_) {
    case Turn::kJoin: say(Act::kOther, Turn::kJoin, fmt::format("Join {} Player", name_)); break;
    case Turn::kClaimTickets: pick_tickets(); break;
    case Turn::kDrawCars:
      if (!try_draw(true)) look_again();
      break;
    default: pick_turn(); break;
  }
  return line_;
}

std::string_view Player::query_board() {
  say(Act::kOther, Turn::kBoardState, "BoardState");
  return line_;
}

void Player::pick_tickets() {
  // All of them is enough in every edition. Later one is: there the fewest make the longest game.
  const bool all = !began_ || keep_all_;
  std::string words;
  for (int ticket = 0; ticket < std::max(1, offered_); ++ticket) words += all || ticket == 0 ? " True" : " False";
  keep_all_ = false;
  say(Act::kKeepTickets, Turn::kClaimTickets, "ClaimDestinationTickets" + words);
}

void Player::pick_turn() {
  keep_all_ = false;
  const int cards = std::accumulate(hand_.begin(), hand_.end(), 0);
  if (style_ == Style::kBrisk) {
    if (chance(3) && try_draw_tickets()) return;
    if (chance(60) && try_claim(cards >= kFullHand ? 1 : 3)) return;
  } else {
    if (chance(15) && try_draw_tickets()) return;
    if (cards >= kPatientHand && try_claim(1)) return;
  }
  if (try_draw(false) || try_claim(1) || try_draw_tickets()) return;
  look_again();
}

// Perhaps something was missed.
void Player::look_again() {
  ++stuck_;
  deck_empty_ = false;
  query_board();
}

bool Player::try_draw(bool second) {
  if (chance(50) && try_draw_open(second)) return true;
  return try_draw_blind() || try_draw_open(second);
}

bool Player::try_draw_open(bool second) {
  if (row_.empty()) return false;
  const std::size_t first = random_below(row_.size());
  for (std::size_t step = 0; step < row_.size(); ++step) {
    const int color = row_[(first + step) % row_.size()];
    if (color < 0 || (second && color == kRainbow)) continue;
    act_detail_ = color;
    say(Act::kDrawOpen, Turn::kDrawCars,
        fmt::format("DrawPassengerCars false {}", kColors[static_cast<std::size_t>(color)]));
    return true;
  }
  return false;
}

bool Player::try_draw_blind() {
  if (deck_empty_) return false;
  say(Act::kDrawBlind, Turn::kDrawCars, "DrawPassengerCars true");
  return true;
}

bool Player::try_draw_tickets() {
  if (tickets_empty_) return false;
  say(Act::kDrawTickets, Turn::kDrawTickets, "DrawDestinationTickets");
  return true;
}

bool Player::try_claim(int shortest) {
  const std::vector<Route>& routes = routes_.routes();
  // Not always from the front, or all players would want the same ones.
  const std::size_t first = random_below(routes.size());
  for (std::size_t step = 0; step < routes.size(); ++step) {
    const Route& route = routes[(first + step) % routes.size()];
    if (route.length < shortest || route.length > trains_ || closed_[static_cast<std::size_t>(route.pair)]) continue;
    const int color = payable_with(route);
    if (color < 0) continue;
    act_detail_ = route.pair;
    say(Act::kClaim, Turn::kClaimRoute,
        fmt::format("ClaimRoute {} {} {}", route.a, route.b, kColors[static_cast<std::size_t>(color)]));
    return true;
  }
  return false;
}

int Player::payable_with(const Route& route) const {
  const int locomotives = hand_[kRainbow];
  if (route.color != kRainbow) {
    return hand_[static_cast<std::size_t>(route.color)] + locomotives >= route.length ? route.color : -1;
  }
  const auto most = std::max_element(hand_.begin(), hand_.begin() + kRainbow);
  return *most > 0 && *most + locomotives >= route.length ? static_cast<int>(most - hand_.begin()) : -1;
}

void Player::say(Act act, Turn answer, std::string_view line) {
  act_ = act;
  awaiting_ = answer;
  line_.assign(line);
  line_ += '\n';
}

bool Player::chance(unsigned percent) { return random_below(100) < percent; }

std::uint32_t Player::random_below(std::size_t bound) {
  random_ ^= random_ << 13;
  random_ ^= random_ >> 7;
  random_ ^= random_ << 17;
  return static_cast<std::uint32_t>((random_ >> 32) % bound);
}

}  // namespace fogg::bench
