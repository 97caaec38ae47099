#include "arena/pages_json.h"

#include <algorithm>
#include <boost/json.hpp>
#include <chrono>

namespace fogg::arena {

namespace {

namespace json = boost::json;

json::string_view view(std::string_view text) { return {text.data(), text.size()}; }

std::size_t at(Entrant entrant) { return static_cast<std::size_t>(entrant); }

json::value estimate(const Estimate& value) {
  json::object out;
  out["value"] = value.value;
  if (value.interval) {
    out["low"] = value.interval->low;
    out["high"] = value.interval->high;
  }
  return out;
}

constexpr std::array<std::string_view, 4> kFormats = {"round-robin", "gauntlet", "swiss", "knock-out"};

bool has_places(const Course& course) { return course.format == Format::kSwiss || course.format == Format::kKnockOut; }

// The best first: by the places of a format that has them, else by strength.
std::vector<Entrant> order_of(const Summary& summary) {
  if (!has_places(summary.course)) return summary.ranking.order;
  std::vector<Entrant> order;
  for (const Place& place : summary.places) order.push_back(place.entrant);
  return order;
}

json::object faults_of(const EntrantAccount& account, bool with_words) {
  json::object faults;
  for (std::size_t fault = 0; fault < kFaults; ++fault)
    if (account.faults[fault] > 0) faults[view(name(static_cast<Fault>(fault)))] = account.faults[fault];
  json::object out;
  out["games"] = account.faulty_games;
  out["kinds"] = std::move(faults);
  out["replaced"] = account.replaced;
  out["forfeited"] = account.forfeited;
  if (account.faulty_games > 0) {
    out["last_game"] = account.last_fault_game;
    // What a program wrote before it broke down may tell of cards.
    if (with_words) out["last_words"] = account.last_words;
  }
  return out;
}

json::array entrants_of(const Snapshot& now, const std::vector<Entrant>& order) {
  const Summary& s = now.summary;
  const bool with_words = now.rule == WatchRule::kLive || is_final(s.phase);
  std::vector<const Place*> places(s.entries.size());
  if (has_places(s.course))
    for (const Place& place : s.places) places[at(place.entrant)] = &place;
  json::array all;
  for (std::size_t i = 0; i < order.size() && i < kMostListed; ++i) {
    const EntrantEntry& entry = s.entries[at(order[i])];
    const Rating& rating = s.ranking.by_entrant[at(order[i])];
    json::object one;
    one["entrant"] = order[i];
    const Place* place = places[at(order[i])];
    one["place"] = place != nullptr ? place->place : static_cast<int>(i) + 1;
    if (place != nullptr) one["score"] = place->score;
    one["name"] = entry.spec.name;
    one["way"] = view(name(entry.spec.way));
    if (!entry.spec.bot.empty()) one["bot"] = entry.spec.bot;
    one["active"] = entry.state.active;
    if (!entry.why_inactive.empty()) one["why_inactive"] = entry.why_inactive;
    one["games"] = rating.games;
    one["elo"] = estimate(rating.elo);
    one["best"] = rating.best;
    one["victories"] = estimate(rating.victories);
    one["points"] = estimate(rating.points);
    one["rank"] = estimate(rating.rank);
    one["faults"] = faults_of(s.accounts[at(order[i])], with_words);
    all.push_back(std::move(one));
  }
  return all;
}

json::array pairs_of(const Summary& s, const std::vector<Entrant>& order) {
  const std::size_t shown = std::min(order.size(), kMostPaired);
  json::array rows;
  for (std::size_t i = 0; i < shown; ++i) {
    json::array row;
    for (std::size_t k = 0; k < shown; ++k) {
      const Pair& pair = s.ranking.pairs[at(order[i])][at(order[k])];
      if (i == k || pair.games == 0) {
        row.push_back(nullptr);
        continue;
      }
      json::object one = estimate(pair.share).as_object();
      one["games"] = pair.games;
      row.push_back(std::move(one));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

json::object game_of(const Summary& s, const GameRow& row, bool open) {
  json::object one;
  one["number"] = row.number;
  one["round"] = row.round;
  one["edition"] = row.edition;
  one["milliseconds"] = row.milliseconds;
  one["record"] = open;
  json::array seats;
  for (const GameRow::Seat& seat : row.seats) {
    json::object who;
    who["entrant"] = seat.entrant;
    if (at(seat.entrant) < s.entries.size()) who["name"] = s.entries[at(seat.entrant)].spec.name;
    who["rank"] = seat.rank;
    who["points"] = seat.points;
    if (seat.faults > 0) who["faults"] = seat.faults;
    if (seat.replaced) who["replaced"] = true;
    if (seat.forfeited) who["forfeited"] = true;
    seats.push_back(std::move(who));
  }
  one["seats"] = std::move(seats);
  return one;
}

}  // namespace

std::string watch_code(std::int64_t number) {
  std::string code(4, 'A');
  for (auto letter = code.rbegin(); letter != code.rend(); ++letter, number /= 26)
    *letter = static_cast<char>('A' + number % 26);
  return code;
}

std::string arena_json(const Snapshot& now, bool plays_here, const std::deque<News>& news) {
  const Summary& s = now.summary;
  const std::vector<Entrant> order = order_of(s);
  json::object out;
  out["version"] = now.version;
  out["name"] = s.name;
  out["phase"] = view(name(s.phase));
  out["format"] = view(kFormats[static_cast<std::size_t>(s.course.format)]);
  out["seats"] = s.course.seats;
  out["editions"] = json::array(s.course.editions.begin(), s.course.editions.end());
  out["round"] = std::max(1, s.round);
  if (s.course.format == Format::kSwiss) out["rounds"] = s.course.rounds;
  out["watch"] = view(is_final(s.phase) ? name(WatchRule::kLive) : name(now.rule));
  out["plays_here"] = plays_here;
  out["games"] = {
      {"over", s.counts.over}, {"open", s.counts.waiting + s.counts.taken}, {"called_off", s.counts.called_off}};
  json::object progress;
  progress["per_second"] = now.per_second;
  progress["seconds_left"] = now.seconds_left ? json::value(*now.seconds_left) : json::value();
  out["progress"] = std::move(progress);
  out["entrants"] = entrants_of(now, order);
  out["entrants_all"] = order.size();
  out["pairs"] = pairs_of(s, order);
  out["above_next"] = has_places(s.course)
                          ? json::array()
                          : json::array(s.ranking.above_next.begin(),
                                        s.ranking.above_next.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                                           s.ranking.above_next.size(), kMostListed)));
  json::array told;
  for (const News& one : news)
    told.push_back(
        {{"line", one.line}, {"kind", one.kind}, {"values", json::array(one.values.begin(), one.values.end())}});
  out["news"] = std::move(told);
  return json::serialize(out) + "\n";
}

std::string games_json(const Snapshot& now, const Clerk::Listed& listed) {
  json::object out;
  json::array games;
  for (std::size_t i = 0; i < listed.games.size(); ++i)
    games.push_back(game_of(now.summary, listed.games[i], listed.open[i]));
  out["games"] = std::move(games);
  out["total"] = listed.total;
  out["next"] = listed.next ? json::value(*listed.next) : json::value();
  return json::serialize(out) + "\n";
}

std::string running_json(const std::vector<std::shared_ptr<const Play>>& plays, bool may_watch) {
  json::array games;
  const auto now = std::chrono::steady_clock::now();
  for (const auto& play : plays) {
    if (games.size() == kMostRunning) break;
    const Play::Look look = play->look();
    json::object one;
    one["number"] = play->game().number;
    one["round"] = play->game().round;
    one["edition"] = play->game().edition;
    one["seconds"] = std::chrono::duration_cast<std::chrono::seconds>(now - play->began()).count();
    if (may_watch) {
      one["code"] = watch_code(play->game().number);
      one["turns"] = look.turns;
    }
    json::array seats;
    for (std::size_t seat = 0; seat < play->header().players.size(); ++seat) {
      json::object who;
      who["entrant"] = play->game().seats[seat];
      who["name"] = play->header().players[seat].name;
      if (seat < play->edition().seats.size()) who["color"] = play->edition().seats[seat];
      if (may_watch && seat < look.points.size()) {
        who["points"] = look.points[seat];
        who["trains"] = look.trains[seat];
        who["deciding"] =
            std::find(look.deciding.begin(), look.deciding.end(), static_cast<int>(seat)) != look.deciding.end();
      }
      seats.push_back(std::move(who));
    }
    one["seats"] = std::move(seats);
    games.push_back(std::move(one));
  }
  json::object out;
  out["all"] = plays.size();
  out["games"] = std::move(games);
  return json::serialize(out) + "\n";
}

std::string start_json(const Snapshot& now) {
  json::object out;
  json::object arena;
  arena["name"] = now.summary.name;
  arena["phase"] = view(name(now.summary.phase));
  arena["over"] = now.summary.counts.over;
  arena["all"] = now.summary.counts.all();
  json::array leaders;
  constexpr std::size_t kLeaders = 3;
  for (const Entrant entrant : order_of(now.summary)) {
    if (leaders.size() == kLeaders || now.summary.ranking.by_entrant[at(entrant)].games == 0) break;
    leaders.push_back(json::string(now.summary.entries[at(entrant)].spec.name));
  }
  arena["leaders"] = std::move(leaders);
  out["arena"] = std::move(arena);
  out["games"] = json::array();  // they are at /api/arena/games
  out["unlisted"] = 0;
  return json::serialize(out) + "\n";
}

}  // namespace fogg::arena
