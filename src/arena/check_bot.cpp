#include "arena/check_bot.h"

#include <fmt/format.h>
#include <boost/json.hpp>
#include <chrono>

#include "arena/bot_player.h"
#include "arena/deal.h"
#include "arena/line_player.h"
#include "arena/program_link.h"
#include "arena/referee.h"

namespace fogg::arena {

namespace {

namespace json = boost::json;
using Clock = std::chrono::steady_clock;
constexpr std::size_t kShown = 200;

// What went over the line last, to be told when something goes wrong.
struct Heard {
  std::string asked;   // the last request
  std::string said;    // the last line of the program
  std::string error;   // what it was told is wrong
  std::int64_t lines = 0;
  ProgramReport report;
};

std::string cut(std::string_view text) {
  if (text.size() <= kShown) return std::string(text);
  return std::string(text.substr(0, kShown)) + " …";
}

std::string time_text(double seconds) {
  return seconds < 0.001 ? fmt::format("{:.0f} µs", 1e6 * seconds)
         : seconds < 1   ? fmt::format("{:.1f} ms", 1000 * seconds)
                         : fmt::format("{:.2f} s", seconds);
}

class TappedLink final : public Link {
 public:
  TappedLink(std::unique_ptr<Program> program, Heard& heard) : program_(std::move(program)), heard_(heard) {}
  ~TappedLink() override { close(); }

