#include "arena/runner.h"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include "arena/absent_player.h"
#include "arena/basis.h"
#include "arena/bot_player.h"
#include "arena/deal.h"
#include "arena/entry.h"
#include "arena/game_list.h"
#include "arena/gathering.h"
#include "arena/line_player.h"
#include "arena/program_link.h"
#include "arena/referee.h"
#include "arena/schedule_parts.h"
#include "arena/stage.h"
#include "arena/table.h"
#include "arena/v09_player.h"
#include "data/sha256.h"

namespace fogg::arena {

namespace {

using Clock = std::chrono::steady_clock;

// What is over is written down together, so that quick games do not wait for the disk one by one.
constexpr auto kBetweenCommits = std::chrono::milliseconds(100);
constexpr auto kBetweenLooks = std::chrono::milliseconds(400);  // for commands
constexpr auto kBetweenWorkersLooks = std::chrono::milliseconds(1000);  // there may be many of them
// Games at hand for every thread: work for so many seconds, so that others have something to do as well. The quickest games take a fraction
// of a millisecond.
constexpr double kSecondsAtHand = 1.5;
constexpr double kMostAtHand = 2'000;
constexpr double kWeightOfLatest = 0.05;  // in the mean of how long games take
constexpr auto kBetweenTries = std::chrono::milliseconds(50);
// Where somebody may be missing there is enough to choose from.
constexpr double kLeastWithEntry = 500;
constexpr std::size_t kMostUnwritten = 20'000;

// While it is there, threads that wait for somebody who connects hear of everyone who comes.
class WakeUp {
 public:
  WakeUp(Entry* entry, std::condition_variable& sleepers) : entry_(entry) {
    if (entry_ != nullptr) entry_->on_change([&sleepers] { sleepers.notify_all(); });
  }
  ~WakeUp() {
    if (entry_ != nullptr) entry_->on_change({});
  }
  WakeUp(const WakeUp&) = delete;
  WakeUp& operator=(const WakeUp&) = delete;

