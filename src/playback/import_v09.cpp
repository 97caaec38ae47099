#include "playback/import_v09.h"

#include <fmt/format.h>
#include <algorithm>
#include <bit>

#include "playback/import_cards.h"
#include "playback/import_plan.h"
#include "playback/public_game.h"

namespace fogg::playback {

using v09::LogMessage;
using v09::LogTicket;
using v09::TurnType;

namespace {

using Offer = std::vector<std::optional<int>>;

// Follows a log message by message and writes down what happened.
class Importer {
 public:
  Importer(const ImportPlan& plan, const v09::Log& log)
      : plan_(plan),
        log_(log),
        edition_(*plan.edition),
        players_(static_cast<int>(plan.seats.size())),
        game_(edition_, players_),
        cards_(edition_, groups_) {}

  Imported run() {
    Imported out;
    try {
      for (std::size_t i = 0; i < plan_.end; ++i) {
        line_ = log_.messages[i].line;
        whole_ = groups_.size();
        take_in(log_.messages[i]);
      }
      set_up();
      if (plan_.end < log_.messages.size())
        out.stop = Stop{log_.messages[plan_.end].line, "the game has ended, but the log goes on"};
    } catch (const LineFault& fault) {
      out.stop = Stop{fault.line, fault.message};
      set_up();
      // What was concluded from a message that makes no sense is nothing either.
      groups_.resize(std::max<std::size_t>(1, whole_));
    }
    if (!out.stop && log_.stop) out.stop = Stop{log_.stop->line, log_.stop->message};
    if (!out.stop && !finale_)
      out.stop = Stop{std::max(1, log_.lines), "the file ends here, before the end of the game"};
    out.edition = plan_.edition;
    out.finale = finale_;
    std::ranges::copy(plan_.seats, out.colors.begin());
    out.record = record();
    return out;
  }

 private:
  [[noreturn]] void fault(std::string message) const { throw LineFault{line_, std::move(message)}; }

  // -- The set-up
  struct AtStart {
    CardTracker::List hand;
    Offer offer;
    Offer kept;
  };

  void take_in(const LogMessage& m) {
    if (m.type == TurnType::kJoin) return;
    const int seat = plan_.seat(m.player);
    if (m.type == TurnType::kBoardState) {
      if (!dealt_) {
        note_start(m, seat);
      } else if (m.row) {
        cards_.show(*m.row, m.deck);
        sync();
      }
      return;
    }
    if (seat < 0) fault("whose action this is cannot be read");
    if (m.type == TurnType::kDrawDestinationTickets && !dealt_ && !chosen_[static_cast<std::size_t>(seat)]) {
      // Some servers tell of the first tickets like this.
      start_[static_cast<std::size_t>(seat)].offer = numbers(m.tickets);
      return;
    }
    set_up();
    switch (m.type) {
      case TurnType::kClaimDestinationTickets:
        if (game_.state().phase == Phase::kStart) {
          choose_first(seat, numbers(m.tickets), m.count);
        } else {
          choose_later(seat, m);
        }
        break;
      case TurnType::kDrawPassengerCars: draw_card(seat, m); break;
      case TurnType::kDrawDestinationTickets: draw_tickets(seat, numbers(m.tickets), m.count); break;
      case TurnType::kClaimRoute: claim(seat, m); break;
      case TurnType::kFinalScore: score(seat, m); break;
      default: break;
    }
    sync();
  }

  void note_start(const LogMessage& m, int seat) {
    if (m.row && !start_row_) start_row_ = m.row;
    if (m.deck && !start_deck_) start_deck_ = m.deck;
    if (seat < 0) return;
    AtStart& start = start_[static_cast<std::size_t>(seat)];
    if (m.hand && !start.hand) {
      std::vector<Card> hand;
      for (std::size_t kind = 0; kind < m.hand->size() && hand.size() < kMaxCards; ++kind)
        hand.insert(hand.end(), static_cast<std::size_t>(std::min((*m.hand)[kind], kMaxCards)),
                    static_cast<Card>(kind));
      if (!hand.empty()) start.hand = std::move(hand);
    }
    if (start.offer.empty()) start.offer = numbers(m.offered);
    if (start.kept.empty()) start.kept = numbers(m.tickets);
  }

