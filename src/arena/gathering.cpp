#include "arena/gathering.h"

#include <fmt/format.h>
#include <algorithm>
#include <utility>

namespace fogg::arena {

namespace {

// Old clients connect anew for every game; that is not worth a word.
constexpr auto kBeforeTelling = std::chrono::seconds(2);

std::vector<Entrant> players_of(const Game& game) {
  std::vector<Entrant> players = game.seats;
  std::sort(players.begin(), players.end());
  return players;
}

}  // namespace

std::vector<std::int64_t> Beginning::seen_outside() const {
  std::vector<std::int64_t> numbers;
  for (const One& one : games)
    if (std::any_of(one.links.begin(), one.links.end(), [](const auto& link) { return link != nullptr; }))
      numbers.push_back(one.game.number);
  return numbers;
}

Gathering::Gathering(std::shared_ptr<Entry> entry, double arrive, std::int64_t together)
    : entry_(std::move(entry)), arrive_(arrive), together_(together) {}

Gathering::Wanted Gathering::wanted(const std::deque<Game>& queue, std::size_t at,
                                    const std::vector<EntrantEntry>& entrants) const {
  const Game& game = queue[at];
  Wanted wanted;
  wanted.games.push_back(at);
  const std::vector<Entrant> players = players_of(game);
  // The schedule has the games of a deal between the same players one after the other.
  for (std::size_t i = at + 1; game.together && i < queue.size(); ++i) {
    if (!queue[i].together || queue[i].deal != game.deal || players_of(queue[i]) != players) break;
    wanted.games.push_back(i);
  }
  for (const Entrant entrant : players)
    if (entrants.at(static_cast<std::size_t>(entrant)).spec.way >= Way::kConnects)
      wanted.lines[entrant] = static_cast<int>(wanted.games.size());
  return wanted;
}

bool Gathering::is_ready(Entrant entrant, int lines, const EntrantEntry& entry) {
  const Entry::Presence presence = entry_->presence(entrant);
  const auto now = Clock::now();
  const std::string& name = entry.spec.name;
  if (presence.there >= lines) {
    const auto found = missing_.find({entrant, lines});
    if (found != missing_.end() && found->second.told)
      news_.push_back({fmt::format("{} is here", name), "here", {name}});
    if (found != missing_.end()) missing_.erase(found);
    return presence.idle >= lines;  // else it plays elsewhere now
  }
  Missing& missing = missing_.try_emplace({entrant, lines}, Missing{now}).first->second;
  if (!missing.told && now - missing.since >= kBeforeTelling) {
    missing.told = true;
    const std::string& address = entry_->address(entry.spec.way);
    News waiting{fmt::format("waiting for {} to connect to {}", name, address), "missing", {name, address}};
    if (lines > 1) {
      waiting.line += fmt::format(": {} of {} connections are there", presence.there, lines);
      waiting.kind = "missing-lines";
      waiting.values.push_back(std::to_string(presence.there));
      waiting.values.push_back(std::to_string(lines));
    }
    news_.push_back(std::move(waiting));
  }
  const bool is_late = std::chrono::duration<double>(now - missing.since).count() >= arrive_;
  if (is_late && !std::exchange(missing.overdue, true)) {
    missing.told = true;
    const std::string seconds = fmt::format("{}", arrive_);
    news_.push_back(
        {fmt::format("{} has not come for {} s: its games begin without it", name, seconds), "late", {name, seconds}});
  }
  return is_late;
}

std::optional<Beginning> Gathering::begin(std::deque<Game>& queue, const Wanted& wanted) {
  Beginning beginning;
  std::vector<Entry::Place> places;
  for (const std::size_t at : wanted.games)
    for (const Entrant entrant : queue[at].seats)
      if (const auto found = wanted.lines.find(entrant); found != wanted.lines.end())
        places.push_back({entrant, queue[at].number, !missing_.contains(*found)});
  std::vector<std::unique_ptr<Link>> links;
  if (!places.empty()) {
    auto seated = entry_->seat(places);
    if (!seated) return {};  // somebody went away just now
    links = std::move(*seated);
  }
  std::size_t next = 0;
  for (const std::size_t at : wanted.games) {
    Beginning::One one{std::move(queue[at]), {}};
    for (const Entrant entrant : one.game.seats)
      one.links.push_back(wanted.lines.contains(entrant) ? std::move(links[next++]) : nullptr);
    beginning.games.push_back(std::move(one));
  }
  for (auto at = wanted.games.rbegin(); at != wanted.games.rend(); ++at)
    queue.erase(queue.begin() + static_cast<std::ptrdiff_t>(*at));
  return beginning;
}

std::optional<Beginning> Gathering::pick(std::deque<Game>& queue, const std::vector<EntrantEntry>& entrants,
                                         bool is_all) {
  std::map<Entrant, int> lacking;  // who cannot have so many lines now
  std::size_t next = 0;
  for (std::size_t at = 0; at < queue.size(); at = next) {
    const Game& game = queue[at];
    next = at + 1;
    const bool connects = std::any_of(game.seats.begin(), game.seats.end(), [&](Entrant entrant) {
      return entrants.at(static_cast<std::size_t>(entrant)).spec.way >= Way::kConnects;
    });
    if (!connects) return begin(queue, {{at}, {}});
    const Wanted all = wanted(queue, at, entrants);
    next = all.games.back() + 1;
    // The rest of the deal is not at hand yet.
    const bool is_cut =
        game.together && static_cast<std::int64_t>(all.games.size()) < together_ && !is_all && next == queue.size();
    if (is_cut) continue;
    bool ready = true;
    for (const auto& [entrant, lines] : all.lines) {
      const auto known = lacking.find(entrant);
      if (known != lacking.end() && known->second <= lines) {
        ready = false;
      } else if (!is_ready(entrant, lines, entrants.at(static_cast<std::size_t>(entrant)))) {
        lacking[entrant] = lines;
        ready = false;
      }
    }
    if (!ready) continue;
    if (auto beginning = begin(queue, all)) return beginning;
  }
  return {};
}

std::vector<News> Gathering::take_news() {
  std::vector<News> news = std::exchange(news_, {});
  if (entry_)
    for (News& one : entry_->take_news()) news.push_back(std::move(one));
  return news;
}

}  // namespace fogg::arena
