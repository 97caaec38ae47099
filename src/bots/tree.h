// The tree of a search: actions and what came of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "bots/belief.h"
#include "bots/playout.h"
#include "bots/thoughts.h"

namespace fogg {

struct SearchTaste {
  bool guided = true;       // whether playouts follow plans
  double explore = 1.2;     // how much untried actions are favoured
  double heat = 25;  // how far the guide's values are apart before an action is hardly looked at, in tenths of a point
  double fair_share = 0.3;  // of the first ideas about the decision itself, which all actions share alike
  double win_weight = 0.5;  // how much of a result is who wins, the rest being by how much
  double margin = 40;  // points ahead that count as far
  std::size_t most_nodes = std::size_t{1}
                           << 19U;  // about 200 MB: who thinks for minutes then only looks closer at what there is
};

class Tree {
 public:
  Tree(const Edition& edition, const View& view, const Legal& legal, const Guide& guide, const Belief& belief,
       const SearchTaste& taste, std::uint64_t seed);

  // One playout; false if nothing can be dealt.
  bool grow();

  struct Option {
    Action action;
    double prior = 0;
    std::int64_t visits = 0;
    double value = 0;  // sums
    double win = 0;
    double lead = 0;
    Expected expected;
  };
  // The actions at the root.
  std::vector<Option> options() const;
  std::int64_t playouts() const { return playouts_; }
  std::size_t nodes() const { return nodes_.size(); }
  // How many more playouts the second most visited action would need to overtake the first.
  std::int64_t lead() const;

 private:
  struct Edge {
    Action action;
    float prior = 0;
    std::int32_t visits = 0;
    std::int32_t child = -1;
    double value = 0;  // for who acts
  };
  struct Node {
    std::vector<Edge> edges;
    std::int32_t visits = 0;
  };
  struct Step {
    std::int32_t node;
    std::int32_t edge;
    std::int8_t seat;
  };

  void open_root(const Legal& legal);
  int select(Node& node);
  // The edges of a node for the candidates at hand, made where they are new; their indices go to `open_`.
  void open_edges(Node& node);
  // What is dealt for number n of the root's actions, as a number of the belief's; none if nothing can be dealt.
  std::optional<std::uint64_t> deal_for(std::size_t n);
  std::array<double, kMaxPlayers> results(const State& state, Scores& scores) const;

  const Edition& edition_;
  const View& view_;
  const Belief& belief_;
  SearchTaste taste_;
  std::uint64_t seed_;
  std::int64_t playouts_ = 0;
  Belief::Memory memory_;
  std::vector<std::uint64_t> deals_;
  Players players_;
  Candidates candidates_;
  std::vector<Node> nodes_;
  std::vector<Option> root_sums_;
  std::vector<Step> path_;
  std::vector<std::int32_t> open_;
  State state_{};
};

}  // namespace fogg
