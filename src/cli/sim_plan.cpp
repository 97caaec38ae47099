#include "cli/sim_plan.h"

#include <algorithm>

namespace fogg::cli {

namespace {

constexpr std::size_t kMostByDefault = 24;

using Order = std::vector<std::size_t>;

// Bots by seat in every distinct order; the one given comes first, so that a run of one block is the game the user has named.
std::vector<Order> all_orders(const Order& given) {
  std::vector<Order> orders;
  Order order = given;
  do {
    orders.push_back(order);
    std::ranges::next_permutation(order);
  } while (order != given);
  return orders;
}

std::vector<Order> rotations(const Order& given) {
  std::vector<Order> orders;
  Order order = given;
  do {
    orders.push_back(order);
    std::ranges::rotate(order, order.end() - 1);
  } while (order != given);
  return orders;
}

// Entries of the same bot are interchangeable: they sit in the order of the list.
std::vector<std::size_t> entries_for(const Order& order, const Order& bot_of) {
  std::vector<std::size_t> seats;
  std::vector<bool> seated(bot_of.size(), false);
  for (const std::size_t bot : order) {
    std::size_t entry = 0;
    while (seated[entry] || bot_of[entry] != bot) ++entry;
    seated[entry] = true;
    seats.push_back(entry);
  }
  return seats;
}

}  // namespace

std::string_view name(Seatings seatings) {
  switch (seatings) {
    case Seatings::kAll: return "all";
    case Seatings::kCyclic: return "cyclic";
    case Seatings::kNone: return "none";
  }
  return "none";
}

std::optional<Seatings> seatings_from(std::string_view text) {
  for (const Seatings seatings : {Seatings::kAll, Seatings::kCyclic, Seatings::kNone}) {
    if (name(seatings) == text) return seatings;
  }
  return {};
}

SimPlan make_plan(const std::vector<std::string>& bots, std::optional<Seatings> wish) {
  SimPlan plan;
  for (const std::string& bot : bots) {
    const auto known = std::ranges::find(plan.bots, bot);
    plan.bot_of.push_back(static_cast<std::size_t>(known - plan.bots.begin()));
    if (known == plan.bots.end()) {
      plan.bots.push_back(bot);
      plan.entries.push_back(0);
    }
    ++plan.entries[plan.bot_of.back()];
  }
  std::vector<Order> orders = {plan.bot_of};
  if (plan.bots.size() > 1 && wish != Seatings::kNone) {
    plan.seatings = wish.value_or(Seatings::kAll);
    if (plan.seatings == Seatings::kAll) orders = all_orders(plan.bot_of);
    if (!wish && orders.size() > kMostByDefault) plan.seatings = Seatings::kCyclic;
    if (plan.seatings == Seatings::kCyclic) orders = rotations(plan.bot_of);
  }
  for (const Order& order : orders) plan.seats.push_back(entries_for(order, plan.bot_of));
  return plan;
}

}  // namespace fogg::cli