  void set_up() {
    if (dealt_) return;
    dealt_ = true;
    Group& group = groups_.emplace_back();
    group.line = std::max(1, line_);
    std::vector<CardTracker::List> hands;
    for (std::size_t seat = 0; seat < plan_.seats.size(); ++seat) hands.push_back(start_[seat].hand);
    cards_.deal(hands, start_row_, start_deck_);
    for (int seat = 0; seat < players_; ++seat) {
      AtStart& start = start_[static_cast<std::size_t>(seat)];
      if (start.offer.size() != static_cast<std::size_t>(edition_.deal))
        start.offer.assign(static_cast<std::size_t>(edition_.deal), std::nullopt);
      offer_at_[static_cast<std::size_t>(seat)] = {0, group.outcomes.size()};
      group.outcomes.push_back(offer_event(seat, start.offer));
    }
    Event first;
    first.kind = EventKind::kFirstPlayer;
    first.number = plan_.first_player.value_or(0);
    group.outcomes.push_back(first);
    sync();
  }

  // -- Writing
  void begin_group(int seat, const Action& action) {
    if (edition_.action_id(action) < 0) fault("this is not an action of the edition");
    if (const std::string why = game_.act(seat, action); !why.empty()) fault(why);
    Group& group = groups_.emplace_back();
    group.line = line_;
    Event& event = group.action.emplace();
    event.actor = seat;
    event.action = action;
    if (action.kind == ActionKind::kKeep) event.only_for = seat;
  }

  // Lets the public game hear of what was added to the last group. Its row is not needed here, so cards may become known later.
  void sync() {
    for (; heard_group_ < groups_.size(); ++heard_group_, heard_outcome_ = 0) {
      const auto& outcomes = groups_[heard_group_].outcomes;
      for (; heard_outcome_ < outcomes.size(); ++heard_outcome_) game_.take_in(outcomes[heard_outcome_]);
      if (heard_group_ + 1 == groups_.size()) break;
    }
  }

  static Event offer_event(int seat, Offer tickets) {
    Event event;
    event.kind = EventKind::kOffer;
    event.actor = seat;
    event.only_for = seat;
    event.tickets = std::move(tickets);
    return event;
  }

  static Event kept_event(int seat, int count) {
    Event event;
    event.kind = EventKind::kKept;
    event.actor = seat;
    event.number = count;
    return event;
  }

  // Players whose turn was passed over had to pass: the log has no message for that but a line of text.
  void turn_of(int seat, bool card = false) {
    for (int other = 0; other < players_; ++other) {
      if (game_.state().phase == Phase::kStart && !chosen_[static_cast<std::size_t>(other)])
        choose_first(other, start_[static_cast<std::size_t>(other)].kept, {});
    }
    if (!card || seat != game_.state().player) game_.end_half_turn();
    if (game_.state().phase == Phase::kChooseTickets) return;  // who may act is checked with the action
    while (game_.state().player != seat) pass();
  }

  void pass() {
    const int seat = game_.state().player;
    begin_group(seat, Action::pass());
  }

  // -- Cards
  void draw_card(int seat, const LogMessage& m) {
    turn_of(seat, true);
    bool hidden = m.hidden.value_or(false);
    if (!m.hidden) hidden = !m.drawn || (m.row && !cards_.differs(*m.row));
    if (hidden) {
      begin_group(seat, Action::draw());
      cards_.drew(seat, m.drawn, m.row);
      return;
    }
    std::optional<Card> card = m.drawn;
    if (!card && m.row) card = cards_.taken(*m.row);
    if (!card) fault("which card was taken is missing");
    begin_group(seat, Action::take(*card));
    cards_.took(*card, m.row);
  }

  // -- Tickets
  Offer numbers(const std::optional<std::vector<LogTicket>>& tickets) const {
    Offer out;
    if (!tickets || tickets->size() > kMaxTickets) return out;
    for (const LogTicket& ticket : *tickets) out.push_back(ticket_number(edition_, ticket));
    return out;
  }

  static bool all_known(const Offer& tickets) {
    return !tickets.empty() && std::ranges::all_of(tickets, [](const auto& t) { return t.has_value(); });
  }