  void send(std::string_view lines) override {
    for (std::string_view rest = lines; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = rest.substr(0, end);
      if (line.find(R"("type":"request")") != std::string_view::npos) heard_.asked = line;
      if (line.find(R"("type":"error")") != std::string_view::npos) heard_.error = line;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (!closed_) program_->send(lines);
  }
  std::optional<Clock::time_point> sent_at() const override { return program_->sent_at(); }
  std::optional<Stamped> receive(Clock::time_point deadline) override {
    auto line = program_->receive(deadline);
    if (line) {
      heard_.said = line->line;
      ++heard_.lines;
    }
    return line;
  }
  bool is_silent() const override { return program_->is_silent(); }
  Trouble trouble() override {
    program_->wait_for_end(Clock::now() + std::chrono::milliseconds(500));
    close();
    Trouble trouble{Fault::kCrash, heard_.report.fault.empty() ? heard_.report.how : heard_.report.fault};
    if (heard_.report.fault.starts_with("too much output")) trouble.fault = Fault::kFlood;
    if (heard_.report.fault.starts_with("does not read")) trouble.fault = Fault::kStall;
    return trouble;
  }
  // Patient here: whether it ends by itself is one of the questions.
  void close() override {
    if (std::exchange(closed_, true)) return;
    heard_.report = program_->stop(std::chrono::seconds(4));
  }

 private:
  std::unique_ptr<Program> program_;
  Heard& heard_;
  bool closed_ = false;
};

std::string message_of(const std::string& line) {
  boost::system::error_code error;
  const json::value value = json::parse(line, error);
  if (error || !value.is_object()) return {};
  const json::value* message = value.as_object().if_contains("message");
  return message != nullptr && message->is_string() ? std::string(message->as_string()) : std::string();
}

std::string explain(Fault fault, int times, const SeatReport& seat, const Heard& heard, const CheckOptions& options) {
  const std::string often = times == 1 ? "once" : fmt::format("{} times", times);
  switch (fault) {
    case Fault::kTimeout:
      return fmt::format("was too late {}: an answer has to come within {}. The last request it got: {}", often,
                         time_text(options.move), cut(heard.asked));
    case Fault::kStall:
      return heard.lines == 0
                 ? fmt::format(
                       "said nothing within {} of its start. Does it print its answers at once (flush), each with a "
                       "line feed?{}",
                       time_text(options.start),
                       heard.report.unfinished.empty()
                           ? ""
                           : fmt::format(" It wrote this without a line feed: {}", cut(heard.report.unfinished)))
                 : fmt::format("stalled {}: {}", often, seat.words);
    case Fault::kIllegal:
      return fmt::format(
          "sent a move that is not allowed {}; the last one: {} — {}. Answer with the id of one of the request's "
          "actions",
          often, cut(heard.said), message_of(heard.error));
    case Fault::kMalformed:
      return fmt::format(
          "sent a line that is no message {}: {}. A move looks like this: "
          "{{\"type\":\"move\",\"request\":3,\"action\":17}}",
          often, cut(seat.words));
    case Fault::kCrash:
      return fmt::format(
          "ended in the middle of the game: {}{}", seat.words,
          heard.report.errors.empty() ? "" : fmt::format("\n--- its error output ---\n{}---", heard.report.errors));
    case Fault::kDisconnect: return fmt::format("is gone: {}", seat.words);
    case Fault::kFlood: return fmt::format("wrote too much: {}", seat.words);
  }
  return seat.words;
}

}  // namespace

bool check_bot(const CheckOptions& options, const std::function<void(bool, const std::string&)>& line) {
  const auto host = std::make_shared<ProgramHost>();
  const std::string against = options.players == 2 ? "a bot" : fmt::format("{} bots", options.players - 1);
  bool good = true;
  for (int number = 1; number <= options.games && good; ++number) {
    const int own_seat = (number - 1) % options.players;
    const auto begin = Clock::now();
    auto program = Program::start(host, options.program);
    if (!program) {
      line(false, fmt::format("cannot be started: {}", program.error()));
      return false;
    }
    line(true, fmt::format("starts ({})", time_text(std::chrono::duration<double>(Clock::now() - begin).count())));
    Heard heard;
    Referee::Setting setting;
    setting.edition = options.edition;
    setting.header.edition = options.edition->id;
    setting.header.data_hash = options.edition->data_hash;
    setting.key = deal_key({}, number);
    setting.limits.start = options.start;
    setting.limits.move = options.move;
    setting.limits.game = 1e6;
    setting.luck = FastGenerator(static_cast<std::uint64_t>(number));
    std::vector<std::unique_ptr<Player>> players;
    for (int seat = 0; seat < options.players; ++seat) {
      const bool own = seat == own_seat;
      setting.header.players.push_back({own ? "your-bot" : fmt::format("hungry-{}", seat + 1), own ? "" : "hungry"});
      if (own) {
        players.push_back(
            std::make_unique<LinePlayer>(std::make_unique<TappedLink>(std::move(*program), heard), seat, number));
      } else {
        players.push_back(std::make_unique<BotPlayer>(make_bot("hungry"), seat,
                                                      FastGenerator(static_cast<std::uint64_t>(100 * number + seat)),
                                                      std::stop_token()));
      }
    }
    Finished finished;
    Referee(std::move(setting), std::move(players)).play(finished);
    const SeatReport& seat = finished.report.seats[static_cast<std::size_t>(own_seat)];
    const std::int64_t decisions = seat.times.decisions();
    if (decisions > 0)
      line(true,
           fmt::format("answers: {} decisions, {} on average, {} at most", decisions,
                       time_text(static_cast<double>(seat.times.total_us()) / 1e6 / static_cast<double>(decisions)),
                       time_text(static_cast<double>(seat.times.slowest_us()) / 1e6)));
    for (std::size_t fault = 0; fault < kFaults; ++fault) {
      if (seat.faults[fault] == 0) continue;
      good = false;
      line(false, explain(static_cast<Fault>(fault), seat.faults[fault], seat, heard, options));
    }
    if (seat.replaced) line(false, "a bot had to play the rest of the game");
    if (good)
      line(true, fmt::format("plays a whole game of {} against {}: {} points, place {}", options.edition->id, against,
                             finished.outcome.points[static_cast<std::size_t>(own_seat)],
                             finished.outcome.ranks[static_cast<std::size_t>(own_seat)]));
    if (good && heard.report.stopped && heard.report.exit_code < 0) {
      line(false, "does not end when its input is closed after the game; it had to be killed");
      good = false;
    } else if (good) {
      line(true, "ends when its input is closed");
    }
    if (good && !heard.report.errors.empty())
      line(true, fmt::format("wrote to its error output (that is allowed): {}", cut(heard.report.errors)));
  }
  return good;
}

}  // namespace fogg::arena
