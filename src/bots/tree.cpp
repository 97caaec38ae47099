#include "bots/tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fogg {

Tree::Tree(const Edition& edition, const View& view, const Legal& legal, const Guide& guide, const Belief& belief,
           const SearchTaste& taste, std::uint64_t seed)
    : edition_(edition), view_(view), belief_(belief), taste_(taste), seed_(seed), players_(guide) {
  nodes_.emplace_back();
  open_root(legal);
}

// What the viewer could do is the same in every deal: the root is opened once.
void Tree::open_root(const Legal& legal) {
  const State known = visible_state(edition_, view_);
  players_.begin();
  players_.consider(edition_, known, view_.viewer, legal, Guide::Effort::kThorough, candidates_);
  // The planner does what it has planned as soon as it can, at whatever price. To draw cards first is better often enough (bench/README.md),
  // and most of what there is to find: nothing counts for more than the best draw.
  int drawing = std::numeric_limits<int>::min();
  for (const auto& one : candidates_) {
    if (one.action.kind == ActionKind::kDraw || one.action.kind == ActionKind::kTake)
      drawing = std::max(drawing, one.value);
  }
  if (drawing > std::numeric_limits<int>::min()) {
    Candidates level;
    for (const auto& one : candidates_) level.add(one.action, std::min(one.value, drawing));
    candidates_ = level;
  }
  Node& root = nodes_[0];
  open_edges(root);
  for (Edge& edge : root.edges) {
    const double fair = taste_.fair_share / static_cast<double>(root.edges.size());
    edge.prior = static_cast<float>((1 - taste_.fair_share) * edge.prior + fair);
    root_sums_.emplace_back();
    root_sums_.back().action = edge.action;
    root_sums_.back().prior = edge.prior;
  }
}

void Tree::open_edges(Node& node) {
  open_.clear();
  int best = candidates_[0].value;
  for (const auto& one : candidates_) best = std::max(best, one.value);
  double sum = 0;
  for (const auto& one : candidates_) sum += std::exp((one.value - best) / taste_.heat);
  for (const auto& one : candidates_) {
    const auto prior = static_cast<float>(std::exp((one.value - best) / taste_.heat) / sum);
    std::size_t at = 0;
    while (at < node.edges.size() && !(node.edges[at].action == one.action)) ++at;
    if (at == node.edges.size()) node.edges.push_back({.action = one.action});
    node.edges[at].prior = prior;
    open_.push_back(static_cast<std::int32_t>(at));
  }
}

int Tree::select(Node& node) {
  double sum = 0;
  std::int64_t visits = 0;
  for (const std::int32_t e : open_) {
    sum += node.edges[static_cast<std::size_t>(e)].value;
    visits += node.edges[static_cast<std::size_t>(e)].visits;
  }
  const double mean = visits > 0 ? sum / static_cast<double>(visits) : 0.5;
  const double root = taste_.explore * std::sqrt(static_cast<double>(visits) + 1);
  int best = open_.front();
  double best_score = -1e9;
  for (const std::int32_t e : open_) {
    const Edge& edge = node.edges[static_cast<std::size_t>(e)];
    const double value = edge.visits > 0 ? edge.value / edge.visits : mean - 0.05;
    const double score = value + root * edge.prior / (1 + edge.visits);
    if (score > best_score) {
      best_score = score;
      best = e;
    }
  }
  return best;
}

std::array<double, kMaxPlayers> Tree::results(const State& state, Scores& scores) const {
  scores = score(edition_, state);
  std::array<double, kMaxPlayers> result{};
  int winners = 0;
  for (std::size_t s = 0; s < state.players; ++s) winners += scores[s].winner ? 1 : 0;
  for (std::size_t s = 0; s < state.players; ++s) {
    int other = -(1 << 20);
    for (std::size_t o = 0; o < state.players; ++o) {
      if (o != s) other = std::max(other, scores[o].total);
    }
    const double lead = scores[s].total - other;
    const double win = scores[s].winner ? 1.0 / winners : 0.0;
    result[s] = taste_.win_weight * win + (1 - taste_.win_weight) * (0.5 + 0.5 * std::tanh(lead / taste_.margin));
  }
  return result;
}