  // Which positions of an offer are kept. Where neither is known in full the order of the offer is not known either, so the kept ones
  // may stand first in it.
  int positions(int seat, Offer& offer, const Offer& kept, std::optional<int> count, int least) const {
    const auto s = static_cast<std::size_t>(seat);
    Offer known = all_known(kept) ? kept : Offer{};
    const auto& last = plan_.last_tickets[s];
    if (known.empty() && last && plan_.choices[s] <= 1) {
      last->each([&](int t) { known.emplace_back(t); });
      if (count && static_cast<int>(known.size()) != *count) known.clear();
    }
    const int number = !known.empty() ? static_cast<int>(known.size()) : count.value_or(least);
    if (number < 1 || number > static_cast<int>(offer.size())) fault("so many tickets were not on offer");
    int set = 0;
    for (std::size_t i = 0; i < offer.size(); ++i) {
      const bool wanted =
          !known.empty() ? std::ranges::find(known, offer[i]) != known.end() : last && offer[i] && last->has(*offer[i]);
      if (offer[i] && wanted) set |= 1 << i;
    }
    if (std::popcount(static_cast<unsigned>(set)) == number) return set;
    offer.assign(offer.size(), std::nullopt);
    std::ranges::copy(known, offer.begin());
    return (1 << number) - 1;
  }

  Offer& offer_of(int seat) {
    const auto [group, outcome] = offer_at_[static_cast<std::size_t>(seat)];
    return groups_[group].outcomes[outcome].tickets;
  }

  void choose_first(int seat, const Offer& kept, std::optional<int> count) {
    const auto s = static_cast<std::size_t>(seat);
    if (chosen_[s]) fault("the first tickets were chosen already");
    const int set = positions(seat, offer_of(seat), kept, count, edition_.keep_at_start);
    begin_group(seat, Action::keeping(set));
    chosen_[s] = true;
    first_choice_[s] = set;
    if (game_.state().phase == Phase::kStart) return;
    for (int other = 0; other < players_; ++other) {
      const auto o = static_cast<std::size_t>(other);
      groups_.back().outcomes.push_back(kept_event(other, std::popcount(static_cast<unsigned>(first_choice_[o]))));
    }
  }

  void draw_tickets(int seat, Offer tickets, std::optional<int> count) {
    turn_of(seat);
    int number = std::min(edition_.draw, game_.state().ticket_deck_size());
    if (!tickets.empty()) number = static_cast<int>(tickets.size());
    if (tickets.empty() && count) number = *count;
    if (number < 1 || number > kMaxOffer) fault("so many tickets cannot be drawn");
    if (tickets.empty()) tickets.assign(static_cast<std::size_t>(number), std::nullopt);
    begin_group(seat, Action::tickets());
    note_order(tickets);
    offer_at_[static_cast<std::size_t>(seat)] = {groups_.size() - 1, groups_.back().outcomes.size()};
    groups_.back().outcomes.push_back(offer_event(seat, std::move(tickets)));
    sync();
  }

  void choose_later(int seat, const LogMessage& m) {
    const Offer kept = numbers(m.tickets);
    if (game_.state().phase != Phase::kChooseTickets) draw_tickets(seat, {}, {});
    Offer& offer = offer_of(seat);
    const int set = positions(seat, offer, kept, m.count, edition_.keep_later);
    const int offered = static_cast<int>(offer.size());
    const int number = std::popcount(static_cast<unsigned>(set));
    const bool free = edition_.return_order == ReturnOrder::kChosen && offered - number > 1;
    Returned returned{groups_.size(), offer, set, {}};
    begin_group(seat, free ? Action::keeping_in_order(set, offered, 0) : Action::keeping(set));
    groups_.back().outcomes.push_back(kept_event(seat, number));
    if (!free) return;
    // No more can lie in a deck at once.
    if (returned_.size() == kMaxTickets) returned_.erase(returned_.begin());
    returned_.push_back(std::move(returned));
  }

  // In editions where players choose the order of returns the log does not tell it; it shows when the tickets come again.
  struct Returned {
    std::size_t group = 0;
    Offer offer;
    int kept = 0;
    std::vector<int> again;  // positions, in the order in which they came
  };

  void note_order(const Offer& tickets) {
    for (const auto& ticket : tickets) {
      if (!ticket) continue;
      // The latest return of it, as it may have gone round before.
      const auto entry = std::find_if(returned_.rbegin(), returned_.rend(), [&](const Returned& r) {
        const auto at = std::ranges::find(r.offer, ticket) - r.offer.begin();
        return at < std::ssize(r.offer) && ((r.kept >> at) & 1) == 0;
      });
      if (entry == returned_.rend()) continue;
      const auto at = static_cast<int>(std::ranges::find(entry->offer, ticket) - entry->offer.begin());
      if (std::ranges::find(entry->again, at) == entry->again.end()) entry->again.push_back(at);
    }
    for (const Returned& entry : returned_) {
      std::vector<int> order = entry.again;
      for (int i = 0; i < std::ssize(entry.offer); ++i) {
        if (((entry.kept >> i) & 1) == 0 && std::ranges::find(order, i) == order.end()) order.push_back(i);
      }
      set_order(entry, order);
    }
  }

