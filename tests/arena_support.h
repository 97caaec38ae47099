// What tests of competitions share.
#pragma once

#include <fmt/format.h>
#include <functional>
#include <map>
#include <string>

#include "arena/book.h"

namespace fogg::test {

inline ChaKey some_key(int n) {
  ChaKey key{};
  key[0] = static_cast<std::uint8_t>(n);
  return key;
}

inline arena::GameReport some_report() {
  arena::GameReport report;
  report.seats.resize(2);
  for (const std::int64_t us : {0, 1, 2, 5, 1000, 3'000'000}) report.seats[0].times.add(us);
  report.seats[1].faults[static_cast<std::size_t>(arena::Fault::kCrash)] = 2;
  report.seats[1].replaced = true;
  report.seats[1].words = "ended with \"exit code 3\"\n";
  report.milliseconds = 17;
  return report;
}

// All of a competition that does not depend on clocks, a line for each game.
inline std::string results(arena::Book& book) {
  std::map<std::int64_t, std::string> by_game;
  std::int64_t serial = 0;
  for (const arena::Book::Ended& one : book.ended_after(serial)) {
    const auto finished = book.finished(one.game.number);
    std::string line = fmt::format("{} {} {} {}", one.game.number, one.game.round, one.game.deal, one.game.edition);
    for (std::size_t seat = 0; seat < one.game.seats.size(); ++seat)
      line += fmt::format(" {}:{}:{}", one.game.seats[seat], one.outcome.ranks[seat], one.outcome.points[seat]);
    by_game[one.game.number] = line + " " + std::to_string(std::hash<std::string>{}(finished->played));
  }
  std::string all;
  for (const auto& [number, line] : by_game) all += line + "\n";
  return all;
}

}  // namespace fogg::test
