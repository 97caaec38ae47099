// Writes the fixtures of mechanisms.h into a folder: make_fixtures DIR. Games are played at random, with a leaning where luck alone
// would take too long, until the wanted thing has happened in one of them.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "data/sha256.h"
#include "habits.h"
#include "mechanisms.h"
#include "record/recorder.h"

namespace fogg::test {
namespace {

// Looks at the row at the moment it is thrown away.
template <Chance C>
class Watching {
 public:
  Watching(C inner, const State& state) : inner_(std::move(inner)), state_(state) {}
  Card card(const CardCounts& deck, int size, CardTo to) { return inner_.card(deck, size, to); }
  int ticket(const TicketSet& possible, int seat) { return inner_.ticket(possible, seat); }
  int first_player(int players) { return inner_.first_player(players); }
  void note_reset() {
    three_passengers |= state_.row.count(Card::kPassenger) >= 3;
    inner_.note_reset();
  }
  void note_reshuffle(int cards) { inner_.note_reshuffle(cards); }

  bool three_passengers = false;

 private:
  C inner_;
  const State& state_;
};

std::optional<Action> first_of(const Legal& legal, const std::function<bool(const Action&)>& wanted) {
  std::optional<Action> found;
  legal.each([&](const Action& action) {
    if (!found && wanted(action)) found = action;
  });
  return found;
}

// A claim of a ferry that fails for lack of locomotives alone.
std::optional<Action> hopeless_ferry(const Edition& e, const State& s, int seat) {
  if (s.phase != Phase::kTurn) return {};
  for (int id = 0; id < e.action_count(); ++id) {
    const Action& action = e.action(id);
    if (action.kind != ActionKind::kClaim || e.board.routes[action.where].ferry == 0) continue;
    const CardCounts& hand = s.hand[static_cast<std::size_t>(seat)];
    if (hand[action.color] >= action.count && hand[Card::kLocomotive] >= action.locomotives &&
        check(e, s, seat, action).reason == Reason::kFerryLocomotives)
      return action;
  }
  return {};
}

// What a game leans to, by the mechanism looked for; nothing: the habit decides.
std::optional<Action> leaning(const Mechanism& m, const Edition& e, const State& s, int seat) {
  const Legal legal(e, s, seat);
  auto is_tunnel = [&](const Action& a) { return a.kind == ActionKind::kClaim && e.board.routes[a.where].tunnel; };
  if (m.name == "europe-tunnel-empty-deck") {
    if (s.deck_size == 0) return first_of(legal, is_tunnel);
    return first_of(legal, [](const Action& a) { return a.kind == ActionKind::kDraw; });
  }
  if (m.name == "europe-tunnel-locomotives")
    return first_of(legal,
                    [&](const Action& a) { return (is_tunnel(a) && a.count == 0) || a.kind == ActionKind::kPay; });
  if (m.name == "europe-2p-turn-limit") {
    if (auto declined = first_of(legal, [](const Action& a) { return a.kind == ActionKind::kDecline; }))
      return declined;
    const Card color = seat == 0 ? Card::kBlue : Card::kGreen;
    int useless = 0;  // cards in the deck that would ask for no surcharge
    for (int kind = 0; kind < kColors; ++kind) {
      const auto card = static_cast<Card>(kind);
      if (card != Card::kBlue && card != Card::kGreen) useless += s.deck[card];
    }
    if (useless > 0) return first_of(legal, [](const Action& a) { return a.kind == ActionKind::kDraw; });
    return first_of(legal, [&](const Action& a) { return is_tunnel(a) && a.color == color && a.count == 2; });
  }
  return {};
}

// For the turn limit: hands get what no tunnel asks for, tunnels what they ask for.
std::optional<Card> led_card(const State& s, const CardCounts& deck, CardTo to) {
  const Card own = (to.place == CardTo::kHand ? to.at : s.player) == 0 ? Card::kBlue : Card::kGreen;
  if (to.place == CardTo::kTunnel) return deck[Card::kLocomotive] > 0 ? Card::kLocomotive : own;
  if (to.place == CardTo::kHand && s.hand[to.at][own] < 2) return own;
  for (const Card card : {Card::kRed, Card::kBlack, Card::kOrange, Card::kYellow, Card::kWhite, Card::kPurple}) {
    if (deck[card] > 0) return card;
  }
  return {};
}

// Plays one game; its lines if the wanted thing happened.
template <Chance C>
std::vector<std::string> play(const Mechanism& m, std::uint64_t seed, C inner, const State& looked_at, State& s,
                              const ChaKey* key) {
  const Edition& e = edition(m.edition);
  Header header;
  header.edition = e.id;
  header.data_hash = e.data_hash;
  for (int seat = 0; seat < m.players; ++seat) header.players.push_back({fmt::format("p{}", seat), ""});
  if (key != nullptr) header.key_hash = sha256_hex({reinterpret_cast<const char*>(key->data()), key->size()});
  std::vector<std::string> lines;
  Recorder recorder(e, header, [&](std::string_view line) { lines.emplace_back(line); });
  Watching chance(recorder.chance(inner), looked_at);
  FastGenerator random(seed, 9);
  start(e, s, m.players, chance);
  recorder.started(s);
  bool happened = false;
  bool refused = m.name != "europe-ferry-refused";
  std::int64_t time = 0;
  while (!s.over()) {
    const int seat = any_actor(s, random);
    if (!refused) {
      if (const auto action = hopeless_ferry(e, s, seat)) {
        recorder.refused(seat, *action, check(e, s, seat, *action), time);
        refused = true;
      }
    }
    const State before = s;
    const auto wanted = leaning(m, e, s, seat);
    const Action action = wanted ? *wanted : choose(e, s, seat, kHabits[seed % kHabits.size()], random);
    chance.three_passengers = false;
    apply_legal(e, s, seat, action, chance);
    recorder.acted(seat, action, s, time += 100);
    happened |= m.happens({e, before, seat, action, s, chance.three_passengers});
  }
  if (key != nullptr) recorder.reveal(*key);
  if (!happened || !refused) lines.clear();
  return lines;
}

std::vector<std::string> look_for(const Mechanism& m) {
  for (std::uint64_t seed = 1; seed < 200'000; ++seed) {
    State s{};
    std::vector<std::string> lines;
    if (m.name == "europe-2p-turn-limit") {
      Led led(seed, [&](const CardCounts& deck, CardTo to) { return led_card(s, deck, to); });
      lines = play(m, seed, led, s, s, nullptr);
    } else {
      const ChaKey key = *key_from_hex(sha256_hex(fmt::format("fixture {} {}", m.name, seed)));
      lines = play(m, seed, KeyedChance(key), s, s, &key);
    }
    if (!lines.empty()) return lines;
  }
  return {};
}

}  // namespace
}  // namespace fogg::test

int main(int argc, char** argv) {
  using namespace fogg::test;
  if (argc < 2) {
    fmt::print(stderr, "usage: make_fixtures DIR [NAME]\n");
    return 2;
  }
  int missing = 0;
  for (const Mechanism& m : mechanisms()) {
    if (argc > 2 && m.name != argv[2]) continue;
    const auto lines = look_for(m);
    fmt::print("{:<30} {} lines\n", m.name, lines.size());
    std::fflush(stdout);
    if (lines.empty()) {
      ++missing;
      continue;
    }
    std::ofstream out(std::filesystem::path(argv[1]) / (m.name + ".jsonl"), std::ios::binary);
    for (const std::string& line : lines) out << line << '\n';
  }
  return missing == 0 ? 0 : 1;
}
