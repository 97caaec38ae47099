#include "bots/thoughts.h"

namespace fogg {

std::string_view name(MotiveKind kind) {
  switch (kind) {
    case MotiveKind::kServesTicket: return "serves_ticket";
    case MotiveKind::kCompletesTicket: return "completes_ticket";
    case MotiveKind::kOnPlan: return "on_plan";
    case MotiveKind::kMayBeTaken: return "may_be_taken";
    case MotiveKind::kPoints: return "points";
    case MotiveKind::kNeedsColor: return "needs_color";
    case MotiveKind::kNotNeeded: return "not_needed";
    case MotiveKind::kFitsGray: return "fits_gray";
    case MotiveKind::kSparesJoker: return "spares_joker";
    case MotiveKind::kJokerIsScarce: return "joker_is_scarce";
    case MotiveKind::kJokerForLong: return "joker_for_long";
    case MotiveKind::kRowHasNothing: return "row_has_nothing";
    case MotiveKind::kSavesForPlan: return "saves_for_plan";
    case MotiveKind::kSavesForRoute: return "saves_for_route";
    case MotiveKind::kPassengerCard: return "passenger_card";
    case MotiveKind::kEndIsNear: return "end_is_near";
    case MotiveKind::kPlanIsDone: return "plan_is_done";
    case MotiveKind::kNewTickets: return "new_tickets";
    case MotiveKind::kTicketWorth: return "ticket_worth";
    case MotiveKind::kTicketCosts: return "ticket_costs";
    case MotiveKind::kTicketTooFar: return "ticket_too_far";
    case MotiveKind::kNobodyElse: return "nobody_else";
    case MotiveKind::kStationHelps: return "station_helps";
    case MotiveKind::kGoods: return "goods";
    case MotiveKind::kGoodsAround: return "goods_around";
  }
  return {};
}

}  // namespace fogg
