#include "arena/worker.h"

#include <fmt/format.h>
#include <algorithm>
#include <random>
#include <thread>

namespace fogg::arena {

namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(250);
// Until it looks again at a competition whose games were not for it.
constexpr auto kRest = std::chrono::seconds(1);

bool is_done(const Offer& offer) { return offer.phase == Phase::kOver || offer.phase == Phase::kAborted; }

}  // namespace

Worker::Worker(const Catalog& catalog, Database database, Options options)
    : catalog_(catalog), database_(std::move(database)), options_(std::move(options)) {
  id_ = unique_worker(options_.name);
}

std::string unique_worker(const std::string& name) {
  std::random_device random;
  return fmt::format("{}/{:08x}", name, random());
}

bool Worker::run() {
  const std::unique_ptr<Offers> offers = open_offers(database_);
  // It was there a moment ago; from now on a restart is only a pause.
  database_.waits_at_start = true;
  while (true) {
    const std::vector<Offer> all = offers->all();
    if (options_.until_done && !all.empty() && std::all_of(all.begin(), all.end(), [&](const Offer& one) {
          return is_done(one) || refused_.contains(one.name);
        }))
      return refused_.empty();
    const Offer* const next = choose(all);
    if (!(next == nullptr ? wait() : help(next->name))) return refused_.empty();
  }
}

const Offer* Worker::choose(const std::vector<Offer>& offers) const {
  const Offer* best = nullptr;
  for (const Offer& offer : offers) {
    if (offer.phase != Phase::kRunning || !offer.has_games || refused_.contains(offer.name)) continue;
    const auto rests = not_before_.find(offer.name);
    if (rests != not_before_.end() && Clock::now() < rests->second) continue;
    if (best == nullptr || offer.workers < best->workers) best = &offer;
  }
  return best;
}

// False if it is to stop.
bool Worker::help(const std::string& name) {
  const std::int64_t before = played_;
  const double seconds_before = seconds_;
  bool goes_on = true;
  Runner::Options how;
  how.threads = options_.threads;
  how.worker = id_;
  how.unsafe = options_.unsafe;
  how.lease = options_.lease;
  how.directs = false;
  how.watch = [&](const Standing& standing) {
    played_ = before + standing.played_here;
    seconds_ = seconds_before + standing.seconds;
    WorkerStanding mine{name, standing.counts, played_, seconds_, {}};
    for (const News& one : standing.news) {
      std::string full = fmt::format("{}: {}", name, one.line);
      if (said_.insert(full).second) mine.news.push_back(std::move(full));
    }
    goes_on = options_.watch(mine);
    return goes_on;
  };
  try {
    const std::unique_ptr<Book> book = open_book(database_, name, Access::kLook);
    Runner(catalog_, *book, std::move(how)).run();
  } catch (const CompetitionError& error) {
    refused_.insert(name);
    goes_on = options_.watch(
        {{}, {}, played_, seconds_, {fmt::format("no games of \"{}\" are taken: {}", name, error.message)}});
  }
  if (played_ == before) not_before_[name] = Clock::now() + kRest;
  return goes_on;
}

bool Worker::wait() {
  std::this_thread::sleep_for(kBetweenLooks);
  return options_.watch({{}, {}, played_, seconds_, {}});
}

}  // namespace fogg::arena
