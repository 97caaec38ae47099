// What several tests need: editions, and chance that can be listened to or led.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "data/catalog.h"
#include "engine/chance.h"
#include "engine/play.h"

namespace fogg::test {

inline const Edition& edition(const std::string& id) {
  static std::map<std::string, std::shared_ptr<const Edition>> loaded;
  auto& slot = loaded[id];
  if (!slot) {
    const auto catalog = Catalog::open({});
    EXPECT_TRUE(catalog.has_value());
    auto found = catalog->edition(id);
    if (!found) {
      ADD_FAILURE() << found.error().text();
      std::abort();
    }
    slot = *found;
  }
  return *slot;
}

inline const std::vector<std::string>& edition_ids() {
  static const std::vector<std::string> kIds = {"usa-2004", "usa-2010", "usa-2025", "europe",
                                                "maerklin", "usa-1910", "usa-mega", "usa-bigcities"};
  return kIds;
}

// Editions that have cards, routes and one deck of tickets, and nothing else.
inline const std::vector<std::string>& usa_ids() {
  static const std::vector<std::string> kIds = {"usa-2004", "usa-2010", "usa-2025"};
  return kIds;
}

// The ordinary run is short; FOGG_LONG=1 makes tests that can use more time take it.
inline bool long_run() {
  const char* value = std::getenv("FOGG_LONG");
  return value != nullptr && std::string(value) == "1";
}

// Sanitizers make everything several times slower, and look at how memory is used rather than at what comes out: they get less to do.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

// How often something is repeated.
inline int repeats(int ordinary, int in_a_long_run) {
  if (long_run()) return in_a_long_run;
  return kSanitized ? (ordinary + 3) / 4 : ordinary;
}

// Something chance answered, or that was noted.
struct Outcome {
  enum Kind { kCard, kTicket, kFirstPlayer, kReset, kReshuffle } kind;
  CardTo to{};  // kCard
  int seat = 0;  // kTicket
  int value = 0;  // the card, ticket, seat, or number of cards
};

// Keeps a list of all that another source of chance answers.
template <Chance C>
class Listening {
 public:
  explicit Listening(C& inner) : inner_(inner) {}
  Card card(const CardCounts& deck, int size, CardTo to) {
    const Card drawn = inner_.card(deck, size, to);
    heard.push_back({Outcome::kCard, to, 0, index(drawn)});
    return drawn;
  }
  int ticket(const TicketSet& possible, int seat) {
    const int drawn = inner_.ticket(possible, seat);
    heard.push_back({Outcome::kTicket, {}, seat, drawn});
    return drawn;
  }
  int first_player(int players) {
    const int seat = inner_.first_player(players);
    heard.push_back({Outcome::kFirstPlayer, {}, 0, seat});
    return seat;
  }
  void note_reset() { heard.push_back({Outcome::kReset, {}, 0, 0}); }
  void note_reshuffle(int cards) { heard.push_back({Outcome::kReshuffle, {}, 0, cards}); }

  std::vector<Outcome> heard;

 private:
  C& inner_;
};

// Cards come from a function that is asked first; what it leaves open is drawn by the fast source.
class Led {
 public:
  using CardRule = std::function<std::optional<Card>(const CardCounts& deck, CardTo to)>;
  explicit Led(std::uint64_t seed, CardRule rule = {}) : fast_(seed), rule_(std::move(rule)) {}
  Card card(const CardCounts& deck, int size, CardTo to) {
    if (rule_) {
      if (const auto led = rule_(deck, to); led && deck[*led] > 0) return *led;
    }
    return fast_.card(deck, size, to);
  }
  int ticket(const TicketSet& possible, int seat) { return fast_.ticket(possible, seat); }
  int first_player(int players) { return fast_.first_player(players); }
  void note_reset() { ++resets; }
  void note_reshuffle(int) { ++reshuffles; }

  int resets = 0;
  int reshuffles = 0;

 private:
  FastChance fast_;
  CardRule rule_;
};

}  // namespace fogg::test
