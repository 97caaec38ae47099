#include "engine/state_text.h"

#include <charconv>
#include <cstring>

#include "engine/invariants.h"

namespace fogg {

namespace {

// Calls `f(name, number&, …)` for every number of a position; one list for writing and reading.
template <typename S, typename F>
void each_field(const Edition& edition, S& s, F&& f) {
  auto list = [&](std::string_view name, auto& array, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) f(name, i, array[i]);
  };
  auto single = [&](std::string_view name, auto& value) { f(name, 0, value); };
  auto cards = [&](std::string_view name, auto& array) {
    for (std::size_t i = 0; i < array.size(); ++i) {
      for (std::size_t kind = 0; kind < kCardKinds; ++kind) f(name, i * kCardKinds + kind, array[i].of[kind]);
    }
  };
  single("players", s.players);
  single("phase", s.phase);
  single("ending", s.ending);
  single("player", s.player);
  single("first", s.first_player);
  single("turns", s.turns);
  single("turns_left", s.turns_left);
  single("passes", s.passes);
  for (std::size_t i = 0; i < kMaxPlayers; ++i) {
    f("owned", 2 * i, s.owned[i].low);
    f("owned", 2 * i + 1, s.owned[i].high);
  }
  f("closed", 0, s.closed.low);
  f("closed", 1, s.closed.high);
  list("trains", s.trains, s.trains.size());
  list("points", s.points, s.points.size());
  cards("hand", s.hand);
  cards("seen", s.seen);
  cards("counted", s.counted);
  list("deck", s.deck.of, kCardKinds);
  list("discards", s.discards.of, kCardKinds);
  single("deck_size", s.deck_size);
  list("row", s.row.place, kRow);
  list("kept", s.kept, s.kept.size());
  list("offered", s.offered, s.offered.size());
  for (std::size_t i = 0; i < kMaxPlayers; ++i) {
    for (std::size_t j = 0; j < kMaxOffer; ++j) f("offer", i * kMaxOffer + j, s.offer[i][j]);
  }
  list("choice", s.choice, s.choice.size());
  for (auto& pile : s.pile) {
    single("unseen", pile.unseen);
    single("shuffled", pile.shuffled);
    single("returned", pile.returned);
    single("entry", pile.entry);
    single("taken", pile.taken);
  }
  single("log_size", s.log_size);
  list("tickets", s.tail, edition.tickets.size());
  // The log is as long as log_size says, which has been read by now.
  auto* log = s.tail.data() + edition.tickets.size();
  const auto room = static_cast<std::size_t>(edition.ticket_log_bytes());
  list("log", log, std::min<std::size_t>(s.log_size, room));
  if (!edition.has_extras()) return;
  auto& x = s.extras(edition);
  list("pieces", x.pieces, x.pieces.size());
  list("passengers", x.passengers, x.passengers.size());
  list("taken_goods", x.taken, x.taken.size());
  list("goods", x.goods, x.goods.size());
  list("revealed", x.revealed.of, kCardKinds);
  f("tunnel", 0, x.tunnel_route);
  f("tunnel", 1, x.tunnel_color);
  f("tunnel", 2, x.tunnel_count);
  f("tunnel", 3, x.tunnel_locomotives);
  f("tunnel", 4, x.surcharge);
  single("claimed", x.place_route);
  f("journey", 0, x.journey_from);
  f("journey", 1, x.journey_at);
  f("journey", 2, x.journey_cards);
  f("journey_used", 0, x.journey_used.low);
  f("journey_used", 1, x.journey_used.high);
}

template <typename T>
long long as_number(T value) {
  return static_cast<long long>(value);
}

}  // namespace

std::string state_text(const Edition& edition, const State& state) {
  std::string out = "fogg-state 2 " + edition.id;
  each_field(edition, state, [&](std::string_view name, std::size_t at, const auto& value) {
    if (at == 0) {
      out += ' ';
      out += name;
      out += '=';
    } else {
      out += ',';
    }
    using T = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_same_v<T, std::uint64_t>) {
      out += std::to_string(value);
    } else {
      out += std::to_string(as_number(value));
    }
  });
  return out;
}

std::optional<State> parse_state(const Edition& edition, std::string_view text) {
  const std::string_view whole = text;
  const std::string head = "fogg-state 2 " + edition.id;
  if (!text.starts_with(head)) return {};
  text.remove_prefix(head.size());
  State state;
  std::memset(static_cast<void*>(&state), 0, sizeof state);
  bool good = true;
  each_field(edition, state, [&](std::string_view name, std::size_t at, auto& value) {
    if (!good) return;
    std::string before = at == 0 ? " " + std::string(name) + "=" : ",";
    using T = std::remove_cvref_t<decltype(value)>;
    using Number = std::conditional_t<std::is_same_v<T, std::uint64_t>, std::uint64_t, long long>;
    Number number{};
    good = text.starts_with(before);
    if (!good) return;
    text.remove_prefix(before.size());
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    value = static_cast<T>(number);
    good = error == std::errc{} && static_cast<Number>(value) == number;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  });
  if (!good || !text.empty() || !find_fault(edition, state).empty()) return {};
  // One position, one text: no leading zeros and the like.
  if (state_text(edition, state) != whole) return {};
  return state;
}

}  // namespace fogg
