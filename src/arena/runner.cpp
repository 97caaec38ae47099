#include "arena/runner.h"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <utility>

#include "arena/table.h"

namespace fogg::arena {

namespace {

using Clock = std::chrono::steady_clock;

// What is over is written down together, so that quick games do not wait for the disk one by one.
constexpr auto kBetweenCommits = std::chrono::milliseconds(100);
constexpr auto kBetweenLooks = std::chrono::milliseconds(400);  // for commands
constexpr auto kLease = std::chrono::seconds(60);
// Games at hand for every thread: the quickest take a fraction of a millisecond.
constexpr int kAtHand = 2'000;
constexpr std::size_t kMostUnwritten = 20'000;

}  // namespace

Runner::Runner(const Catalog& catalog, Book& book, Options options)
    : catalog_(catalog), book_(book), options_(std::move(options)), key_(book.key()) {
  auto spec = read_spec("competition", book.spec_text(), book.spec_folder());
  if (!spec) throw BookError{spec.error()};
  spec_ = std::move(*spec);
  for (const std::string& id : spec_.course.editions) {
    const auto edition = catalog_.edition(id);
    if (!edition) throw BookError{edition.error().text()};
    editions_[id] = *edition;
  }
  reload_entrants();
  phase_ = book_.phase();
}

Runner::~Runner() = default;

const Edition& Runner::edition(const std::string& id) const { return *editions_.at(id); }

void Runner::say(std::string line) { news_.push_back(std::move(line)); }

void Runner::reload_entrants() {
  auto entrants = book_.entrants();
  const std::lock_guard lock(mutex_);
  entrants_ = std::move(entrants);
}

void Runner::run() {
  const auto begin = Clock::now();
  read_new();
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < options_.threads; ++i) threads.emplace_back([this] { work(stop_.get_token()); });
    auto looked = Clock::time_point();
    bool goes_on = true;
    while (goes_on) {
      if (Clock::now() - looked > kBetweenLooks) {
        looked = Clock::now();
        for (const Command& command : book_.commands()) obey(command);
        book_.keep(options_.worker, kLease);
      }
      if (phase_ == Phase::kRunning && !fetch()) direct();
      const bool fresh = commit();
      if (fresh) disqualify();
      std::vector<std::string> news = std::exchange(news_, {});
      {
        std::unique_lock lock(mutex_);
        if (failure_) break;
        Standing standing{phase_, round_, book_.counts(), played_here_,
                          std::chrono::duration<double>(Clock::now() - begin).count(), std::move(news)};
        lock.unlock();
        goes_on = options_.watch(standing) && phase_ != Phase::kAborted && phase_ != Phase::kOver;
        lock.lock();
        // Sooner if there is nothing to do but to make the next round.
        if (goes_on)
          work_.wait_for(lock, kBetweenCommits, [&] { return failure_ || (queue_.empty() && playing_ == 0); });
      }
    }
    stop_.request_stop();
    work_.notify_all();
  }
  commit();
  book_.give_back(options_.worker);
  if (failure_) std::rethrow_exception(failure_);
}

