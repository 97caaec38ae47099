// Playing the terminal game over strings.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <regex.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/play_command.h"
#include "cli/play_resolve.h"
#include "engine/action.h"
#include "engine/chance.h"
#include "engine/play.h"
#include "engine/refusal.h"
#include "engine/state.h"
#include "engine/view.h"
#include "support.h"

namespace fogg::cli {

// Input that is made when it is asked for, so that a script can answer what it has read. Nothing: the end.
class Script : public std::streambuf {
 public:
  explicit Script(std::function<std::optional<std::string>()> next) : next_(std::move(next)) {}

 protected:
  int_type underflow() override {
    auto line = next_();
    if (!line) return traits_type::eof();
    line_ = *line + "\n";
    setg(line_.data(), line_.data(), line_.data() + line_.size());
    return traits_type::to_int_type(line_[0]);
  }

 private:
  std::function<std::optional<std::string>()> next_;
  std::string line_;
};

struct Played {
  int code = -1;
  std::string text;
  std::vector<std::pair<int, Action>> actions;
  State last{};
};

inline PlayOptions plain(int players = 2, std::uint64_t seed = 5) {
  PlayOptions options;
  options.players = players;
  options.seed = seed;
  options.color = false;
  options.echo = true;
  // Whoever plays if nobody is named may change, and may think long; these tests are about the terminal.
  options.bot_maker = [](std::string_view spec, std::string* why) {
    return make_bot(spec == default_opponent() || spec == default_adviser() ? "hungry" : spec, why);
  };
  return options;
}

// `next` sees the output since its last call.
inline Played play_script(const Edition& game, PlayOptions options,
                          const std::function<std::optional<std::string>(const std::string& news)>& next) {
  Played played;
  std::ostringstream out;
  std::size_t seen = 0;
  Script script([&]() {
    const std::string all = out.str();
    const std::string news = all.substr(seen);
    seen = all.size();
    return next(news);
  });
  std::istream in(&script);
  options.on_start = [&](const State& state) { played.last = state; };
  options.on_action = [&](int seat, const Action& action, const State& after) {
    played.actions.emplace_back(seat, action);
    played.last = after;
  };
  played.code = play(game, options, in, out);
  played.text = out.str();
  return played;
}

inline Played play_lines(const Edition& game, const PlayOptions& options, const std::string& lines) {
  std::istringstream in(lines);
  return play_script(game, options, [&](const std::string&) -> std::optional<std::string> {
    std::string line;
    if (!std::getline(in, line)) return {};
    return line;
  });
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

inline bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// The exact texts that `legal` has listed: a line each, but "claim ROUTE PAYMENT | PAYMENT" and, for stations, a list
// of cities and one of payments. Lines that continue another begin with four blanks or more.
inline std::vector<std::string> legal_texts(const Edition& game, const std::string& listed) {
  const auto parts_of = [](std::string text, const std::string& separator) {
    std::vector<std::string> parts;
    for (std::size_t at = text.find(separator); at != std::string::npos; at = text.find(separator)) {
      parts.push_back(text.substr(0, at));
      text.erase(0, at + separator.size());
    }
    parts.push_back(text);
    return parts;
  };
  std::vector<std::string> whole;
  for (const std::string& line : lines_of(listed)) {
    if (line.starts_with("    ") && !line.starts_with("    CITY") && !line.starts_with("    PAYMENT") &&
        !whole.empty()) {
      whole.back() += line.substr(line.find_first_not_of(' ') - 1);
    } else {
      whole.push_back(line);
    }
  }
  std::vector<std::string> texts;
  std::vector<std::string> cities;
  for (const std::string& line : whole) {
    if (line.starts_with("    CITY     ")) cities = parts_of(line.substr(13), ", ");
    if (line.starts_with("    PAYMENT  ")) {
      for (const std::string& city : cities) {
        for (const std::string& payment : parts_of(line.substr(13), ", ")) {
          texts.push_back(fmt::format("station {} {}", city, payment));
        }
      }
    }
    if (!line.starts_with("  ")) continue;
    const std::vector<std::string> payments = parts_of(line.substr(2), " | ");
    if (!parse_action(game, payments[0])) continue;
    texts.push_back(payments[0]);
    const std::string route = payments[0].substr(0, payments[0].find(' ', payments[0].find(' ') + 1) + 1);
    for (std::size_t i = 1; i < payments.size(); ++i) texts.push_back(route + payments[i]);
  }
  return texts;
}

// Asks for the legal texts and types one of them, until the game is over.
inline Played play_by_legal_texts(const Edition& game, const PlayOptions& options, std::uint64_t seed) {
  FastGenerator random(seed);
  bool asked = false;
  int lines = 0;
  return play_script(game, options, [&](const std::string& news) -> std::optional<std::string> {
    if (++lines > 5000) return {};
    asked = !asked;
    if (asked) return "legal";
    const std::vector<std::string> texts = legal_texts(game, news);
    if (texts.empty()) return {};
    return texts[random.pick(static_cast<int>(texts.size()))];
  });
}

// Types words a person might, by what is asked, until the game is over; many of them are not possible.
inline Played play_by_words(const Edition& game, const PlayOptions& options, std::uint64_t seed) {
  FastGenerator random(seed);
  int lines = 0;
  using Words = std::vector<std::string>;
  const auto one_of = [&](const Words& words) { return words[random.pick(static_cast<int>(words.size()))]; };
  const auto city = [&] { return game.board.cities[random.pick(static_cast<int>(game.board.cities.size()))].name; };
  return play_script(game, options, [&](const std::string& news) -> std::optional<std::string> {
    if (++lines > 20000) return {};
    const std::string asked = news.substr(news.rfind('\n') + 1);
    if (asked == "Keep> ") return one_of({"keep 1", "keep 1 2", "2 3", "keep all"});
    if (asked == "Number> ") return one_of({"1", "2", "3", "1", "5", "cancel"});
    if (asked == "Second card> ") return one_of({"d", "t 1", "t 2", "t 3", "t 4", "t passenger", "t 4+"});
    if (asked == "Tickets> ") return one_of({"tickets 3 1", "2 short", "long", "tickets 5 5", "1 3", "2", "tickets"});
    if (asked == "Tunnel> ") return one_of({"pay", "yes", "1", "2", "no", "decline", "pay loco", "pay 1 red", "draw"});
    if (asked == "Passenger> ") return one_of({"place", "place " + city(), "yes", "1", "2", "no", "skip", city()});
    if (asked == "Journey> ") return one_of({"1", "2", "go " + city(), city(), "stop", "no", "g 1", "move " + city()});
    return one_of({"d",
                   "t 1",
                   "t 2",
                   "c",
                   "c",
                   "c " + city(),
                   "c " + city(),
                   "c " + city(),
                   "c " + city(),
                   "station " + city(),
                   "build a station in " + city() + " loco",
                   "tickets",
                   "tickets 2 2",
                   "move",
                   "move " + city(),
                   "goods",
                   "board",
                   "routes",
                   "hint",
                   "ways",
                   "actions",
                   "map",
                   "undo",
                   "routes open",
                   "players",
                   "cards",
                   "show",
                   "mine",
                   "routes " + city(),
                   "pay",
                   "skip",
                   "stop",
                   "go " + city(),
                   "c " + city() + " " + city() + " 4+"});
  });
}

inline int own_actions(const Played& played) {
  return static_cast<int>(std::ranges::count(played.actions, 0, &std::pair<int, Action>::first));
}

// Whether a line as a whole has this form. (std::regex makes GCC 12 warn when it builds with sanitizers.)
class Form {
 public:
  explicit Form(const std::string& extended) {
    EXPECT_EQ(regcomp(&compiled_, ("^(" + extended + ")$").c_str(), REG_EXTENDED | REG_NOSUB), 0) << extended;
  }
  Form(const Form&) = delete;
  Form& operator=(const Form&) = delete;
  ~Form() { regfree(&compiled_); }
  bool fits(const std::string& line) const { return regexec(&compiled_, line.c_str(), 0, nullptr, 0) == 0; }

 private:
  regex_t compiled_{};
};

// A position at the beginning of the human's first turn, to be changed by a test.
struct Position {
  const Edition& game;
  State state{};
  explicit Position(int players, const std::string& id = "usa-2004") : game(test::edition(id)) {
    FastChance chance(7);
    start(game, state, players, chance, 0);
    while (state.phase == Phase::kStartMix) apply(game, state, state.actor(), Action::tickets(2), chance);
    while (state.phase == Phase::kStart) apply(game, state, state.actor(), Action::keeping(3), chance);
    state.hand[0] = {};
  }
  Position& hold(Card card, int number) {
    state.hand[0][card] = static_cast<std::uint8_t>(number);
    return *this;
  }
  int route(std::string_view name) const {
    for (int r = 0; r < static_cast<int>(game.board.routes.size()); ++r) {
      if (game.board.route_name(r) == name) return r;
    }
    ADD_FAILURE() << name;
    return 0;
  }
  void give(int seat, std::string_view name) {
    const RouteSet self = RouteSet::single(route(name));
    state.owned[static_cast<std::size_t>(seat)] |= self;
    state.closed |= self;
    if (state.one_of_parallels()) state.closed |= game.parallel_to(self);
  }
  Outcome claim(std::string_view words) const {
    const View view = view_of(game, state, 0);
    return resolve_claim(Situation(game, view), words);
  }
  std::string claimed(std::string_view words) const { return told(claim(words)); }
  using Resolve = Outcome (*)(const Situation&, std::string_view);
  // What becomes of words: the action's text, or why there is none; with a list, its labels.
  std::string with(Resolve resolve, std::string_view words) const {
    const View view = view_of(game, state, 0);
    const Situation now(game, view);
    const Outcome outcome = resolve(now, words);
    if (!outcome.action) return told(outcome);
    const Refusal refusal = check(game, now.visible, 0, *outcome.action);
    return refusal ? "none: " + refusal_words(game, view, *outcome.action, refusal) : told(outcome);
  }
  std::string told(const Outcome& outcome) const {
    std::string list;
    for (const Choice& choice : outcome.choices) list += " | " + choice.label;
    return outcome.action ? text(game, *outcome.action) : "none: " + outcome.message + list;
  }
  Extras& extras() { return state.extras(game); }
  CitySet city(std::string_view id) const { return city_bit(game.board.city(id)); }
  // Shows cards for a tunnel that turns up what is given.
  void tunnel(std::string_view name, Card color, int count, int locomotives, const std::vector<Card>& revealed) {
    state.phase = Phase::kTunnel;
    extras().tunnel_route = static_cast<std::uint8_t>(route(name));
    extras().tunnel_color = count > 0 ? color : Card::kLocomotive;
    extras().tunnel_count = static_cast<std::uint8_t>(count);
    extras().tunnel_locomotives = static_cast<std::uint8_t>(locomotives);
    for (const Card card : revealed) {
      extras().revealed.add(card);
      if (card == Card::kLocomotive || (count > 0 && card == color)) ++extras().surcharge;
    }
  }
};

}  // namespace fogg::cli
