// What programs over standard input and output allow at most: two of them are started as the arena starts them and get the same lines as in a
// real game, but nobody keeps the rules, writes JSON or keeps a record. The real game is played first, once, to know the lines.
#include <fmt/format.h>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "arena/deal.h"
#include "arena/line_player.h"
#include "arena/program_link.h"
#include "arena/referee.h"
#include "data/catalog.h"
#include "data/sha256.h"

namespace {

using namespace fogg;
using Clock = std::chrono::steady_clock;

// What was said to the programs, and when an answer was waited for.
struct Step {
  int seat = 0;
  std::string lines;  // empty: wait for a line
};

class NotedLink final : public arena::Link {
 public:
  NotedLink(std::unique_ptr<arena::Program> program, int seat, std::vector<Step>& steps)
      : link_(std::move(program)), seat_(seat), steps_(steps) {}
  void send(std::string_view lines) override {
    steps_.push_back({seat_, std::string(lines)});
    link_.send(lines);
  }
  std::optional<Clock::time_point> sent_at() const override { return link_.sent_at(); }
  std::optional<arena::Stamped> receive(Clock::time_point deadline) override {
    auto line = link_.receive(deadline);
    if (line) steps_.push_back({seat_, ""});
    return line;
  }
  bool is_silent() const override { return link_.is_silent(); }
  Trouble trouble() override { return link_.trouble(); }
  void close() override { link_.close(); }

 private:
  arena::ProgramLink link_;
  int seat_;
  std::vector<Step>& steps_;
};

[[noreturn]] void stop(const std::string& why) {
  fmt::print(stderr, "arena_floor: {}\n", why);
  std::exit(1);
}

class Floor {
 public:
  Floor(std::string command, std::string folder) : host_(std::make_shared<arena::ProgramHost>()) {
    spec_.command = std::move(command);
    spec_.folder = std::move(folder);
  }

  void play_real_game() {
    auto catalog = Catalog::open({});
    if (!catalog) stop(catalog.error().text());
    const auto edition = catalog->edition("usa-2004");
    if (!edition) stop(edition.error().text());
    arena::Referee::Setting setting;
    setting.edition = *edition;
    setting.header.edition = "usa-2004";
    setting.header.data_hash = (*edition)->data_hash;
    setting.header.players = {{"a", ""}, {"b", ""}};
    setting.key = arena::deal_key({}, 1);
    setting.header.key_hash = sha256_hex({reinterpret_cast<const char*>(setting.key.data()), setting.key.size()});
    std::vector<std::unique_ptr<arena::Player>> players;
    for (int seat = 0; seat < 2; ++seat)
      players.push_back(
          std::make_unique<arena::LinePlayer>(std::make_unique<NotedLink>(start(), seat, steps_), seat, 1));
    arena::Finished finished;
    arena::Referee(std::move(setting), std::move(players)).play(finished);
    for (const arena::SeatReport& seat : finished.report.seats)
      if (seat.has_fault()) stop("the program has faults: " + seat.words);
  }

  double games_per_second(int threads, double seconds) {
    std::atomic<int> games = 0;
    const auto begin = Clock::now();
    const auto end = begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    {
      std::vector<std::jthread> all;
      for (int i = 0; i < threads; ++i) {
        all.emplace_back([&] {
          while (Clock::now() < end) {
            play();
            ++games;
          }
        });
      }
    }
    return games / std::chrono::duration<double>(Clock::now() - begin).count();
  }

  int answers() const {
    int count = 0;
    for (const Step& step : steps_) count += step.lines.empty() ? 1 : 0;
    return count;
  }

 private:
  std::unique_ptr<arena::Program> start() {
    auto program = arena::Program::start(host_, spec_);
    if (!program) stop(program.error());
    return std::move(*program);
  }

  void play() {
    std::unique_ptr<arena::Program> programs[] = {start(), start()};
    for (const Step& step : steps_) {
      arena::Program& program = *programs[step.seat];
      if (!step.lines.empty()) {
        program.send(step.lines);
      } else if (!program.receive(Clock::now() + std::chrono::seconds(20))) {
        stop("no answer: " + program.trouble());
      }
    }
    for (auto& program : programs) program->stop(std::chrono::milliseconds(200));
  }

  arena::ProgramSpec spec_;
  std::shared_ptr<arena::ProgramHost> host_;
  std::vector<Step> steps_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    fmt::print(stderr, "usage: arena_floor COMMAND FOLDER THREADS SECONDS\n");
    return 2;
  }
  Floor floor(argv[1], argv[2]);
  floor.play_real_game();
  const double speed = floor.games_per_second(std::atoi(argv[3]), std::atof(argv[4]));
  fmt::print("{:.2f} games/s, {} answers each\n", speed, floor.answers());
}
