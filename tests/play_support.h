// Playing the terminal game over strings.
#pragma once

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
#include "engine/action.h"
#include "engine/chance.h"
#include "engine/state.h"

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

// Asks for the legal texts and types one of them, until the game is over.
inline Played play_by_legal_texts(const Edition& game, const PlayOptions& options, std::uint64_t seed) {
  FastGenerator random(seed);
  bool asked = false;
  int lines = 0;
  return play_script(game, options, [&](const std::string& news) -> std::optional<std::string> {
    if (++lines > 5000) return {};
    asked = !asked;
    if (asked) return "legal";
    std::vector<std::string> texts;
    for (const std::string& line : lines_of(news)) {
      if (line.starts_with("  ") && parse_action(game, line.substr(2))) texts.push_back(line.substr(2));
    }
    if (texts.empty()) return {};
    return texts[random.pick(static_cast<int>(texts.size()))];
  });
}

inline int own_actions(const Played& played) {
  return static_cast<int>(std::ranges::count(played.actions, 0, &std::pair<int, Action>::first));
}

inline bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

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

}  // namespace fogg::cli
