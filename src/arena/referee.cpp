#include "arena/referee.h"

#include <algorithm>

#include "arena/table.h"
#include "engine/play.h"

namespace fogg::arena {

namespace {

using Clock = Player::Clock;
using Kind = Player::Answer::Kind;

// A line that came in time may be seen a little later on a busy machine; its stamp tells.
constexpr auto kGrace = std::chrono::milliseconds(100);
// So often it is looked whether the competition is to stop.
constexpr auto kBetweenLooks = std::chrono::milliseconds(200);
// And so often, whether those who are not asked want something.
constexpr auto kBetweenAttentions = std::chrono::milliseconds(20);
constexpr std::size_t kMostWords = 500;

Clock::duration seconds(double count) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(count));
}

}  // namespace

Referee::Referee(Setting setting, std::vector<std::unique_ptr<Player>> players)
    : setting_(std::move(setting)),
      game_(setting_.edition, setting_.header, setting_.key, false),
      stand_in_(make_bot(setting_.faults.stand_in)) {
  for (std::unique_ptr<Player>& player : players) {
    Seat seat;
    seat.player = std::move(player);
    seats_.push_back(std::move(seat));
  }
  report_.seats.resize(seats_.size());
}

std::int64_t Referee::now_ms() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin_).count();
}

bool Referee::play(Finished& finished) {
  begin_ = Clock::now();
  spread();
  while (!is_over()) {
    // At the start all choose at the same time; later it is one seat's turn.
    std::vector<int> deciding;
    for (int number = 0; number < static_cast<int>(seats_.size()); ++number)
      if (game_.state().may_act(number)) deciding.push_back(number);
    for (const int number : deciding) ask(number);
    for (const int number : deciding) {
      if (is_over()) break;
      if (!decide(number)) return false;
    }
  }
  for (Seat& seat : seats_) seat.player->dismiss();
  report_.milliseconds = now_ms();
  finished.outcome = outcome();
  finished.report = report_;
  finished.form = Finished::Form::kRecord;
  finished.played = record_;
  return true;
}

void Referee::spread() {
  const std::string fresh = game_.take_record();
  record_ += fresh;
  if (setting_.watched) setting_.watched(game_, fresh);
  for (Seat& seat : seats_)
    if (!seat.replaced) seat.player->tell(game_, fresh);
}

// A program has to get up first.
Clock::duration Referee::allowed(const Seat& seat) const {
  const Clock::duration left = std::max(seconds(setting_.limits.game) - seat.used, Clock::duration::zero());
  return std::min(seconds(setting_.limits.move), left) +
         (seat.has_answered ? Clock::duration::zero() : seconds(setting_.limits.start));
}

void Referee::ask(int number) {
  Seat& seat = at(number);
  if (seat.replaced) return;
  const Clock::duration time = allowed(seat);
  seat.player->ask(game_, ++seat.requests, std::chrono::duration_cast<std::chrono::milliseconds>(time));
  seat.deadline = seat.player->asked_at() + time;
}

// False if the competition is to stop.
bool Referee::decide(int number) {
  if (!at(number).replaced) return settle(number);
  stand_in(number);
  return !setting_.stop.stop_requested();
}

