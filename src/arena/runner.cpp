#include "arena/runner.h"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <utility>

#include "arena/absent_player.h"
#include "arena/bot_player.h"
#include "arena/deal.h"
#include "arena/line_player.h"
#include "arena/program_link.h"
#include "arena/referee.h"
#include "arena/stage.h"
#include "arena/table.h"
#include "data/sha256.h"

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
  const bool has_programs = std::any_of(entrants_.begin(), entrants_.end(),
                                        [](const EntrantEntry& one) { return one.spec.way == Way::kProgram; });
  if (!has_programs) return;
  if (const auto& problem = sandbox_problem(); problem && !options_.unsafe)
    throw BookError{fmt::format("programs cannot be run safely here: {}", *problem)};
  programs_ = std::make_shared<ProgramHost>();
}

Runner::~Runner() = default;

const Edition& Runner::edition(const std::string& id) const { return *editions_.at(id); }

void Runner::say(std::string line) { news_.push_back(std::move(line)); }

void Runner::reload_entrants() {
  auto entrants = book_.entrants();
  if (accounts_) accounts_->admit(static_cast<int>(entrants.size()));
  const std::lock_guard lock(mutex_);
  entrants_ = std::move(entrants);
}

void Runner::run() {
  const auto begin = Clock::now();
  read_all();
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
        Standing standing{phase_,
                          round_,
                          book_.counts(),
                          played_here_,
                          std::chrono::duration<double>(Clock::now() - begin).count(),
                          std::move(news)};
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
        if (!work_.wait_for(lock, kBetweenCommits, [&] {
              return stop.stop_requested() || (!queue_.empty() && finished_.size() < kMostUnwritten);
            }))
          continue;
        if (stop.stop_requested()) return;
        game = std::move(queue_.front());
        queue_.pop_front();
        ++playing_;
      }
      Finished finished;
      const bool over = play(game, table, finished);
      const std::lock_guard lock(mutex_);
      --playing_;
      if (!over) continue;
      finished_.push_back(std::move(finished));
      ++played_here_;
      if (queue_.empty()) work_.notify_all();
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    work_.notify_all();
  }
}

bool Runner::play(const Game& game, Table& table, Finished& finished) {
  std::vector<EntrantEntry> seated;
  std::vector<std::string> bots;
  {
    const std::lock_guard lock(mutex_);
    for (const Entrant entrant : game.seats) seated.push_back(entrants_.at(static_cast<std::size_t>(entrant)));
  }
  for (const EntrantEntry& entrant : seated)
    if (entrant.spec.way == Way::kBuiltIn) bots.push_back(entrant.spec.bot);
  if (bots.size() == seated.size()) {
    Broadcast live(options_.stage, game, editions_.at(game.edition), seated, key_);
    return table.play(game, edition(game.edition), bots, finished, &live);
  }
  return play_refereed(game, seated, finished);
}

bool Runner::play_refereed(const Game& game, const std::vector<EntrantEntry>& seated, Finished& finished) {
  Referee::Setting setting;
  setting.edition = editions_.at(game.edition);
  setting.header.edition = game.edition;
  setting.header.data_hash = setting.edition->data_hash;
  for (const EntrantEntry& entrant : seated) setting.header.players.push_back({entrant.spec.name, entrant.spec.bot});
  setting.key = deal_key(key_, game.deal);
  setting.header.key_hash = sha256_hex({reinterpret_cast<const char*>(setting.key.data()), setting.key.size()});
  setting.limits = spec_.limits;
  setting.faults = spec_.faults;
  setting.luck = bot_luck(key_, game.deal, kMaxPlayers);
  setting.stop = stop_.get_token();
  std::vector<std::unique_ptr<Player>> players;
  for (std::size_t seat = 0; seat < seated.size(); ++seat)
    players.push_back(player_for(seated[seat], game, static_cast<int>(seat)));
  Broadcast live(options_.stage, game, editions_.at(game.edition), seated, key_);
  if (live.is_wanted())
    setting.watched = [&live](const server::Game& position, std::string_view fresh) { live.hear(position, fresh); };
  finished = {};
  finished.game = game;
  return Referee(std::move(setting), std::move(players)).play(finished);
}

