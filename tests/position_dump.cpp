// What the engine says of every position of a recorded game, for the tests of the browser's model (web/src/model):
//   position_dump RECORD [--requests]
// One JSON object per line: after the set-up, after every action with all that it caused, after every undo. `seq` is the last event that
// led there; of the other facts only those that changed since the line before. With --requests instead the legal actions, as a request
// of the protocol has them, at the first and at the 25th position of every phase.
#include <array>
#include <boost/json.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "engine/legal.h"
#include "engine/refusal.h"
#include "engine/score.h"
#include "playback/replay.h"
#include "record/event.h"

namespace fogg {
namespace {

namespace json = boost::json;

constexpr const char* kPhases[] = {"mix", "start", "turn", "second", "choose", "tunnel", "place", "journey", "over"};
constexpr const char* kEndings[] = {"none", "last_round", "all_passed", "turn_limit"};

class Dump {
 public:
  Dump(const Edition& edition, const Record& record, bool requests)
      : edition_(edition), record_(record), requests_(requests) {}

  void say(const State& state, std::size_t events) {
    json::object line{{"seq", record_.events[events - 1].event.seq}};
    if (requests_) {
      const int times = ++phases_[static_cast<std::size_t>(state.phase)];
      if (state.over() || (times != 1 && times != 25)) return;
      line["phase"] = kPhases[static_cast<std::size_t>(state.phase)];
      line["seat"] = state.actor();
      line["actions"] = legal(state);
      std::cout << json::serialize(line) << '\n';
      return;
    }
    json::object now = facts(state);
    for (const auto& [key, value] : now) {
      if (const json::value* old = before_.if_contains(key); old == nullptr || *old != value) line[key] = value;
    }
    before_ = std::move(now);
    std::cout << json::serialize(line) << '\n';
  }

 private:
  template <typename F>
  static json::array by_seat(const State& state, F&& f) {
    json::array list;
    for (std::size_t seat = 0; seat < state.players; ++seat) list.emplace_back(f(seat));
    return list;
  }
  static json::value cards(const CardCounts& counts) {
    json::object out;
    for (int kind = 0; kind < kCardKinds; ++kind) {
      const auto card = static_cast<Card>(kind);
      if (counts[card] > 0) out[name(card)] = counts[card];
    }
    return out;
  }
  json::value tickets(const State& state, std::uint8_t place) const {
    json::array list;
    state.tickets_at(edition_, place).each([&](int ticket) { list.emplace_back(ticket); });
    return list;
  }
  // One letter per route: its owner, or a dot.
  std::string owners(const State& state) const {
    std::string out(edition_.board.routes.size(), '.');
    for (std::size_t seat = 0; seat < state.players; ++seat)
      state.owned[seat].each([&](int route) { out[static_cast<std::size_t>(route)] = static_cast<char>('0' + seat); });
    return out;
  }
  // One letter per route: + if who has the turn can claim it now, else a dot.
  std::string claimable(const State& state) const {
    if (state.phase != Phase::kTurn) return "";
    std::string out(edition_.board.routes.size(), '.');
    Legal(edition_, state, state.player).each([&](const Action& action) {
      if (action.kind == ActionKind::kClaim) out[action.where] = '+';
    });
    return out;
  }
  static json::value cities(CitySet set) {
    json::array list;
    for (int city = 0; city < kMaxCities; ++city) {
      if ((set & city_bit(city)) != 0) list.emplace_back(city);
    }
    return list;
  }

  json::object facts(const State& s) const {
    json::object out;
    out["phase"] = kPhases[static_cast<std::size_t>(s.phase)];
    out["ending"] = kEndings[static_cast<std::size_t>(s.ending)];
    json::array acting;
    for (int seat = 0; seat < s.players; ++seat) {
      if (s.may_act(seat)) acting.emplace_back(seat);
    }
    out["acting"] = std::move(acting);
    out["first"] = s.first_player;
    out["turns"] = s.turns;
    out["turns_left"] = s.turns_left;
    out["passes"] = s.passes;
    out["owners"] = owners(s);
    out["claimable"] = claimable(s);
    out["trains"] = by_seat(s, [&](std::size_t i) { return json::value(s.trains[i]); });
    out["points"] = by_seat(s, [&](std::size_t i) { return json::value(s.points[i]); });
    for (std::size_t i = 0; i < s.players; ++i) seat_facts(s, i, out);
    out["deck"] = s.deck_size;
    out["discards"] = cards(s.discards);
    json::array row;
    for (const std::uint8_t card : s.row)
      row.emplace_back(card == kEmptyPlace ? json::value(nullptr) : json::value(name(static_cast<Card>(card))));
    out["row"] = std::move(row);
    json::array piles;
    for (std::size_t deck = 0; deck < edition_.decks.size(); ++deck) piles.emplace_back(s.pile[deck].size());
    out["ticket_decks"] = std::move(piles);
    const Scores scores = score(edition_, s);
    out["completed"] = by_seat(s, [&](std::size_t i) { return json::value(scores[i].completed); });
    if (edition_.has_extras()) extras(s, s.extras(edition_), out);
    return out;
  }