bool Referee::settle(int number) {
  Seat& seat = at(number);
  const Clock::time_point asked = seat.player->asked_at();
  for (int tries = 0;;) {
    Player::Answer answer;
    do {
      if (setting_.stop.stop_requested()) return false;
      const auto pause = attend_others(number) ? kBetweenAttentions : kBetweenLooks;
      answer = seat.player->wait(game_, std::min(seat.deadline + kGrace, Clock::now() + pause));
    } while (answer.kind == Kind::kNothing && Clock::now() < seat.deadline + kGrace);
    const bool late = answer.kind == Kind::kNothing || answer.at > seat.deadline;
    if (answer.kind == Kind::kGone) {
      note_fault(number, answer.fault, answer.words);
      game_.note(EventKind::kDisconnect, number, now_ms());
      apply_policy(number, true);
      return true;
    }
    if (answer.kind == Kind::kResigns) {
      if (report(number).words.empty()) report(number).words = "gave up";
      apply_policy(number, true);
      return true;
    }
    if (late) {
      if (const auto silence = seat.player->silence()) {
        note_fault(number, silence->fault, silence->words);
        game_.note(silence->fault == Fault::kDisconnect ? EventKind::kDisconnect : EventKind::kTimeout, number,
                   now_ms());
        apply_policy(number, true);
        return true;
      }
      const bool never_began = !seat.has_answered;
      const bool used_up = seconds(setting_.limits.game) - seat.used <= seconds(setting_.limits.move);
      note_fault(number, never_began ? Fault::kStall : Fault::kTimeout,
                 never_began ? "no answer since the start"
                 : used_up   ? "the time for the game is used up"
                             : "too late for a move");
      game_.note(EventKind::kTimeout, number, now_ms());
      seat.used += seat.deadline - asked;
      apply_policy(number, never_began || used_up || ++seat.timeouts >= setting_.faults.timeouts);
      return true;
    }
    seat.has_answered = true;
    Refusal refusal;
    if (answer.kind == Kind::kAction) refusal = check(*setting_.edition, game_.state(), number, answer.action);
    if (answer.kind == Kind::kAction && !refusal) {
      seat.used += answer.at - asked;
      report(number).times.add(std::chrono::duration_cast<std::chrono::microseconds>(answer.at - asked).count());
      act(number, answer.action);
      seat.player->accepted(game_.last_seq());
      seat.timeouts = 0;
      return true;
    }
    if (refusal) {
      game_.refused(number, answer.action, refusal, now_ms());
      note_fault(number, Fault::kIllegal, "a move that the rules do not allow");
      seat.player->refused(refusal);
    } else {
      note_fault(number, answer.fault, answer.words);
    }
    // Who is refused and then says no more is late for this decision.
    if (++tries < setting_.faults.tries) continue;
    seat.timeouts = 0;
    seat.used += answer.at - asked;
    apply_policy(number, false);
    return true;
  }
}

// Whether there are others who may want something.
bool Referee::attend_others(int number) {
  bool any = false;
  for (int other = 0; other < static_cast<int>(seats_.size()); ++other) {
    Seat& seat = at(other);
    if (other == number || seat.replaced || !seat.player->needs_attention()) continue;
    any = true;
    while (const auto wrong = seat.player->attend(game_)) note_fault(other, wrong->fault, wrong->words);
  }
  return any;
}

void Referee::act(int number, const Action& action) {
  const v09::Step step = game_.act(number, action, now_ms());
  for (Seat& seat : seats_)
    if (!seat.replaced) seat.player->saw(game_, step);
  spread();
}

void Referee::note_fault(int number, Fault fault, const std::string& words) {
  SeatReport& seat = report(number);
  ++seat.faults[static_cast<std::size_t>(fault)];
  if (seat.words.empty()) seat.words = words.substr(0, kMostWords);
}

// `for_good`: it will not decide any more in this game.
void Referee::apply_policy(int number, bool for_good) {
  Seat& seat = at(number);
  seat.player->overruled();
  if (setting_.faults.policy == FaultPolicy::kForfeit) {
    seat.forfeited = report(number).forfeited = true;
    for_good = true;
    if (seats_.size() == 2) {
      game_.note(EventKind::kForfeit, number, now_ms());
      spread();
      ended_early_ = true;
      return;
    }
  }
  if (for_good) {
    game_.note(EventKind::kTakeover, number, now_ms());
    seat.replaced = report(number).replaced = true;
    seat.player->dismiss();
  }
  stand_in(number);
}

void Referee::stand_in(int number) {
  const Legal legal(*setting_.edition, game_.state(), number);
  const View view = view_of(*setting_.edition, game_.state(), number);
  act(number, stand_in_->choose({*setting_.edition, view, legal, setting_.luck, setting_.stop}));
}

// Who forfeits is behind all who do not.
Outcome Referee::outcome() const {
  Outcome outcome;
  if (game_.state().over()) {
    outcome = outcome_of(*setting_.edition, game_.state());
  } else {
    for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
      outcome.ranks.push_back(1);
      outcome.points.push_back(game_.state().points[seat]);
    }
  }
  const std::vector<int> plain = outcome.ranks;
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    int rank = 1;
    for (std::size_t other = 0; other < seats_.size(); ++other) {
      if (other == seat) continue;
      const bool behind = seats_[seat].forfeited && !seats_[other].forfeited;
      const bool ahead = !seats_[seat].forfeited && seats_[other].forfeited;
      if (behind || (!ahead && !seats_[seat].forfeited && plain[other] < plain[seat])) ++rank;
    }
    outcome.ranks[seat] = rank;
  }
  return outcome;
}

}  // namespace fogg::arena
