// A competition with entrants that connect, and what is always to be true of it.
#pragma once

#include <gtest/gtest.h>
#include <sstream>

#include "arena_clients.h"
#include "record/verify.h"
#include "support.h"

namespace fogg::test {

using arena::Book;
using arena::Fault;
using arena::SeatReport;

inline std::string entrant(const std::string& name, const std::string& rest) {
  return fmt::format("[[entrant]]\nname = \"{}\"\n{}\n", name, rest);
}
inline const std::string kCurrent = "connects = \"current\"";
inline const std::string kOld = "connects = \"v0.9\"";
inline const std::string kHungry = entrant("hungry", "bot = \"hungry\"");

inline int faults(const SeatReport& seat, Fault fault) { return seat.faults[static_cast<std::size_t>(fault)]; }

class ArenaEntry : public testing::Test {
 protected:
  // Goes on with the competition of `cup_`, which must come to its end.
  std::unique_ptr<ArenaProcess> start(const std::string& threads = "3") {
    const std::vector<std::string> words = {"--resume", cup_.dir, "--threads", threads};
    auto arena = std::make_unique<ArenaProcess>(folder_ / "log", words);
    EXPECT_NE(arena->tcp(), 0) << arena->log();
    return arena;
  }
  void expect_end(ArenaProcess& arena) {
    ASSERT_EQ(arena.wait(), 0) << arena.log();
    EXPECT_EQ(cup_.book()->phase(), arena::Phase::kOver);
    expect_sound_records();
    expect_no_tokens();
  }
  std::unique_ptr<Bot> bot(const ArenaProcess& arena, const std::string& name, Bot::Habit habit = {},
                           std::shared_ptr<Diary> diary = {}) {
    return std::make_unique<Bot>(arena.tcp(), name, cup_.tokens.at(name), std::move(habit), std::move(diary));
  }
  std::unique_ptr<OldBot> old_bot(const ArenaProcess& arena, const std::string& name, int cuts = 0) {
    return std::make_unique<OldBot>(arena.v09(), name, cup_.tokens.at(name), cuts);
  }

  std::string name_of(arena::Entrant number) {
    if (names_.empty())
      for (const auto& one : cup_.book()->entrants()) names_.push_back(one.spec.name);
    return names_.at(static_cast<std::size_t>(number));
  }
  void expect_no_faults(const std::set<std::string>& but = {}) {
    for (const Book::Ended& game : cup_.games()) {
      for (std::size_t seat = 0; seat < game.game.seats.size(); ++seat) {
        if (but.contains(name_of(game.game.seats[seat]))) continue;
        EXPECT_FALSE(game.report.seats[seat].has_fault()) << name_of(game.game.seats[seat]) << " in game "
                                                          << game.game.number << ": " << game.report.seats[seat].words;
      }
    }
  }
  // All reports of an entrant.
  std::vector<SeatReport> reports(const std::string& name) {
    std::vector<SeatReport> all;
    for (const Book::Ended& game : cup_.games())
      for (std::size_t seat = 0; seat < game.game.seats.size(); ++seat)
        if (name_of(game.game.seats[seat]) == name) all.push_back(game.report.seats[seat]);
    return all;
  }
  // Who could remember a deal meets it again only in games at the same time.
  void expect_no_deal_twice() {
    std::set<std::pair<arena::Entrant, std::int64_t>> met;
    const auto entrants = cup_.book()->entrants();
    for (const Book::Ended& game : cup_.games()) {
      for (const arena::Entrant one : game.game.seats) {
        if (!entrants.at(static_cast<std::size_t>(one)).state.outside || game.game.together) continue;
        EXPECT_TRUE(met.insert({one, game.game.deal}).second) << name_of(one) << " knows deal " << game.game.deal;
      }
    }
  }
  void expect_sound_records() {
    static const Catalog catalog = *Catalog::open({});
    const auto book = cup_.book();
    for (const Book::Ended& game : cup_.games()) {
      const auto finished = book->finished(game.game.number);
      if (finished->form != arena::Finished::Form::kRecord) continue;
      std::istringstream in(finished->played);
      const Verdict verdict = verify_record(catalog, in);
      EXPECT_TRUE(verdict.good) << verdict.line << ": " << verdict.message;
    }
  }
  void expect_no_tokens() {
    for (const auto& file : fs::recursive_directory_iterator(folder_.path())) {
      if (!file.is_regular_file() || file.path().filename() == "tokens.csv") continue;
      const std::string text = read_file(file.path().string());
      for (const auto& [name, token] : cup_.tokens)
        EXPECT_EQ(text.find(token), std::string::npos) << file.path() << " has the token of " << name;
    }
  }

  Folder folder_;
  Cup cup_{folder_};
  std::vector<std::string> names_;
};

}  // namespace fogg::test
