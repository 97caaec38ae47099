#include "cli/sim_table.h"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>

#include "cli/common.h"
#include "data/sha256.h"
#include "record/recorder.h"

namespace fogg::cli {

namespace {

// Looking at the clock takes as long as a quick bot does, so where bots are not compared few games are timed.
constexpr std::int64_t kTimedOfPlainGames = 64;

// Counts what chance is only told of.
template <Chance C>
class CountingChance : public C {
 public:
  CountingChance(C inner, Mechanisms& counted) : C(std::move(inner)), counted_(counted) {}
  void note_reset() {
    ++counted_.resets;
    C::note_reset();
  }
  void note_reshuffle(int cards) {
    ++counted_.reshuffles;
    C::note_reshuffle(cards);
  }

 private:
  Mechanisms& counted_;
};

// The number of the line in which two texts first differ.
std::int64_t first_difference(std::string_view a, std::string_view b) {
  const auto end = std::ranges::mismatch(a, b).in1;
  return 1 + std::count(a.begin(), end, '\n');
}

}  // namespace

SimLuck::SimLuck(const SimOptions& options, const SimPlan& plan, std::int64_t game)
    : options_(options),
      mirrored_(plan.mirrored()),
      part_(static_cast<std::uint64_t>(plan.block_of(game))),
      seating_(game % plan.games_per_block()) {}

std::string SimLuck::seed_text() const {
  return mirrored_ ? fmt::format("sim {} deal {} seating {}", options_.seed, part_, seating_)
                   : fmt::format("sim {} {}", options_.seed, part_);
}

std::optional<ChaKey> SimLuck::key() const {
  if (!options_.keyed) return {};
  return key_from_hex(sha256_hex(fmt::format("fogg-sim {} {}", options_.seed, part_)));
}

Table::Table(const Edition& edition, const SimOptions& options, const SimPlan& plan, std::stop_token stop)
    : edition_(edition), options_(options), plan_(plan), stop_(std::move(stop)) {
  for (const std::string& bot : plan.bots) bots_.push_back(options.make(bot));
}

bool Table::play(std::int64_t game) {
  seating_ = &plan_.seating_of(game);
  timed_ = script_ == nullptr && (plan_.bots.size() > 1 || game % kTimedOfPlainGames == 0);
  result_ = {};
  record_.clear();
  const SimLuck luck(options_, plan_, game);
  random_.clear();
  for (int seat = 0; seat < (plan_.mirrored() ? options_.players : 1); ++seat) random_.push_back(luck.for_bots(seat));
  if (!play_with_luck(luck)) return false;
  count();
  return true;
}

bool Table::play_with_luck(const SimLuck& luck) {
  if (const auto key = luck.key()) return run(KeyedChance(*key), luck);
  return plan_.mirrored() ? run(luck.streamed(), luck) : run(luck.fast(), luck);
}

template <Chance C>
bool Table::run(C chance, const SimLuck& luck) {
  return options_.records.empty() ? run_plain(std::move(chance)) : run_recorded(std::move(chance), luck);
}

template <Chance C>
bool Table::run_plain(C inner) {
  CountingChance chance(std::move(inner), result_.totals.mechanisms);
  start(edition_, state_, options_.players, chance);
  while (!state_.over()) {
    const int seat = state_.actor();
    const std::optional<Action> action = decide(seat);
    if (!action) return false;
    note(*action);
    apply_legal(edition_, state_, seat, *action, chance);
  }
  return true;
}

template <Chance C>
bool Table::run_recorded(C chance, const SimLuck& luck) {
  Header header;
  header.edition = edition_.id;
  header.data_hash = edition_.data_hash;
  for (const std::size_t entry : *seating_) header.players.push_back({options_.bots[entry], options_.bots[entry]});
  header.seed = luck.seed_text();
  const auto key = luck.key();
  if (key) header.key_hash = sha256_hex({reinterpret_cast<const char*>(key->data()), key->size()});
  Recorder recorder(edition_, header, [this](std::string_view line) { (record_ += line) += '\n'; });
  CountingChance recording(recorder.chance(chance), result_.totals.mechanisms);
  start(edition_, state_, options_.players, recording);
  recorder.started(state_);
  while (!state_.over()) {
    const int seat = state_.actor();
    const std::optional<Action> action = decide(seat);
    if (!action) return false;
    // A record's decision that is not legal is told by whoever compares the record.
    const bool from_record = script_ != nullptr;
    if (check(edition_, state_, seat, *action)) {
      if (from_record) return false;
      throw Failure{kNo, "a bot chose an action that is not legal"};
    }
    note(*action);
    apply_legal(edition_, state_, seat, *action, recording);
    recorder.acted(seat, *action, state_);
  }
  if (key) recorder.reveal(*key);
  return true;
}

std::vector<Action> Table::actions_of(std::string_view text, const std::string& file) const {
  constexpr std::size_t kMostLineBytes = std::size_t{64} * 1024;
  std::vector<Action> actions;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (end == std::string_view::npos)
      throw Failure{kUsage, fmt::format("{}:{}: the record is cut off; take the file away and the game is played again",
                                        file, number)};
    if (line.size() > kMostLineBytes)
      throw Failure{kUsage, fmt::format("{}:{}: the line is longer than 64 KiB", file, number)};
    text.remove_prefix(end + 1);
    if (line.find(R"("kind":"action")") == std::string_view::npos) continue;
    const auto event = parse_event(edition_, line);
    if (!event) throw Failure{kUsage, fmt::format("{}:{}: {}", file, number, event.error().message)};
    if (event->action) actions.push_back(*event->action);
  }
  return actions;
}