std::unique_ptr<Player> Runner::player_for(const EntrantEntry& entrant, const Game& game, int seat) {
  if (entrant.spec.way == Way::kBuiltIn)
    return std::make_unique<BotPlayer>(make_bot(entrant.spec.bot), seat, bot_luck(key_, game.deal, seat),
                                       stop_.get_token());
  ProgramSpec spec;
  spec.command = entrant.spec.command;
  spec.folder = entrant.spec.folder;
  for (const std::string& path : entrant.spec.reads) spec.read_only.emplace_back(path);
  spec.limits.memory = std::int64_t{spec_.limits.memory} << 20;
  spec.limits.processes = spec_.limits.processes;
  spec.limits.scratch = std::int64_t{spec_.limits.scratch} << 20;
  spec.unsafe = options_.unsafe;
  auto program = Program::start(programs_, spec);
  if (!program) return std::make_unique<AbsentPlayer>(program.error());
  return std::make_unique<LinePlayer>(std::make_unique<ProgramLink>(std::move(*program)), seat, game.number);
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
  for (const Book::Ended& one : book_.ended_after(serial_)) accounts_->add(one);
}

void Runner::read_all() {
  accounts_.emplace(spec_.course, static_cast<int>(entrants_.size()));
  serial_ = 0;
  read_new();
}

// The round is over: the next one, or the end.
void Runner::direct() {
  const GameCounts counts = book_.counts();
  if (counts.waiting > 0 || counts.taken > 0) return;
  std::vector<EntrantState> states;
  for (const EntrantEntry& entrant : entrants_) states.push_back(entrant.state);
  const std::vector<Game> games =
      next_round(spec_.course, states, accounts_->games(), book_.next_game(), book_.next_deal());
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
  for (std::size_t i = 0; i < entrants_.size(); ++i) {
    const Entrant entrant = static_cast<Entrant>(i);
    const EntrantEntry& entry = entrants_[i];
    const std::int64_t games = accounts_->entrants()[i].faulty_games;
    if (games < spec_.faults.disqualify_after || !entry.state.active) continue;
    const std::string why = fmt::format("disqualified: faults in {} games", games);
    book_.drop_entrant(entrant, why);
    say(fmt::format("{} is {}", entry.spec.name, why));
    call_off(entrant);
    reload_entrants();
  }
}

// Its games that nobody has begun.
void Runner::call_off(Entrant entrant) {
  const std::lock_guard lock(mutex_);
  std::erase_if(queue_, [&](const Game& game) {
    return std::find(game.seats.begin(), game.seats.end(), entrant) != game.seats.end();
  });
}

void Runner::obey(const Command& command) {
  std::string answer;
  try {
    answer = obeyed(command);
  } catch (const BookError& error) {
    answer = error.message;
  }
  book_.done(command.id, answer);
  // Of a new entrant only the name: how it is started is nobody's business, and the line is on the pages too.
  std::string what = command.argument;
  if (command.verb == "add") {
    const auto spec = entrant_from_json(command.argument);
    what = spec ? spec->name : std::string();
  }
  say(fmt::format("{}{}{}: {}", command.verb, what.empty() ? "" : " ", what, answer));
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
    read_all();
    return "done";
  }
  if (command.verb == "kick") {
    const auto found = std::find_if(entrants_.begin(), entrants_.end(),
                                    [&](const EntrantEntry& one) { return one.spec.name == command.argument; });
    if (found == entrants_.end()) return fmt::format("there is no entrant {}", command.argument);
    if (!found->state.active) return fmt::format("{} has left already", command.argument);
    const Entrant entrant = static_cast<Entrant>(found - entrants_.begin());
    book_.drop_entrant(entrant, "kicked by the organiser");
    call_off(entrant);
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