  void set_order(const Returned& entry, const std::vector<int>& order) {
    const int offered = static_cast<int>(entry.offer.size());
    for (int rank = 0; rank < orders(static_cast<int>(order.size())); ++rank) {
      const Action action = Action::keeping_in_order(entry.kept, offered, rank);
      const ReturnList list = returned_positions(action, offered);
      if (!std::equal(order.begin(), order.end(), list.position.begin(), list.position.begin() + list.size)) continue;
      groups_[entry.group].action->action = action;
      return;
    }
  }

  // -- Routes
  Action payment(int route, const LogMessage& m) const {
    const Route& r = edition_.board.routes[static_cast<std::size_t>(route)];
    if (!m.paid) {
      // Nobody says how it was paid: with its own color, most likely.
      const Card color = r.color == kGray ? m.route_color.value_or(Card::kLocomotive) : static_cast<Card>(r.color);
      return color == Card::kLocomotive ? Action::claim(route, color, 0, r.length)
                                        : Action::claim(route, color, r.length, 0);
    }
    int jokers = 0;
    Card color = Card::kLocomotive;
    for (const Card card : *m.paid) {
      if (card == Card::kLocomotive) {
        ++jokers;
      } else if (color != Card::kLocomotive && color != card) {
        fault("the route was paid with several colors");
      } else {
        color = card;
      }
    }
    return Action::claim(route, color, static_cast<int>(m.paid->size()) - jokers, jokers);
  }

  // How well a route fits what the log says of it; negative: not at all.
  int fit(int seat, int route, const LogMessage& m) const {
    const Route& r = edition_.board.routes[static_cast<std::size_t>(route)];
    if (m.paid) {
      if (m.paid->size() != r.length) return -1;
      for (const Card card : *m.paid) {
        if (card != Card::kLocomotive && r.color != kGray && index(card) != r.color) return -1;
      }
    }
    int points = 0;
    if (m.route_color && index(*m.route_color) == r.color) points += 4;
    if (!game_.state().closed.has(route)) points += 2;
    const RouteSet parallels = edition_.parallel_to(RouteSet::single(route));
    if ((game_.state().owned[static_cast<std::size_t>(seat)] & parallels).empty()) points += 1;
    for (int other = 0; other < players_; ++other) {
      if (game_.state().owned[static_cast<std::size_t>(other)].has(route)) return -1;
    }
    return points;
  }

  void claim(int seat, const LogMessage& m) {
    turn_of(seat);
    const int a = v09::city(edition_.board, m.d1);
    const int b = v09::city(edition_.board, m.d2);
    if (a < 0 || b < 0) fault("a city of the claimed route is not on the map");
    int best = -1;
    int best_fit = -1;
    bool any = false;
    for (int r = 0; r < std::ssize(edition_.board.routes); ++r) {
      const Route& route = edition_.board.routes[static_cast<std::size_t>(r)];
      if (!((route.a == a && route.b == b) || (route.a == b && route.b == a))) continue;
      any = true;
      const int how = fit(seat, r, m);
      if (how <= best_fit) continue;
      best = r;
      best_fit = how;
    }
    if (!any) fault("there is no such route");
    if (best < 0) fault("the route has an owner, or was paid with other cards than it needs");
    const Action action = payment(best, m);
    begin_group(seat, action);
    cards_.paid(action.count + action.locomotives);
  }

  // -- The end
  void score(int seat, const LogMessage& m) {
    const auto s = static_cast<std::size_t>(seat);
    if (scored_[s]) fault("the score of this player was told before");
    scored_[s] = true;
    if (!finish_tried_) finish();
    Score& score = scores_[s];
    const RouteSet owned = game_.state().owned[s];
    score.routes = m.route_points.value_or(game_.state().points[s]);
    if (edition_.longest_path_bonus > 0) score.longest = m.longest.value_or(longest_trail(edition_.board, owned));
    if (m.has_longest.value_or(false)) score.bonus = edition_.longest_path_bonus;
    if (m.tickets && m.missed) {
      for (const LogTicket& t : *m.tickets) score.tickets += t.points;
      for (const LogTicket& t : *m.missed) score.tickets -= t.points;
      score.completed = static_cast<int>(m.tickets->size());
      score.uncompleted = static_cast<int>(m.missed->size());
      score.total = m.total.value_or(score.routes + score.bonus + score.tickets);
    } else {
      score.total = m.total.value_or(score.routes + score.bonus);
      score.tickets = score.total - score.routes - score.bonus;
    }
    if (edition_.most_tickets_bonus > 0)
      score.most_tickets = std::max(0, score.total - score.routes - score.bonus - score.tickets);
    score.winner = m.winner.value_or(false);
    if (std::count(scored_.begin(), scored_.begin() + players_, true) == players_) end();
  }

