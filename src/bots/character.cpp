#include "bots/character.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fogg {

namespace {

struct Number {
  std::string_view name;
  int Taste::* at;
  std::string_view about;
};

constexpr std::array<Number, 26> kNumbers = {{
    {"turn", &Taste::turn, "what a turn is worth"},
    {"card", &Taste::card, "what it takes to get a card of a color"},
    {"graycard", &Taste::gray_card, "the same for a gray route"},
    {"train", &Taste::train, "what a train on the way costs"},
    {"points", &Taste::points, "tenths of its points that make a route cheaper"},
    {"tunnel", &Taste::tunnel, "what the surcharge of a tunnel may cost"},
    {"ferry", &Taste::ferry, "a locomotive symbol"},
    {"station", &Taste::station, "using another's route, planned"},
    {"latestation", &Taste::late_station, "the same where nothing else is left"},
    {"planclaim", &Taste::plan_claim, "claiming a planned route"},
    {"freetrain", &Taste::free_train, "a train for a route off the plan"},
    {"racetrain", &Taste::race_train, "a train when all tickets are served"},
    {"draw", &Taste::draw, "a turn of drawing cards"},
    {"cardwanted", &Taste::card_wanted, "a face-up card that is needed"},
    {"tickettrains", &Taste::ticket_trains, "trains that everybody must have left for new tickets"},
    {"ticketvalue", &Taste::ticket_value, "what new tickets are worth then"},
    {"ticketloss", &Taste::ticket_loss, "what it costs if none of them fits"},
    {"ticketluck", &Taste::ticket_luck, "how much it likes to draw tickets at all"},
    {"joker", &Taste::joker, "a face-up locomotive"},
    {"network", &Taste::network, "a route that touches its own"},
    {"risk", &Taste::risk, "a short route that may be taken"},
    {"tunnelrisk", &Taste::tunnel_risk, "a tunnel without a spare card"},
    {"passengercard", &Taste::passenger_card, "a face-up passenger card"},
    {"journeywait", &Taste::journey_wait, "what a journey must bring not to be put off"},
    {"startmix", &Taste::start_mix, "tickets of the first deck at the start"},
    {"latermix", &Taste::later_mix, "and later"},
}};

void apply_style(Style style, Taste& taste) {
  switch (style) {
    case Style::kSteady: break;
    case Style::kRacer:
      taste.turn += 20;
      taste.network = 0;
      taste.ticket_luck -= 200;
      break;
    case Style::kCollector:
      taste.turn -= taste.turn / 3;
      taste.ticket_trains = 22;
      taste.ticket_luck += 25;
      break;
    case Style::kBuilder: taste.network += 40; break;
  }
}

}  // namespace

Character read_character(BotSpec& spec) {
  Character character;
  const std::string level = spec.word("level", {"easy", "medium", "hard"}, "");
  if (level == "easy") character.level = Level::kEasy;
  if (level == "medium") character.level = Level::kMedium;
  if (level == "hard") character.level = Level::kHard;
  character.extras = spec.flag("extras", true);
  // People meet different characters: one that cannot have enough tickets, one that loves its long line, one that plays to win.
  const std::string_view usual = character.level == Level::kEasy     ? "collector"
                                 : character.level == Level::kMedium ? "builder"
                                                                     : "steady";
  const std::string style = spec.word("style", {"steady", "racer", "collector", "builder"}, usual);
  if (style == "racer") character.style = Style::kRacer;
  if (style == "collector") character.style = Style::kCollector;
  if (style == "builder") character.style = Style::kBuilder;
  if (character.level == Level::kEasy) character.whim = 22;
  if (character.level == Level::kMedium) character.whim = 8;
  for (const Number& number : kNumbers) {
    if (!spec.has(number.name)) continue;
    character.numbers.emplace_back(number.at, static_cast<int>(spec.number(number.name, -1000, 1000, 0)));
  }
  return character;
}

Taste Character::taste(const Edition& edition) const {
  Taste taste = usual_taste(edition);
  apply_style(style, taste);
  taste.extras = extras;
  for (const auto& [number, value] : numbers) taste.*number = value;
  return taste;
}

const std::vector<BotOption>& character_options() {
  static const std::vector<BotOption> kOptions = [] {
    std::vector<BotOption> options = {
        {"level", "easy, medium, hard", "for people: easier ones follow a whim now and then; all take their time"},
        {"style", "steady, racer, collector, builder", "what it likes: long routes, tickets, one long line"},
        {"extras", "on, off", "off: ignores stations, passengers and goods (on)"},
    };
    for (const Number& number : kNumbers) options.push_back({number.name, "-1000 to 1000", number.about, true});
    return options;
  }();
  return kOptions;
}

double Character::pace(const Action& action, FastGenerator& random) const {
  if (level == Level::kFull) return 0;
  const double spread = static_cast<double>(random.next() >> 11U) * 0x1.0p-53;
  const double seconds = level == Level::kEasy     ? 1.0 + 1.6 * spread
                         : level == Level::kMedium ? 0.8 + 1.3 * spread
                                                   : 0.6 + spread;
  // Small steps of a turn go quickly, new tickets want to be read.
  switch (action.kind) {
    case ActionKind::kDraw:
    case ActionKind::kTake: return 0.6 * seconds;
    case ActionKind::kGo:
    case ActionKind::kStop:
    case ActionKind::kPlace:
    case ActionKind::kSkip: return 0.4 * seconds;
    case ActionKind::kKeep: return 2 * seconds;
    default: return seconds;
  }
}

std::size_t pick_by_value(const std::vector<double>& values, double whim, FastGenerator& random) {
  const auto best = static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin());
  if (whim <= 0) return best;
  double sum = 0;
  for (const double value : values) sum += std::exp((value - values[best]) / whim);
  double at = static_cast<double>(random.next() >> 11U) * 0x1.0p-53 * sum;
  for (std::size_t i = 0; i < values.size(); ++i) {
    at -= std::exp((values[i] - values[best]) / whim);
    if (at < 0) return i;
  }
  return best;
}

}  // namespace fogg
