#include "cli/sim.h"

#include <fmt/format.h>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include "bots/bot.h"
#include "cli/common.h"
#include "data/sha256.h"
#include "engine/score.h"
#include "record/recorder.h"

namespace fogg::cli {

namespace {

using Bots = std::vector<std::unique_ptr<Bot>>;

// Counts what chance is only told of.
template <Chance C>
class CountingChance : public C {
 public:
  CountingChance(C inner, Mechanisms& counted) : C(std::move(inner)), counted_(counted) {}
  void note_reset() { ++counted_.resets; }
  void note_reshuffle(int) { ++counted_.reshuffles; }

 private:
  Mechanisms& counted_;
};

// One worker's player of games: bots, buffers, sums.
class Table {
 public:
  Table(const Edition& edition, const SimOptions& options) : edition_(edition), options_(options) {
    for (const std::string& name : options.bots) bots_.push_back(make_bot(name));
  }

  void play(std::int64_t game) {
    const auto part = static_cast<std::uint64_t>(game);
    FastGenerator random(options_.seed, 2 * part + 1);
    if (options_.keyed) {
      const std::string text = sha256_hex(fmt::format("fogg-sim {} {}", options_.seed, game));
      const ChaKey key = *key_from_hex(text);
      CountingChance chance(KeyedChance(key), result_.mechanisms);
      options_.records.empty() ? play_plain(chance, random) : play_recorded(game, chance, random, &key);
    } else {
      CountingChance chance(FastChance(options_.seed, 2 * part), result_.mechanisms);
      options_.records.empty() ? play_plain(chance, random) : play_recorded(game, chance, random, nullptr);
    }
    count();
  }

  const SimResult& result() const { return result_; }

 private:
  Action choose(int seat, FastGenerator& random) {
    Bot& bot = *bots_[static_cast<std::size_t>(seat)];
    const Legal legal(edition_, state_, seat);
    if (!bot.wants_view()) return bot.choose({edition_, no_view_, legal, random});
    return bot.choose({edition_, view_of(edition_, state_, seat), legal, random});
  }

  void note(const Action& action) {
    result_.mechanisms.passes += action.kind == ActionKind::kPass ? 1 : 0;
    if (edition_.is_special()) [[unlikely]]
      note_special(action);
  }

