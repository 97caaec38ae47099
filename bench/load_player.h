// One seat of a v0.9 game: keeps what its client has been told and picks simple commands, so that games go on to their
// end. Knows nothing of sockets and clocks.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "load_message.h"
#include "load_routes.h"

namespace fogg::bench {

class Player {
 public:
  enum class Style : std::uint8_t {
    kBrisk,    // claims when it can: a game of usual length
    kPatient,  // draws far more than it claims: a long game
  };
  enum class Heard : std::uint8_t { kOther, kAnswer, kRefusal };

  Player(const RouteTable& routes, std::string name, std::uint64_t seed, Style style);

  void start_over();
  Heard take(const Message& message);

  Turn request() const { return request_; }
  Turn awaiting() const { return awaiting_; }
  bool ready() const { return request_ != Turn::kNone && awaiting_ == Turn::kNone; }
  // Asked for something other than joining since start_over().
  bool in_game() const { return in_game_; }
  bool over() const { return final_scores_ >= seats_; }
  bool saw_final_score() const { return final_scores_ > 0; }
  // Nothing it knows of is possible, and the server does not pass for it.
  bool stuck() const { return stuck_ > 3; }
  // The last answer named another player: two games or two answers were mixed up.
  bool answer_was_foreign() const { return foreign_; }

  // Both give the whole line and wait for its answer.
  std::string_view answer_request();
  std::string_view query_board();

 private:
  enum class Act : std::uint8_t { kOther, kDrawBlind, kDrawOpen, kDrawTickets, kKeepTickets, kClaim };

  void learn(const Message& message);
  void learn_row(std::string_view row);
  void learn_board(const Message& message);
  void learn_claim(const Message& message, bool own);
  void learn_refusal();

  bool chance(unsigned percent);
  std::uint32_t random_below(std::size_t bound);

  void pick_turn();
  void pick_tickets();
  void look_again();
  bool try_claim(int shortest);
  bool try_draw(bool second);
  bool try_draw_open(bool second);
  bool try_draw_blind();
  bool try_draw_tickets();
  int payable_with(const Route& route) const;
  void say(Act act, Turn answer, std::string_view line);

  const RouteTable& routes_;
  std::string name_;
  std::uint64_t random_;
  Style style_;

  std::string line_;
  std::string seat_;
  Turn request_ = Turn::kNone;
  Turn awaiting_ = Turn::kNone;
  Act act_ = Act::kOther;
  int act_detail_ = 0;  // the color drawn or the pair claimed
  bool in_game_ = false;
  bool began_ = false;
  bool foreign_ = false;
  int seats_ = 2;
  int final_scores_ = 0;
  int stuck_ = 0;

  std::array<int, kColors.size()> hand_{};
  std::vector<int> row_;
  std::vector<bool> closed_;
  int trains_ = 0;
  int offered_ = 0;
  bool deck_empty_ = false;
  bool tickets_empty_ = false;
  bool keep_all_ = true;
};

}  // namespace fogg::bench