void Table::read_back(std::int64_t game, std::string_view text, const std::string& file) {
  const std::vector<Action> actions = actions_of(text, file);
  script_ = &actions;
  script_at_ = 0;
  const bool over = play(game);
  script_ = nullptr;
  if (over && record_ == text) return;
  const std::string what = record_.starts_with(text)
                               ? "the record is cut off"
                               : fmt::format("game {} of this run cannot have this here", game + 1);
  throw Failure{kUsage, fmt::format("{}:{}: {}; take the file away and the game is played again", file,
                                    first_difference(record_, text), what)};
}

// Nothing if the run is to stop, or the record has no more decisions.
std::optional<Action> Table::decide(int seat) {
  ++result_.totals.decisions;
  if (script_ != nullptr) {
    if (script_at_ >= script_->size()) return {};
    return (*script_)[script_at_++];
  }
  const std::size_t bot = plan_.bot_of[(*seating_)[static_cast<std::size_t>(seat)]];
  Action action;
  if (timed_) {
    const auto begin = std::chrono::steady_clock::now();
    action = ask(*bots_[bot], seat);
    const auto time = std::chrono::steady_clock::now() - begin;
    ++result_.totals.timed_decisions[bot];
    result_.totals.decision_ns[bot] += std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
  } else {
    action = ask(*bots_[bot], seat);
  }
  // A bot that was asked to hurry may have answered with less than its best.
  if (stop_.stop_requested()) return {};
  return action;
}

Action Table::ask(Bot& bot, int seat) {
  FastGenerator& random = random_[plan_.mirrored() ? static_cast<std::size_t>(seat) : 0];
  const Legal legal(edition_, state_, seat);
  if (!bot.wants_view()) return bot.choose({edition_, no_view_, legal, random, stop_});
  return bot.choose({edition_, view_of(edition_, state_, seat), legal, random, stop_});
}

void Table::note(const Action& action) {
  result_.totals.mechanisms.passes += action.kind == ActionKind::kPass ? 1 : 0;
  if (edition_.is_special()) [[unlikely]]
    note_special(action);
}

// `state_` is the position before the action.
void Table::note_special(const Action& action) {
  Mechanisms& counted = result_.totals.mechanisms;
  switch (action.kind) {
    case ActionKind::kClaim:
      counted.ferries += edition_.board.routes[action.where].ferry > 0 ? 1 : 0;
      counted.tunnels_free += edition_.board.routes[action.where].tunnel ? 1 : 0;  // until a surcharge is asked for
      break;
    case ActionKind::kPay:
      ++counted.tunnels_paid;
      --counted.tunnels_free;
      break;
    case ActionKind::kDecline:
      ++counted.tunnels_declined;
      --counted.tunnels_free;
      break;
    case ActionKind::kStation: ++counted.stations_built; break;
    case ActionKind::kPlace: ++counted.passengers_placed; break;
    case ActionKind::kMove: ++counted.passengers_moved; break;
    case ActionKind::kGo: counted.foreign_routes_used += state_.owned[state_.player].has(action.where) ? 0 : 1; break;
    default: break;
  }
}

void Table::count() {
  SimResult& totals = result_.totals;
  std::array<Borrowed, kMaxPlayers> borrowed{};
  const Scores scores = score(edition_, state_, edition_.stations > 0 ? &borrowed : nullptr);
  for (const Borrowed& stations : borrowed) totals.mechanisms.stations_used += stations.used;
  if (edition_.passengers > 0) {
    for (int city = 0; city < static_cast<int>(edition_.board.cities.size()); ++city)
      totals.mechanisms.goods_taken += state_.extras(edition_).tiles_taken(city);
  }
  ++totals.games;
  totals.turns += state_.turns;
  ++totals.endings[static_cast<std::size_t>(state_.ending)];
  std::uint64_t hash = 0xCBF29CE484222325U;
  auto mix = [&hash](std::int64_t value) { hash = (hash ^ static_cast<std::uint64_t>(value)) * 0x100000001B3U; };
  mix(state_.turns);
  mix(static_cast<int>(state_.ending));
  std::int64_t winners = 0;
  for (std::size_t seat = 0; seat < state_.players; ++seat) winners += scores[seat].winner ? 1 : 0;
  for (std::size_t seat = 0; seat < state_.players; ++seat) {
    mix(scores[seat].total);
    mix(scores[seat].longest);
    mix(static_cast<std::int64_t>(state_.owned[seat].low));
    mix(static_cast<std::int64_t>(state_.owned[seat].high));
  }
  totals.signature = hash;
  count_compared(scores, winners);
}

void Table::count_compared(const Scores& scores, std::int64_t winners) {
  SimResult& totals = result_.totals;
  Compared<std::int64_t>& compared = result_.compared;
  for (std::size_t seat = 0; seat < state_.players; ++seat) {
    const std::size_t entry = (*seating_)[seat];
    const std::size_t bot = plan_.bot_of[entry];
    const std::int64_t points = scores[seat].total;
    const std::int64_t share = scores[seat].winner ? SimResult::kShare / winners : 0;
    totals.points[entry] += points;
    totals.victories[entry] += share;
    totals.seat_points[seat] += points;
    totals.seat_victories[seat] += share;
    compared.points[bot] += points;
    compared.victories[bot] += share;
    compared.ranks[bot] += 2;
    if (plan_.bots.size() == 1) continue;  // nobody asks
    for (std::size_t other = 0; other < state_.players; ++other) {
      if (other == seat) continue;
      const int ahead = 1 + compare_seats(edition_, state_, scores, seat, other);
      compared.ranks[bot] += 2 - ahead;
      const std::size_t other_bot = plan_.bot_of[(*seating_)[other]];
      if (other_bot != bot) compared.ahead[bot][other_bot] += ahead;
    }
  }
}

}  // namespace fogg::cli
