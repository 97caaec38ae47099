#include "arena/sprt_match.h"

#include <fmt/format.h>

namespace fogg::arena {

void SprtMatch::add(const Played& played) {
  if (played.game.seats.size() != 2 || played.outcome.ranks.size() != 2 || played.game.deal < next_) return;
  const std::size_t second = played.game.seats[0] == 1 ? 0 : 1;
  const int own = played.outcome.ranks[second];
  const int other = played.outcome.ranks[1 - second];
  Deal& deal = waiting_[played.game.deal];
  ++deal.games;
  deal.score += own < other ? 1 : own == other ? 0.5 : 0;
  while (!waiting_.empty() && waiting_.begin()->first == next_ && waiting_.begin()->second.games >= kGamesOfDeal) {
    sprt_.add_deal(waiting_.begin()->second.score / waiting_.begin()->second.games);
    waiting_.erase(waiting_.begin());
    ++next_;
  }
}

std::string sprt_text(const SprtState& state, const SprtOptions& options, std::string_view a, std::string_view b) {
  const std::string so_far =
      fmt::format("{} deals, {} scores {:.1f} %, log-likelihood ratio {:.2f} of {:.2f} to {:.2f}", state.deals, b,
                  100 * state.score, state.llr, state.low, state.high);
  switch (state.verdict) {
    case SprtVerdict::kH1:
      return fmt::format("{} is better than {}: by {:g} rather than by {:g} Elo ({})", b, a, options.elo1, options.elo0,
                         so_far);
    case SprtVerdict::kH0:
      return fmt::format("{} is not better than {} by {:g} Elo; {:g} fits better ({})", b, a, options.elo1,
                         options.elo0, so_far);
    case SprtVerdict::kGoOn: break;
  }
  return fmt::format("is {} better than {}? Not known yet ({})", b, a, so_far);
}

}  // namespace fogg::arena