// Deals are picked once and kept, a megabyte of them; who thinks longer goes through them again.
std::optional<std::uint64_t> Tree::deal_for(std::size_t n) {
  constexpr std::size_t kMostDeals = std::size_t{1} << 17U;
  n %= kMostDeals;
  while (deals_.size() <= n) {
    FastGenerator random(seed_, deals_.size());
    const auto deal = belief_.pick(random, memory_);
    if (!deal) return std::nullopt;
    deals_.push_back(*deal);
  }
  return deals_[n];
}

bool Tree::grow() {
  path_.clear();
  // The root first: number n of each of its actions is played with the same deal and the same chance, so that actions are
  // compared like with like.
  open_.clear();
  for (std::size_t e = 0; e < nodes_[0].edges.size(); ++e) open_.push_back(static_cast<std::int32_t>(e));
  int chosen = select(nodes_[0]);
  const auto number = static_cast<std::uint64_t>(nodes_[0].edges[static_cast<std::size_t>(chosen)].visits);
  const auto deal = deal_for(number);
  if (!deal || !belief_.deal(*deal, state_)) return false;
  FastChance chance(FastGenerator(~seed_, number).next());
  players_.begin();

  std::int32_t at = 0;
  int seat = view_.viewer;
  while (true) {
    Edge& edge = nodes_[static_cast<std::size_t>(at)].edges[static_cast<std::size_t>(chosen)];
    path_.push_back({at, chosen, static_cast<std::int8_t>(seat)});
    players_.note(edition_, seat, edge.action);
    apply_legal(edition_, state_, seat, edge.action, chance);
    if (state_.over()) break;
    if (edge.child < 0) {
      // One new node for each playout, and only behind an action that was tried before.
      if (edge.visits == 0 || nodes_.size() >= taste_.most_nodes) break;
      edge.child = static_cast<std::int32_t>(nodes_.size());
      at = edge.child;
      nodes_.emplace_back();
    } else {
      at = edge.child;
    }
    seat = state_.actor();
    const Legal legal(edition_, state_, seat);
    players_.consider(edition_, state_, seat, legal, Guide::Effort::kBrisk, candidates_);
    open_edges(nodes_[static_cast<std::size_t>(at)]);
    chosen = select(nodes_[static_cast<std::size_t>(at)]);
  }
  if (taste_.guided) {
    play_out(edition_, state_, players_, chance, candidates_);
  } else {
    play_out_cheaply(edition_, state_, chance);
  }

  Scores scores;
  const auto result = results(state_, scores);
  for (const Step& step : path_) {
    Node& node = nodes_[static_cast<std::size_t>(step.node)];
    Edge& edge = node.edges[static_cast<std::size_t>(step.edge)];
    ++node.visits;
    ++edge.visits;
    edge.value += result[static_cast<std::size_t>(step.seat)];
  }
  Option& sums = root_sums_[static_cast<std::size_t>(path_.front().edge)];
  const auto me = static_cast<std::size_t>(view_.viewer);
  int winners = 0;
  int other = -(1 << 20);
  for (std::size_t s = 0; s < state_.players; ++s) {
    winners += scores[s].winner ? 1 : 0;
    if (s != me) other = std::max(other, scores[s].total);
  }
  ++sums.visits;
  sums.value += result[me];
  if (scores[me].winner) sums.win += 1.0 / winners;
  sums.lead += scores[me].total - other;
  sums.expected.routes += scores[me].routes;
  sums.expected.tickets += scores[me].tickets;
  sums.expected.bonus += scores[me].total - scores[me].routes - scores[me].tickets;
  ++playouts_;
  return true;
}

std::vector<Tree::Option> Tree::options() const { return root_sums_; }

std::int64_t Tree::lead() const {
  std::int64_t first = 0;
  std::int64_t second = 0;
  for (const Option& option : root_sums_) {
    if (option.visits > first) {
      second = first;
      first = option.visits;
    } else {
      second = std::max(second, option.visits);
    }
  }
  return first - second;
}

}  // namespace fogg
