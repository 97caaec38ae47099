// The terminal game: one person against bots, line by line.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bots/bot.h"
#include "cli/play_past.h"
#include "engine/action.h"
#include "engine/chance.h"
#include "engine/edition.h"
#include "engine/state.h"

namespace fogg::cli {

struct PlayOptions {
  std::string edition = "usa-2004";
  int players = 2;
  std::string name = "you";
  std::vector<std::string> bots;  // names with options, one per opponent; those not named are default_opponent()
  std::optional<std::uint64_t> seed;
  bool color = true;
  int width = 80;      // columns of the terminal
  std::function<int()> current_width;  // the same, asked again and again, if it can change
  bool echo = false;   // write what is read: for input that does not come from a terminal
  bool watched = false;  // somebody looks on: what takes long says so, and Ctrl-C hurries it
  bool pace = false;     // bots take the time a person would
  std::string hint_bot;  // asked for hints; empty: the best there is for that
  std::function<std::unique_ptr<Bot>(std::string_view spec, std::string* why)> bot_maker = make_bot;
  std::optional<Past> past;  // go on with this game instead of a new one

  // Called with the position after the set-up of a new game, after every action of any seat, and when actions were taken
  // back so that only the first `left` are left of those that were not.
  std::function<void(const State& state)> on_start;
  std::function<void(int seat, const Action& action, const State& after)> on_action;
  std::function<void(int seat, int left, const State& after)> on_undo;
  // Whether everything told so far is safe; none: the game is not kept anywhere.
  std::function<bool()> is_kept;
};

// Who plays against you, and who is asked for a hint, if nobody is named.
std::string default_opponent();
std::string default_adviser();

// Any source of chance behind one type, so that the game is compiled once. It notes what happens in between, for
// telling it.
class TableChance {
 public:
  // `source` must outlive this.
  template <Chance C>
    requires(!std::same_as<C, TableChance>)
  explicit TableChance(C& source) : source_(std::make_unique<Model<C>>(source)) {}

  Card card(const CardCounts& deck, int deck_size, CardTo to) {
    const Card drawn = source_->card(deck, deck_size, to);
    if (to.place == CardTo::kTunnel) revealed.push_back(drawn);
    return drawn;
  }
  int ticket(const TicketSet& possible, int seat) { return source_->ticket(possible, seat); }
  int first_player(int players) { return source_->first_player(players); }
  void note_reset() {
    ++resets;
    source_->note_reset();
  }
  void note_reshuffle(int size) {
    ++reshuffles;
    source_->note_reshuffle(size);
  }

  void forget() {
    resets = reshuffles = 0;
    revealed.clear();
  }

  int resets = 0;
  int reshuffles = 0;
  std::vector<Card> revealed;  // in a tunnel

 private:
  struct Source {
    virtual ~Source() = default;
    virtual Card card(const CardCounts& deck, int deck_size, CardTo to) = 0;
    virtual int ticket(const TicketSet& possible, int seat) = 0;
    virtual int first_player(int players) = 0;
    virtual void note_reset() = 0;
    virtual void note_reshuffle(int size) = 0;
  };
  template <Chance C>
  struct Model final : Source {
    explicit Model(C& source_of_chance) : source(source_of_chance) {}
    Card card(const CardCounts& deck, int deck_size, CardTo to) override { return source.card(deck, deck_size, to); }
    int ticket(const TicketSet& possible, int seat) override { return source.ticket(possible, seat); }
    int first_player(int players) override { return source.first_player(players); }
    void note_reset() override { source.note_reset(); }
    void note_reshuffle(int size) override { source.note_reshuffle(size); }
    C& source;
  };
  std::unique_ptr<Source> source_;
};

// The exit code: 0 if the game was finished or left with `quit`, 1 if the input ended in the middle, 130 after Ctrl-C, 2 if the options
// do not fit the edition or name a bot that does not exist.
// Bots get a generator for every decision, made from `bot_seed` and its number, so a game that goes on later goes on as it would
// have.
int play(const Edition& edition, const PlayOptions& options, TableChance& chance, std::uint64_t bot_seed,
         std::istream& in, std::ostream& out);
// The same with chance from the seed, or a seed of its own.
int play(const Edition& edition, const PlayOptions& options, std::istream& in, std::ostream& out);

}  // namespace fogg::cli
