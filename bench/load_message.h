// What a client has to know of a message of protocol v0.9, found in one pass over the line and without a tree of values.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace fogg::bench {

enum class Kind : std::uint8_t { kMalformed, kText, kRequest, kInfo };

enum class Turn : std::uint8_t {
  kNone,
  kJoin,
  kDrawCars,
  kDrawTickets,
  kClaimTickets,
  kClaimRoute,
  kBoardState,
  kListAllRoutes,
  kTurn,
  kFinalScore,
  kUnknown
};

inline constexpr std::array<std::string_view, 9> kColors = {"Purple", "White", "Blue",  "Yellow", "Orange",
                                                            "Black",  "Red",   "Green", "Rainbow"};
inline constexpr int kRainbow = 8;

// -1 if it is none.
int color_index(std::string_view name);

// Strings stand without their quotes, arrays with their brackets. All point into the line; what the line lacks is empty.
struct Message {
  Kind kind = Kind::kMalformed;
  Turn turn = Turn::kNone;
  bool success = false;

  std::string_view type;
  std::string_view turn_type;
  std::string_view success_word;
  std::string_view player;
  std::string_view error;
  std::string_view d1;
  std::string_view d2;
  std::string_view drawn_card;
  std::string_view row;
  std::string_view paid;
  std::string_view hand;
  std::string_view trains;
  std::string_view offered;
  std::string_view drawn_tickets;
  std::string_view seats;
};

Message scan(std::string_view line);

// The parts of an array: strings without quotes, numbers, objects as they are. Stops at the end of the array.
class Elements {
 public:
  explicit Elements(std::string_view array) : rest_(array) {}
  bool next(std::string_view& element);

 private:
  std::string_view rest_;
};

int count_elements(std::string_view array);
int to_int(std::string_view digits, int otherwise);

}  // namespace fogg::bench