 private:
  Entry* entry_;
};

}  // namespace

Runner::Runner(const Catalog& catalog, Book& book, Options options)
    : catalog_(catalog), book_(book), options_(std::move(options)), key_(book.key()) {
  auto spec = read_spec("competition", book.spec_text(), book.spec_folder());
  if (!spec) throw CompetitionError{{spec.error()}};
  spec_ = std::move(*spec);
  for (const std::string& id : spec_.course.editions) {
    const auto edition = catalog_.edition(id);
    if (!edition) throw CompetitionError{{edition.error().text()}};
    editions_[id] = *edition;
  }
  if (const auto problem = basis_problem(book_.basis(), basis_of(catalog_, spec_.course.editions)))
    throw CompetitionError{{*problem}};
  gathering_ =
      std::make_unique<Gathering>(options_.entry, spec_.limits.arrive, schedule::seatings_per_deal(spec_.course));
  reload_entrants();
  for (const EntrantEntry& one : *entrants_)
    if (options_.directs && one.state.outside && one.state.active &&
        (!options_.entry || options_.entry->address(one.spec.way).empty()))
      throw BookError{fmt::format("{} connects over the network, but there is no port for that here", one.spec.name)};
  phase_ = book_.phase();
  if (!options_.directs) return;
  for (const EntrantEntry& entrant : *entrants_)
    if (const std::string why = why_not_here(entrant.spec); !why.empty()) throw BookError{why};
}

Runner::~Runner() = default;

const Edition& Runner::edition(const std::string& id) const { return *editions_.at(id); }

void Runner::reload_entrants() {
  auto entrants = book_.entrants();
  if (accounts_) accounts_->admit(static_cast<int>(entrants.size()));
  if (options_.entry) options_.entry->admit(entrants);
  {
    const std::lock_guard lock(mutex_);
    entrants_ = std::make_shared<const std::vector<EntrantEntry>>(std::move(entrants));
  }
  admit_programs();
}

// Games with programs come into the queue only after this, so the threads that play them see it.
void Runner::admit_programs() {
  std::vector<Entrant> others;
  for (std::size_t i = 0; i < entrants_->size(); ++i) {
    const EntrantEntry& entrant = (*entrants_)[i];
    const std::string why = why_not_here(entrant.spec);
    if (why.empty()) {
      if (entrant.spec.way == Way::kProgram && options_.threads > 0 && !programs_)
        programs_ = std::make_shared<ProgramHost>();
      continue;
    }
    const auto id = static_cast<Entrant>(i);
    others.push_back(id);
    if (!options_.directs && std::find(not_here_.begin(), not_here_.end(), id) == not_here_.end())
      news_.push_back({fmt::format("games with {} are left to others: {}", entrant.spec.name, why)});
  }
  not_here_ = std::move(others);
}

// Why games with this entrant cannot be played by this process; nothing if they can.
std::string Runner::why_not_here(const EntrantSpec& entrant) const {
  if (entrant.way == Way::kBuiltIn) return {};
  if (entrant.way >= Way::kConnects) {
    if (!options_.directs) return "it connects to the machine that runs the competition";
    return options_.threads > 0
               ? ""
               : fmt::format("{} connects over the network, so its games must be played here: give at least one thread",
                             entrant.name);
  }
  if (options_.directs && options_.threads == 0) return {};
  if (const auto& problem = sandbox_problem(); problem && !options_.unsafe)
    return fmt::format("programs cannot be run safely here: {}", *problem);
  // A worker whose machine does not have it would make it lose.
  if (std::error_code error; !options_.directs && !std::filesystem::is_directory(entrant.folder, error))
    return fmt::format("there is no folder {}", entrant.folder);
  return {};
}

void Runner::run() {
  const auto begin = Clock::now();
  if (options_.directs) {
    if (const int games = book_.redeal_begun(); games > 0)
      news_.push_back({fmt::format("{} games that were interrupted begin anew, with cards that nobody has seen", games),
                       "anew",
                       {std::to_string(games)}});
    read_all();
  }
  counts_ = book_.counts();
  played_before_ = counts_.over;
  {
    const WakeUp wake_up(options_.entry.get(), work_);
    std::vector<std::jthread> threads;
    for (int i = 0; i < options_.threads; ++i) threads.emplace_back([this] { work(stop_.get_token()); });
    // Also if the book fails: the threads must end before they can be waited for.
    const std::shared_ptr<void> at_end(nullptr, [this](void*) {
      stop_.request_stop();
      work_.notify_all();
    });
    const Clock::duration between_looks =
        std::min<Clock::duration>(options_.directs ? kBetweenLooks : kBetweenWorkersLooks, options_.lease / 4);
    auto looked = Clock::time_point();
    bool goes_on = true;
    while (goes_on) {
      if (Clock::now() - looked > between_looks) {
        looked = Clock::now();
        look();
      }
      const bool fresh = commit();
      if (fresh) {
        disqualify();
        judge();
      }
      const bool has_work = phase_ == Phase::kRunning ? fetch() : has_at_hand();
      if (options_.directs) {
        if (phase_ == Phase::kRunning && !has_work) direct();
        counts_ = book_.counts();
      }
      std::vector<News> news = std::exchange(news_, {});
      {
        std::unique_lock lock(mutex_);
        if (failure_) break;
        for (News& one : gathering_->take_news()) news.push_back(std::move(one));
        Standing standing{phase_,
                          round_,
                          counts_,
                          played_here_,
                          std::max<std::int64_t>(0, counts_.over - played_before_),
                          std::chrono::duration<double>(Clock::now() - begin).count(),
                          std::move(news)};
        lock.unlock();
        goes_on = options_.watch(standing) && (has_work || options_.directs) && phase_ != Phase::kAborted &&
                  phase_ != Phase::kOver;
        lock.lock();
        // Sooner if the round has come to its end, or a thread has nothing to do.
        if (goes_on)
          work_.wait_for(lock, kBetweenCommits, [&] {
            if (failure_ || !queue_.empty()) return failure_ != nullptr;
            const bool is_idle = phase_ == Phase::kRunning && playing_ < options_.threads && !exhausted_;
            return is_idle || (playing_ == 0 && !finished_.empty());
          });
      }
    }
  }
  commit();
  book_.give_back(options_.worker);
  counts_ = book_.counts();
  if (failure_) std::rethrow_exception(failure_);
}

void Runner::work(std::stop_token stop) {
  try {
    Table table(key_, stop);
    while (!stop.stop_requested()) {
      std::optional<Beginning> beginning;
      {
        std::unique_lock lock(mutex_);
        if (!work_.wait_for(lock, kBetweenCommits, [&] {
              return stop.stop_requested() || (!queue_.empty() && finished_.size() < kMostUnwritten);
            }))
          continue;
        if (stop.stop_requested()) return;
        beginning = gathering_->pick(queue_, *entrants_, exhausted_);
        if (!beginning) {
          work_.wait_for(lock, kBetweenTries);  // for those who are missing
          continue;
        }
        playing_ += static_cast<int>(beginning->games.size());
      }
      const auto begin = Clock::now();
      std::vector<Finished> finished = play_together(*beginning, table);
      const double took = std::chrono::duration<double>(Clock::now() - begin).count();
      const std::lock_guard lock(mutex_);
      playing_ -= static_cast<int>(beginning->games.size());
      if (finished.empty()) continue;
      pace_ = pace_ == 0 ? took : pace_ + kWeightOfLatest * (took - pace_);
      played_here_ += static_cast<std::int64_t>(finished.size());
      // Written down together, so that nobody who connects plays a deal again of which it knows a part.
      for (Finished& one : finished) finished_.push_back(std::move(one));
      if (queue_.empty()) work_.notify_all();
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    work_.notify_all();
  }
}

// The first one here, the others on threads of their own. All of them or none.
std::vector<Finished> Runner::play_together(Beginning& beginning, Table& table) {
  if (const auto seen = beginning.seen_outside(); !seen.empty()) book_.note_begun(seen);
  std::vector<Finished> finished(beginning.games.size());
  std::vector<char> over(beginning.games.size(), 0);
  const auto play_one = [&](std::size_t i, Table& at) {
    Beginning::One& one = beginning.games[i];
    over[i] = play(one.game, at, std::move(one.links), finished[i]) ? 1 : 0;
  };
  {
    std::mutex guard;
    std::exception_ptr failure;
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < finished.size(); ++i) {
      others.emplace_back([&, i] {
        try {
          Table own(key_, stop_.get_token());
          play_one(i, own);
        } catch (...) {
          const std::lock_guard lock(guard);
          if (!failure) failure = std::current_exception();
        }
      });
    }
    play_one(0, table);
    others.clear();  // waits for them
    if (failure) std::rethrow_exception(failure);
  }
  if (std::count(over.begin(), over.end(), 0) > 0) finished.clear();
  return finished;
}

bool Runner::play(const Game& game, Table& table, Links links, Finished& finished) {
  std::shared_ptr<const std::vector<EntrantEntry>> entrants;
  {
    const std::lock_guard lock(mutex_);
    entrants = entrants_;
  }
  Seated seated;
  std::vector<std::string_view> bots;
  for (const Entrant entrant : game.seats) {
    seated.push_back(&entrants->at(static_cast<std::size_t>(entrant)));
    if (seated.back()->spec.way == Way::kBuiltIn) bots.emplace_back(seated.back()->spec.bot);
  }
  if (bots.size() == seated.size()) {
    Broadcast live(options_.stage, game, editions_.at(game.edition), seated, key_);
    return table.play(game, edition(game.edition), bots, finished, &live);
  }
  return play_refereed(game, seated, std::move(links), finished);
}

bool Runner::play_refereed(const Game& game, const Seated& seated, Links links, Finished& finished) {
  Referee::Setting setting;
  setting.edition = editions_.at(game.edition);
  setting.header.edition = game.edition;
  setting.header.data_hash = setting.edition->data_hash;
  for (const EntrantEntry* entrant : seated) setting.header.players.push_back({entrant->spec.name, entrant->spec.bot});
  setting.key = deal_key(key_, game.deal);
  setting.header.key_hash = sha256_hex({reinterpret_cast<const char*>(setting.key.data()), setting.key.size()});
  setting.limits = spec_.limits;
  setting.faults = spec_.faults;
  setting.luck = bot_luck(key_, game.deal, kMaxPlayers);
  setting.stop = stop_.get_token();
  std::vector<std::unique_ptr<Player>> players;
  for (std::size_t seat = 0; seat < seated.size(); ++seat)
    players.push_back(player_for(*seated[seat], game, static_cast<int>(seat), std::move(links[seat])));
  Broadcast live(options_.stage, game, editions_.at(game.edition), seated, key_);
  if (live.is_wanted())
    setting.watched = [&live](const server::Game& position, std::string_view fresh) { live.hear(position, fresh); };
  finished = {};
  finished.game = game;
  return Referee(std::move(setting), std::move(players)).play(finished);
}

std::unique_ptr<Player> Runner::player_for(const EntrantEntry& entrant, const Game& game, int seat,
                                           std::unique_ptr<Link> link) {
  if (entrant.spec.way >= Way::kConnects) {
    if (!link)
      return std::make_unique<AbsentPlayer>(fmt::format("was not there within {} s", spec_.limits.arrive),
                                            Fault::kDisconnect);
    if (entrant.spec.way == Way::kConnectsV09) return std::make_unique<V09Player>(std::move(link), seat);
    return std::make_unique<LinePlayer>(std::move(link), seat, game.number);
  }
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

void Runner::look() {
  if (options_.directs) {
    for (const Command& command : book_.commands()) obey(command);
  } else {
    follow();
  }
  if (Clock::now() - kept_ < options_.lease / 4) return;
  kept_ = Clock::now();
  book_.keep(options_.worker, options_.lease);
}

// What whoever directs the competition has decided meanwhile.
void Runner::follow() {
  phase_ = book_.phase();
  counts_ = book_.counts();
  reload_entrants();
  for (std::size_t i = 0; i < entrants_->size(); ++i)
    if (!(*entrants_)[i].state.active) call_off(static_cast<Entrant>(i));
  if (phase_ == Phase::kRunning) return;
  {
    const std::lock_guard lock(mutex_);
    queue_.clear();
  }
  book_.give_back(options_.worker);
}

// How many games should be at hand.
std::size_t Runner::wanted() const {
  const double most = pace_ > 0 ? std::min(kMostAtHand, kSecondsAtHand / pace_) : 0;
  const double least = options_.entry ? kLeastWithEntry : options_.threads - playing_;
  return static_cast<std::size_t>(std::max(least, most * options_.threads));
}

// False if there is nothing more to play in this round.
bool Runner::fetch() {
  std::unique_lock lock(mutex_);
  if (queue_.size() < (wanted() + 1) / 2) {
    const std::size_t most = wanted() - queue_.size();
    lock.unlock();
    const std::vector<Game> games = book_.take(options_.worker, static_cast<int>(most), options_.lease, not_here_);
    // Somebody who came after the last look.
    for (const Game& game : games)
      if (*std::max_element(game.seats.begin(), game.seats.end()) >= static_cast<Entrant>(entrants_->size()))
        reload_entrants();
    lock.lock();
    exhausted_ = games.size() < most;
    for (const Game& game : games) queue_.push_back(game);
    if (!games.empty()) work_.notify_all();
  }
  lock.unlock();
  return has_at_hand();
}

bool Runner::has_at_hand() {
  const std::lock_guard lock(mutex_);
  return !queue_.empty() || playing_ > 0 || !finished_.empty();
}

// True if there are games that were not known to be over.
bool Runner::commit() {
  std::vector<Finished> finished;
  {
    const std::lock_guard lock(mutex_);
    finished.swap(finished_);
  }
  if (!finished.empty()) book_.finish(options_.worker, finished);
  return options_.directs && read_new();
}

bool Runner::read_new() {
  return book_.each_ended_after(serial_, [&](const Book::Ended& one) {
    accounts_->add(one);
    if (options_.games != nullptr) options_.games->add(one, *entrants_);
  });
}

void Runner::read_all() {
  accounts_.emplace(spec_.course, static_cast<int>(entrants_->size()));
  if (options_.games != nullptr) options_.games->clear();
  serial_ = 0;
  read_new();
}

// The round is over: the next one, or the end.
void Runner::direct() {
  const GameCounts counts = book_.counts();
  if (counts.waiting > 0 || counts.taken > 0) return;
  // Workers may have finished the last ones a moment ago.
  if (read_new()) disqualify();
  std::vector<EntrantState> states;
  for (const EntrantEntry& entrant : *entrants_) states.push_back(entrant.state);
  const std::vector<Game> games =
      next_round(spec_.course, states, accounts_->games(), book_.next_game(), book_.next_deal());
  if (games.empty()) {
    phase_ = Phase::kOver;
    book_.set_phase(phase_);
    return;
  }
  book_.add_games(games);
  {
    const std::lock_guard lock(mutex_);
    exhausted_ = false;
  }
  round_ = games.front().round;
  news_.push_back({fmt::format("round {}: {} games", round_, games.size()),
                   "round",
                   {std::to_string(round_), std::to_string(games.size())}});
}

void Runner::disqualify() {
  if (spec_.faults.disqualify_after == 0) return;
  for (std::size_t i = 0; i < entrants_->size(); ++i) {
    const Entrant entrant = static_cast<Entrant>(i);
    const EntrantEntry& entry = (*entrants_)[i];
    const std::int64_t games = accounts_->entrants()[i].faulty_games;
    if (games < spec_.faults.disqualify_after || !entry.state.active) continue;
    const std::string why = fmt::format("disqualified: faults in {} games", games);
    book_.drop_entrant(entrant, why);
    news_.push_back(
        {fmt::format("{} is {}", entry.spec.name, why), "disqualified", {entry.spec.name, std::to_string(games)}});
    call_off(entrant);
    reload_entrants();
  }
}

// A test that has its answer needs no more games.
void Runner::judge() {
  const auto sprt = accounts_->sprt();
  if (!sprt || sprt->verdict == SprtVerdict::kGoOn || phase_ != Phase::kRunning) return;
  const SprtOptions& asked = *spec_.course.sprt;
  const std::string& a = (*entrants_)[0].spec.name;
  const std::string& b = (*entrants_)[1].spec.name;
  news_.push_back(
      {sprt_text(*sprt, asked, a, b),
       sprt->verdict == SprtVerdict::kH1 ? "better" : "not-better",
       {b, a, fmt::format("{:g}", asked.elo1), fmt::format("{:g}", asked.elo0), std::to_string(sprt->deals)}});
  phase_ = Phase::kOver;
  book_.set_phase(phase_);
  const std::lock_guard lock(mutex_);
  queue_.clear();
}

// Its games that nobody has begun.
void Runner::call_off(Entrant entrant) {
  const std::lock_guard lock(mutex_);
  std::erase_if(queue_, [&](const Game& game) {
    return std::find(game.seats.begin(), game.seats.end(), entrant) != game.seats.end();
  });
}

}  // namespace fogg::arena