  // `state_` is the position before the action.
  void note_special(const Action& action) {
    Mechanisms& counted = result_.mechanisms;
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

  template <Chance C>
  void play_plain(C& chance, FastGenerator& random) {
    start(edition_, state_, options_.players, chance);
    while (!state_.over()) {
      const int seat = state_.actor();
      const Action action = choose(seat, random);
      note(action);
      apply_legal(edition_, state_, seat, action, chance);
      ++result_.decisions;
    }
  }

  template <Chance C>
  void play_recorded(std::int64_t game, C& chance, FastGenerator& random, const ChaKey* key) {
    const auto path = std::filesystem::path(options_.records) / fmt::format("game-{:06}.jsonl", game + 1);
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    Header header;
    header.edition = edition_.id;
    header.data_hash = edition_.data_hash;
    for (const std::string& bot : options_.bots) header.players.push_back({bot, bot});
    header.seed = fmt::format("sim {} {}", options_.seed, game);
    if (key != nullptr) header.key_hash = sha256_hex({reinterpret_cast<const char*>(key->data()), key->size()});
    Recorder recorder(edition_, header, [&out](std::string_view line) { out << line << '\n'; });
    auto recording = recorder.chance(chance);
    start(edition_, state_, options_.players, recording);
    recorder.started(state_);
    while (!state_.over()) {
      const int seat = state_.actor();
      const Action action = choose(seat, random);
      note(action);
      if (apply(edition_, state_, seat, action, recording))
        throw Failure{kNo, "a bot chose an action that is not legal"};
      recorder.acted(seat, action, state_);
      ++result_.decisions;
    }
    if (key != nullptr) recorder.reveal(*key);
    out.close();
    if (!out) throw Failure{kCannotWrite, fmt::format("cannot write {}", path.string())};
  }

  void count() {
    std::array<Borrowed, kMaxPlayers> borrowed{};
    const Scores scores = score(edition_, state_, edition_.stations > 0 ? &borrowed : nullptr);
    for (const Borrowed& stations : borrowed) result_.mechanisms.stations_used += stations.used;
    if (edition_.passengers > 0) {
      for (int city = 0; city < static_cast<int>(edition_.board.cities.size()); ++city)
        result_.mechanisms.goods_taken += state_.extras(edition_).tiles_taken(city);
    }
    ++result_.games;
    result_.turns += state_.turns;
    ++result_.endings[static_cast<std::size_t>(state_.ending)];
    std::uint64_t hash = 0xCBF29CE484222325U;
    auto mix = [&hash](std::int64_t value) { hash = (hash ^ static_cast<std::uint64_t>(value)) * 0x100000001B3U; };
    mix(state_.turns);
    mix(static_cast<int>(state_.ending));
    std::int64_t winners = 0;
    for (std::size_t seat = 0; seat < state_.players; ++seat) winners += scores[seat].winner ? 1 : 0;
    for (std::size_t seat = 0; seat < state_.players; ++seat) {
      result_.points[seat] += scores[seat].total;
      if (scores[seat].winner) result_.victories[seat] += SimResult::kShare / winners;
      mix(scores[seat].total);
      mix(scores[seat].longest);
      mix(static_cast<std::int64_t>(state_.owned[seat].low));
      mix(static_cast<std::int64_t>(state_.owned[seat].high));
    }
    result_.signature += hash;
  }

  const Edition& edition_;
  const SimOptions& options_;
  Bots bots_;
  State state_{};
  View no_view_{};
  SimResult result_;
};

}  // namespace

void SimResult::add(const SimResult& other) {
  games += other.games;
  decisions += other.decisions;
  turns += other.turns;
  for (std::size_t i = 0; i < endings.size(); ++i) endings[i] += other.endings[i];
  for (std::size_t i = 0; i < points.size(); ++i) points[i] += other.points[i];
  for (std::size_t i = 0; i < victories.size(); ++i) victories[i] += other.victories[i];
  signature += other.signature;
  mechanisms.add(other.mechanisms);
}

SimResult simulate(const Edition& edition, const SimOptions& options,
                   const std::function<bool(std::int64_t)>& progress) {
  constexpr std::int64_t kChunk = 64;
  std::atomic<std::int64_t> next{0};
  std::atomic<std::int64_t> done{0};
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::exception_ptr failure;
  SimResult total;
  auto work = [&] {
    try {
      Table table(edition, options);
      while (!stop) {
        const std::int64_t begin = next.fetch_add(kChunk);
        if (begin >= options.games) break;
        const std::int64_t end = std::min(begin + kChunk, options.games);
        for (std::int64_t game = begin; game < end && !stop; ++game) {
          table.play(game);
          ++done;
        }
      }
      const std::lock_guard lock(mutex);
      total.add(table.result());
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      stop = true;
    }
  };
  const auto begin = std::chrono::steady_clock::now();
  int running = options.threads;
  std::condition_variable finished;
  std::vector<std::jthread> threads;
  for (int i = 0; i < options.threads; ++i) {
    threads.emplace_back([&] {
      work();
      const std::lock_guard lock(mutex);
      --running;
      finished.notify_one();
    });
  }
  {
    std::unique_lock lock(mutex);
    while (!finished.wait_for(lock, std::chrono::milliseconds(50), [&] { return running == 0; })) {
      if (!progress(done)) stop = true;
    }
  }
  threads.clear();
  total.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  total.stopped = total.games < options.games;
  if (failure) std::rethrow_exception(failure);
  return total;
}

}  // namespace fogg::cli
