// What the organiser asks of a running competition.
#include <fmt/format.h>
#include <algorithm>

#include "arena/entry.h"
#include "arena/runner.h"
#include "arena/token.h"

namespace fogg::arena {

namespace {

constexpr const char* kDone = "done";

}  // namespace

void Runner::obey(const Command& command) {
  std::string answer;
  try {
    answer = obeyed(command);
  } catch (const BookError& error) {
    answer = error.message;
  }
  book_.done(command.id, answer);
  // Of a new entrant only the name: how it is started is nobody's business, and the line is on the pages too.
  std::string what = command.argument;
  if (command.verb == "add") {
    const auto spec = entrant_from_json(command.argument);
    what = spec ? spec->name : std::string();
  } else if (const auto token = token_from_json(command.argument)) {
    what = token->name;
  }
  News news{fmt::format("{}{}{}: {}", command.verb, what.empty() ? "" : " ", what, answer)};
  if (answer == kDone) {
    news.kind = command.verb;
    if (!what.empty()) news.values.push_back(what);
  }
  news_.push_back(std::move(news));
}

std::string Runner::obeyed(const Command& command) {
  if (const auto problem = problem_with(command)) return *problem;
  if (command.verb == "pause" || command.verb == "go" || command.verb == "abort") {
    phase_ = command.verb == "pause" ? Phase::kPaused : command.verb == "go" ? Phase::kRunning : Phase::kAborted;
    book_.set_phase(phase_);
    if (phase_ != Phase::kRunning) {
      // Games that have begun are played to their end.
      const std::lock_guard lock(mutex_);
      queue_.clear();
    }
    if (phase_ == Phase::kPaused) book_.give_back(options_.worker);
    return kDone;
  }
  if (command.verb == "rerun") {
    if (phase_ == Phase::kAborted) return "the competition was aborted: the game would not be played";
    book_.rerun(std::stoll(command.argument));
    read_all();
    // One that was over goes on for this game.
    if (phase_ == Phase::kOver) book_.set_phase(phase_ = Phase::kRunning);
    return kDone;
  }
  if (command.verb == "kick") {
    const auto found = std::find_if(entrants_->begin(), entrants_->end(),
                                    [&](const EntrantEntry& one) { return one.spec.name == command.argument; });
    if (found == entrants_->end()) return fmt::format("there is no entrant {}", command.argument);
    if (!found->state.active) return fmt::format("{} has left already", command.argument);
    const Entrant entrant = static_cast<Entrant>(found - entrants_->begin());
    book_.drop_entrant(entrant, "kicked by the organiser");
    call_off(entrant);
    reload_entrants();
    return kDone;
  }
  if (command.verb == "token") {
    const auto fresh = token_from_json(command.argument);
    if (!fresh) return "not a token";
    const auto found = std::find_if(entrants_->begin(), entrants_->end(),
                                    [&](const EntrantEntry& one) { return one.spec.name == fresh->name; });
    if (found == entrants_->end()) return fmt::format("there is no entrant {}", fresh->name);
    if (found->spec.way < Way::kConnects) return fmt::format("{} does not connect and needs no token", fresh->name);
    book_.set_token_hash(static_cast<Entrant>(found - entrants_->begin()), fresh->hash);
    reload_entrants();
    return kDone;
  }
  auto spec = entrant_from_json(command.argument);
  if (!spec) return spec.error();
  if (spec->way >= Way::kConnects) {
    if (!options_.entry || options_.entry->address(spec->way).empty())
      return fmt::format("{} connects over the network, but there is no port for that: see --tcp and --v09",
                         spec->name);
    if (const auto problem = problem_with(*spec, options_.entry->options().editions)) return *problem;
  }
  for (const EntrantEntry& one : *entrants_)
    if (one.spec.name == spec->name) return fmt::format("there is an entrant {} already", spec->name);
  if (const std::string why = why_not_here(*spec); !why.empty()) return why;
  EntrantEntry entry;
  entry.spec = std::move(*spec);
  if (const auto fresh = token_from_json(command.argument)) entry.token_hash = fresh->hash;
  entry.state.from_round = round_ + 1;
  book_.add_entrant(entry);
  reload_entrants();
  return kDone;
}

std::optional<std::string> problem_with(const Command& command) {
  static const std::vector<std::string> kVerbs = {"pause", "go", "abort", "kick", "add", "rerun", "token"};
  if (std::find(kVerbs.begin(), kVerbs.end(), command.verb) == kVerbs.end())
    return fmt::format("there is no command {}", command.verb);
  if (command.verb == "rerun" && (command.argument.empty() || command.argument.size() > 18 ||
                                  command.argument.find_first_not_of("0123456789") != std::string::npos))
    return "which game? Give its number";
  return {};
}

}  // namespace fogg::arena