  // Those who could not do anything in the end have passed. Without that the game was broken off.
  void finish() {
    finish_tried_ = true;
    game_.end_half_turn();
    const bool stuck = cards_.deck() == 0 && game_.state().ticket_deck_size() == 0;
    while (stuck && game_.state().phase == Phase::kTurn) pass();
  }

  void end() {
    finale_.emplace();
    finale_->scores = scores_;
    finale_->tickets = plan_.last_tickets;
    if (!game_.state().over()) return;
    Event event;
    event.kind = EventKind::kEnd;
    event.ending = game_.state().ending;
    event.scores.assign(scores_.begin(), scores_.begin() + players_);
    end_ = event;
    end_line_ = line_;
  }

  // -- The record
  Record as_record() const {
    Record record;
    record.header.edition = edition_.id;
    record.header.data_hash = edition_.data_hash;
    for (const std::string& name : plan_.names) record.header.players.push_back({name, ""});
    auto add = [&](Event event, int line) {
      event.seq = static_cast<int>(record.events.size()) + 1;
      record.events.push_back({std::move(event), line});
    };
    for (const Group& group : groups_) {
      if (group.action) add(*group.action, group.line);
      for (Event event : group.outcomes) {
        if (group.action && !event.actor) event.actor = group.action->actor;
        add(std::move(event), group.line);
      }
    }
    if (end_) add(*end_, end_line_);
    return record;
  }

  // A record that breaks the rules is false in something that cannot be told from the log: then one card of the set-up is made unknown,
  // so that only what is public counts.
  Record record() {
    Record record = as_record();
    bool partial = false;
    bool over = false;
    const Listener nobody{[](const State&) {}, [&](const Move& move) { over = move.after.over(); }, [](int) {}};
    const bool fits = !replay_record(edition_, record, nobody, partial);
    const bool whole = !cards_.doubtful() && plan_.first_player && (over || !end_);
    if (fits && (whole || partial)) return record;
    for (Event& event : groups_[0].outcomes) {
      if (event.kind != EventKind::kCard || event.to.place != CardTo::kHand) continue;
      event.card = {};
      break;
    }
    return as_record();
  }

  struct OfferAt {
    std::size_t group = 0;
    std::size_t outcome = 0;
  };

  const ImportPlan& plan_;
  const v09::Log& log_;
  const Edition& edition_;
  int players_;
  int line_ = 1;
  std::vector<Group> groups_;
  std::size_t whole_ = 0;  // of them, before the message at hand
  PublicGame game_;
  CardTracker cards_;
  std::size_t heard_group_ = 0;
  std::size_t heard_outcome_ = 0;

  bool dealt_ = false;
  std::array<AtStart, kMaxPlayers> start_;
  CardTracker::List start_row_;
  std::optional<int> start_deck_;
  std::array<bool, kMaxPlayers> chosen_{};
  std::array<int, kMaxPlayers> first_choice_{};
  std::array<OfferAt, kMaxPlayers> offer_at_{};
  std::vector<Returned> returned_;

  bool finish_tried_ = false;
  std::array<bool, kMaxPlayers> scored_{};
  Scores scores_{};
  std::optional<Finale> finale_;
  std::optional<Event> end_;
  int end_line_ = 0;
};

}  // namespace

std::string clean_name(std::string_view name, std::string_view otherwise) {
  if (v09::is_name(name)) return std::string(name);
  std::string out;
  for (const char c : name.substr(0, v09::kMaxName)) out += c > ' ' && c < 0x7F ? c : '_';
  return out.empty() ? std::string(otherwise) : out;
}

tl::expected<Imported, Stop> import_v09(const Editions& editions, const v09::Log& log, const std::string& edition) {
  const ImportPlan plan = plan_import(editions, log, edition);
  if (plan.error) return tl::unexpected(*plan.error);
  return Importer(plan, log).run();
}

std::vector<std::string> record_lines(const Imported& imported) {
  std::vector<std::string> lines = {header_line(imported.record.header)};
  for (const auto& [event, line] : imported.record.events) lines.push_back(event_line(*imported.edition, event));
  return lines;
}

}  // namespace fogg::playback