void Runner::work(std::stop_token stop) {
  try {
    Table table(key_, stop);
    while (!stop.stop_requested()) {
      Game game;
      {
        std::unique_lock lock(mutex_);
        if (!work_.wait_for(lock, kBetweenCommits,
                            [&] { return stop.stop_requested() || (!queue_.empty() && finished_.size() < kMostUnwritten); }))
          continue;
        if (stop.stop_requested()) return;
        game = std::move(queue_.front());
        queue_.pop_front();
        ++playing_;
      }
      play(game, table);
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    work_.notify_all();
  }
}

void Runner::play(const Game& game, Table& table) {
  std::vector<std::string> bots;
  {
    const std::lock_guard lock(mutex_);
    for (const Entrant entrant : game.seats) bots.push_back(entrants_.at(static_cast<std::size_t>(entrant)).spec.bot);
  }
  Finished finished;
  const bool over = table.play(game, edition(game.edition), bots, finished);
  const std::lock_guard lock(mutex_);
  --playing_;
  if (!over) return;
  finished_.push_back(std::move(finished));
  ++played_here_;
  if (queue_.empty()) work_.notify_all();
}

// False if there is nothing more to play in this round.
bool Runner::fetch() {
  std::unique_lock lock(mutex_);
  if (queue_.size() > static_cast<std::size_t>(kAtHand) * static_cast<std::size_t>(options_.threads) / 2) return true;
  lock.unlock();
  const std::vector<Game> games = book_.take(options_.worker, kAtHand * options_.threads, kLease);
  lock.lock();
  for (const Game& game : games) queue_.push_back(game);
  if (!games.empty()) work_.notify_all();
  return !queue_.empty() || playing_ > 0 || !finished_.empty();
}

bool Runner::commit() {
  std::vector<Finished> finished;
  {
    const std::lock_guard lock(mutex_);
    finished.swap(finished_);
  }
  if (finished.empty()) return false;
  book_.finish(options_.worker, finished);
  read_new();
  return true;
}

void Runner::read_new() {
  const std::vector<Book::Ended> fresh = book_.ended_after(serial_);
  for (const Book::Ended& one : fresh) {
    so_far_.push_back({one.game, one.outcome});
    for (std::size_t seat = 0; seat < one.report.seats.size(); ++seat)
      if (one.report.seats[seat].has_fault()) ++faulty_games_[one.game.seats[seat]];
  }
  if (!fresh.empty() && options_.ended) options_.ended(fresh);
}

// The round is over: the next one, or the end.
void Runner::direct() {
  const GameCounts counts = book_.counts();
  if (counts.waiting > 0 || counts.taken > 0) return;
  std::vector<EntrantState> states;
  for (const EntrantEntry& entrant : entrants_) states.push_back(entrant.state);
  const std::vector<Game> games =
      next_round(spec_.course, states, so_far_, book_.next_game(), book_.next_deal());
  if (games.empty()) {
    phase_ = Phase::kOver;
    book_.set_phase(phase_);
    return;
  }
  book_.add_games(games);
  round_ = games.front().round;
  say(fmt::format("round {}: {} games", round_, games.size()));
}

void Runner::disqualify() {
  if (spec_.faults.disqualify_after == 0) return;
  for (const auto& [entrant, games] : faulty_games_) {
    const EntrantEntry& entry = entrants_.at(static_cast<std::size_t>(entrant));
    if (games < spec_.faults.disqualify_after || !entry.state.active) continue;
    const std::string why = fmt::format("disqualified: faults in {} games", games);
    book_.drop_entrant(entrant, why);
    say(fmt::format("{} is {}", entry.spec.name, why));
    reload_entrants();
  }
}

void Runner::obey(const Command& command) {
  std::string answer;
  try {
    answer = obeyed(command);
  } catch (const BookError& error) {
    answer = error.message;
  }
  book_.done(command.id, answer);
  say(fmt::format("{}{}{}: {}", command.verb, command.argument.empty() ? "" : " ", command.argument, answer));
}

std::string Runner::obeyed(const Command& command) {
  if (const auto problem = problem_with(command)) return *problem;
  if (command.verb == "pause" || command.verb == "go" || command.verb == "abort") {
    phase_ = command.verb == "pause" ? Phase::kPaused : command.verb == "go" ? Phase::kRunning : Phase::kAborted;
    book_.set_phase(phase_);
    if (phase_ != Phase::kRunning) {
      // Games that have begun are played to their end.
      const std::lock_guard lock(mutex_);
      queue_.clear();
    }
    if (phase_ == Phase::kPaused) book_.give_back(options_.worker);
    return "done";
  }
  if (command.verb == "rerun") {
    book_.rerun(std::stoll(command.argument));
    so_far_.clear();
    faulty_games_.clear();
    serial_ = 0;
    read_new();
    return "done";
  }
  if (command.verb == "kick") {
    const auto found = std::find_if(entrants_.begin(), entrants_.end(),
                                    [&](const EntrantEntry& one) { return one.spec.name == command.argument; });
    if (found == entrants_.end()) return fmt::format("there is no entrant {}", command.argument);
    if (!found->state.active) return fmt::format("{} has left already", command.argument);
    const Entrant entrant = static_cast<Entrant>(found - entrants_.begin());
    book_.drop_entrant(entrant, "kicked by the organiser");
    {
      const std::lock_guard lock(mutex_);
      std::erase_if(queue_, [&](const Game& game) {
        return std::find(game.seats.begin(), game.seats.end(), entrant) != game.seats.end();
      });
    }
    reload_entrants();
    return "done";
  }
  auto spec = entrant_from_json(command.argument);
  if (!spec) return spec.error();
  for (const EntrantEntry& one : entrants_)
    if (one.spec.name == spec->name) return fmt::format("there is an entrant {} already", spec->name);
  EntrantEntry entry;
  entry.spec = std::move(*spec);
  entry.state.from_round = round_ + 1;
  book_.add_entrant(entry);
  reload_entrants();
  return "done";
}

std::optional<std::string> problem_with(const Command& command) {
  static const std::vector<std::string> kVerbs = {"pause", "go", "abort", "kick", "add", "rerun"};
  if (std::find(kVerbs.begin(), kVerbs.end(), command.verb) == kVerbs.end())
    return fmt::format("there is no command {}", command.verb);
  if (command.verb == "rerun" && (command.argument.empty() || command.argument.size() > 18 ||
                                  command.argument.find_first_not_of("0123456789") != std::string::npos))
    return "which game? Give its number";
  return {};
}

}  // namespace fogg::arena
