// Piles of train cards and what can be paid with them.
// Part of the naive second implementation of the rules; it shares no code with the engine.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace naive {

using Cards = std::map<std::string, int>;  // number by kind of card; a kind without cards has no entry

inline const std::vector<std::string> kColors = {"purple", "white", "blue", "yellow",
                                                 "orange", "black", "red",  "green"};
inline const std::string kLocomotive = "locomotive";
inline const std::string kLocomotive4 = "locomotive4";
inline const std::string kPassenger = "passenger";
inline const std::string kGray = "gray";

// All complaints look alike, so that a test log shows which of the two implementations spoke.
[[noreturn]] void fail(const std::string& message);

// The rules count in int; this is the one place where sizes are turned into it.
int size_of_list(std::size_t size);

// How many cards of one kind; none if there is no entry.
int count(const Cards& cards, const std::string& kind);

// How many cards in all.
int total(const Cards& cards);

// Kinds without cards have no entry, so adding none must not make one.
void add(Cards& cards, const std::string& kind, int number);

// The counterpart of add; to take more than there is would be a mistake in these files.
void remove(Cards& cards, const std::string& kind, int number);

// Takes all cards of a second pile out of the first.
void remove_all(Cards& cards, const Cards& others);

// Adds all cards of a second pile to the first.
void add_all(Cards& cards, const Cards& others);

// The color among cards that were played; "" if they are locomotives only.
std::string color_of(const Cards& played);

// Every way to pay so many cards from a hand: cards of one of the colors allowed with locomotives as jokers, or
// locomotives alone. Locomotives 4+ are jokers only if the caller says so.
std::vector<Cards> ways_to_pay(const Cards& hand, const std::vector<std::string>& colors, int number, bool with_4);

// PAYMENT of docs/actions.md: the color, the locomotives, the locomotives 4+; what is zero is left out.
std::string payment_text(const Cards& payment);

}  // namespace naive