  // By themselves, so that a change of one seat's does not repeat those of the others.
  void seat_facts(const State& s, std::size_t i, json::object& out) const {
    const std::string seat = std::to_string(i);
    out["hand" + seat] = cards(s.hand[i]);
    out["seen" + seat] = cards(s.seen[i]);
    out["kept" + seat] = tickets(s, static_cast<std::uint8_t>(i));
    json::array offer;
    for (std::size_t t = 0; t < s.offered[i]; ++t) offer.emplace_back(s.offer[i][t]);
    out["offer" + seat] = std::move(offer);
  }

  void extras(const State& s, const Extras& x, json::object& out) const {
    out["pieces"] = by_seat(s, [&](std::size_t i) { return cities(x.pieces[i]); });
    out["passengers"] = by_seat(s, [&](std::size_t i) { return json::value(x.passengers[i]); });
    out["goods"] = by_seat(s, [&](std::size_t i) { return json::value(x.goods[i]); });
    std::string taken;
    for (std::size_t city = 0; city < edition_.board.cities.size(); ++city)
      taken += static_cast<char>('0' + x.tiles_taken(static_cast<int>(city)));
    out["tiles_taken"] = taken;
    out["tunnel"] = nullptr;
    if (s.phase == Phase::kTunnel)
      out["tunnel"] =
          json::object{{"route", x.tunnel_route}, {"surcharge", x.surcharge}, {"revealed", cards(x.revealed)}};
    out["placing"] = nullptr;
    if (s.phase == Phase::kPlace) out["placing"] = x.place_route;
    out["journey"] = nullptr;
    if (s.phase == Phase::kJourney) {
      json::array used;
      x.journey_used.each([&](int route) { used.emplace_back(route); });
      out["journey"] =
          json::object{{"from", x.journey_from}, {"at", x.journey_at}, {"cards", x.journey_cards}, {"used", used}};
    }
  }

  // `seq` of a record's line serves as the id.
  json::value legal(const State& state) const {
    json::array list;
    Legal(edition_, state, state.actor()).each([&](const Action& action) {
      Event event;
      event.seq = edition_.action_id(action);
      event.action = action;
      const json::object line = json::parse(event_line(edition_, event)).as_object();
      list.emplace_back(json::object{{"id", event.seq}, {"text", line.at("text")}, {"action", line.at("action")}});
    });
    return list;
  }

  const Edition& edition_;
  const Record& record_;
  bool requests_;
  std::array<int, std::size(kPhases)> phases_{};  // how often each was there
  json::object before_;
};

int run(const std::string& file, bool requests) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto catalog = Catalog::open({});
  const playback::Editions editions(*catalog);
  const playback::ReadRecord read = playback::read_record_so_far(editions, text);
  if (!read.edition) {
    std::cerr << file << ": not a record\n";
    return 1;
  }
  const auto& events = read.record.events;
  auto outcomes_end = [&](std::size_t at) {
    while (at < events.size() && is_outcome(events[at].event.kind)) ++at;
    return at;
  };
  Dump dump(*read.edition, read.record, requests);
  std::vector<State> states;
  std::size_t reached = 0;
  playback::Listener listener;
  listener.began = [&](const State& state) {
    states = {state};
    reached = outcomes_end(0);
    dump.say(state, reached);
  };
  listener.moved = [&](const playback::Move& move) {
    reached = outcomes_end(static_cast<std::size_t>(move.line) - 1);
    states.push_back(move.after);
    dump.say(move.after, reached);
  };
  listener.undone = [&](int moves) {
    while (events[reached].event.kind != EventKind::kUndo) ++reached;
    states.resize(static_cast<std::size_t>(moves) + 1);
    dump.say(states.back(), ++reached);
  };
  bool partial = false;
  const auto stop = playback::replay_record(*read.edition, read.record, listener, partial);
  if (stop || partial || read.stop) {
    std::cerr << file << ": " << (partial ? "values are unknown" : stop ? stop->message : read.stop->message) << '\n';
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace fogg

int main(int argc, char** argv) {
  const bool requests = argc == 3 && std::string(argv[2]) == "--requests";
  if (argc != 2 && !requests) {
    std::cerr << "usage: position_dump RECORD [--requests]\n";
    return 2;
  }
  return fogg::run(argv[1], requests);
}
