#include "arena/clerk.h"

#include <fmt/format.h>
#include <algorithm>

#include "arena/records.h"

namespace fogg::arena {

namespace {

// Whoever comes after a while should not see what is long past.
constexpr auto kIdle = std::chrono::seconds(10);
constexpr auto kBetweenLooks = std::chrono::milliseconds(700);
// Looking must not cost the competition more than this part of one core.
constexpr int kShareOfTime = 20;
constexpr auto kTooLong = std::chrono::milliseconds(200);
constexpr auto kLately = std::chrono::seconds(60);
// Rows one question may go through; whoever wants more asks again.
constexpr std::size_t kMostLookedAt = 100'000;

}  // namespace

Clerk::Clerk(std::unique_ptr<Book> book, const Catalog& catalog, std::optional<WatchRule> rule, bool unsafe)
    : book_(std::move(book)), catalog_(catalog), wanted_rule_(rule), unsafe_(unsafe) {
  auto spec = read_spec("the competition", book_->spec_text(), book_->spec_folder());
  if (!spec) throw BookError{spec.error()};
  spec_ = std::move(*spec);
  look();
  thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

Clerk::~Clerk() = default;

void Clerk::work(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    {
      std::unique_lock lock(mutex_);
      asked_.wait_for(lock, stop, kIdle, [this] { return is_asked_; });
      if (stop.stop_requested()) return;
      is_asked_ = false;
      if (is_final(snapshot_->summary.phase)) continue;
    }
    const auto begin = Clock::now();
    try {
      look();
    } catch (const BookError&) {  // NOLINT(bugprone-empty-catch)
      // A store that is busy or on its way: what was known before is still shown, and the next look may find more.
    }
    const auto took = Clock::now() - begin;
    if (took > kTooLong) resamples_ = resamples_ > 25 ? resamples_ / 2 : 0;
    std::unique_lock lock(mutex_);
    asked_.wait_for(lock, stop, std::max<Clock::duration>(kBetweenLooks, kShareOfTime * took), [] { return false; });
  }
}

std::size_t Clerk::known() {
  const std::lock_guard lock(mutex_);
  return rows_.size();
}

// False if one of them was there before.
bool Clerk::read() {
  book_->each_ended_after(serial_, [&](const Book::Ended& game) {
    accounts_->add(game);
    const std::lock_guard lock(mutex_);
    by_number_[game.game.number] = rows_.size();
    rows_.push_back(row_of(game));
  });
  const std::lock_guard lock(mutex_);
  return by_number_.size() == rows_.size();
}

void Clerk::look() {
  auto next = std::make_shared<Snapshot>();
  // The phase first: what is said to be over then has no game that is not read below.
  const Phase phase = book_->phase();
  const std::vector<EntrantEntry> entrants = book_->entrants();
  const GameCounts counts = book_->counts();
  const auto start_anew = [&] {
    accounts_.emplace(spec_.course, static_cast<int>(entrants.size()));
    serial_ = 0;
    const std::lock_guard lock(mutex_);
    rows_.clear();
    by_number_.clear();
  };
  // A game that is played once more counts once: then there are fewer than were read, or one of them comes again.
  if (!accounts_ || static_cast<std::int64_t>(known()) > counts.over) start_anew();
  accounts_->admit(static_cast<int>(entrants.size()));
  if (!read()) {
    start_anew();
    read();
  }
  next->summary = summarize(spec_, phase, counts, entrants, *accounts_, {resamples_});
  next->rule = wanted_rule_.value_or(usual_rule(entrants, unsafe_));
  next->version = ++version_;
  const auto now = Clock::now();
  marks_.push_back({now, counts.over});
  while (marks_.size() > 2 && (now - marks_.front().at > kLately || marks_.front().over > counts.over))
    marks_.pop_front();
  const double passed = std::chrono::duration<double>(now - marks_.front().at).count();
  const std::int64_t done = counts.over - marks_.front().over;
  if (passed > 0 && done > 0) {
    next->per_second = static_cast<double>(done) / passed;
    if (phase == Phase::kRunning)
      next->seconds_left = static_cast<double>(counts.waiting + counts.taken) / next->per_second;
  }
  const std::lock_guard lock(mutex_);
  snapshot_ = std::move(next);
}

std::shared_ptr<const Snapshot> Clerk::snapshot() {
  const std::lock_guard lock(mutex_);
  // What is over does not change any more.
  if (!is_final(snapshot_->summary.phase)) {
    is_asked_ = true;
    asked_.notify_all();
  }
  return snapshot_;
}

// Whether its record may be seen. The same cards must not come again in another game.
bool Clerk::is_open(const GameRow& row, const Snapshot& now) {
  if (is_final(now.summary.phase)) return true;
  if (now.rule == WatchRule::kNone) return false;
  {
    const std::lock_guard lock(mutex_);
    if (dealt_out_.contains(row.deal)) return true;
  }
  if (!book_->is_dealt_out(row.deal)) return false;
  const std::lock_guard lock(mutex_);
  dealt_out_.insert(row.deal);
  return true;
}

Clerk::Listed Clerk::games(const Question& question) {
  const auto now = snapshot();
  Listed listed;
  {
    const std::lock_guard lock(mutex_);
    listed.total = static_cast<std::int64_t>(rows_.size());
    auto at =
        static_cast<std::size_t>(std::clamp<std::int64_t>(question.before.value_or(listed.total), 0, listed.total));
    for (std::size_t looked_at = 0; at > 0 && looked_at < kMostLookedAt && listed.games.size() < question.most;
         ++looked_at) {
      const GameRow& row = rows_[--at];
      const bool fits = (!question.only_faults || row.has_fault()) &&
                        (!question.entrant || std::any_of(row.seats.begin(), row.seats.end(), [&](const auto& seat) {
                          return seat.entrant == *question.entrant;
                        }));
      if (fits) listed.games.push_back(row);
    }
    if (at > 0) listed.next = static_cast<std::int64_t>(at);
  }
  for (const GameRow& row : listed.games) listed.open.push_back(is_open(row, *now));
  return listed;
}

tl::expected<std::string, Clerk::NoRecord> Clerk::record(std::int64_t number) {
  const auto now = snapshot();
  const auto finished = book_->finished(number);
  if (!finished) return tl::unexpected(NoRecord{404, fmt::format("there is no game {} that is over", number)});
  GameRow row;
  row.deal = finished->game.deal;
  if (!is_open(row, *now)) {
    return tl::unexpected(
        NoRecord{403, now->rule == WatchRule::kNone
                          ? "records of this competition can be seen when it is over"
                          : "the same cards are still to be played by others: the record of this game can be seen when "
                            "all games of its deal are over"});
  }
  auto record = record_of(catalog_, *book_, number);
  if (!record) return tl::unexpected(NoRecord{500, record.error()});
  return std::move(*record);
}

}  // namespace fogg::arena
