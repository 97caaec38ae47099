#include "arena/check_bot.h"

#include <fmt/format.h>
#include <chrono>
#include <thread>

#include "arena/check_game.h"
#include "arena/token.h"

namespace fogg::arena {

namespace {

// To a program, and patient at its end: whether it ends by itself is one of the questions.
class PatientLink final : public Link {
 public:
  PatientLink(std::unique_ptr<Program> program, ProgramReport& report)
      : program_(std::move(program)), report_(report) {}
  ~PatientLink() override { PatientLink::close(); }

  void send(std::string_view lines) override {
    if (!closed_) program_->send(lines);
  }
  std::optional<Clock::time_point> sent_at() const override { return program_->sent_at(); }
  std::optional<Stamped> receive(Clock::time_point deadline) override { return program_->receive(deadline); }
  bool is_silent() const override { return program_->is_silent(); }
  Trouble trouble() override {
    program_->wait_for_end(Clock::now() + std::chrono::milliseconds(500));
    close();
    Trouble trouble{Fault::kCrash, report_.fault.empty() ? report_.how : report_.fault};
    if (report_.fault.starts_with("too much output")) trouble.fault = Fault::kFlood;
    if (report_.fault.starts_with("does not read")) trouble.fault = Fault::kStall;
    return trouble;
  }
  void close() override {
    if (std::exchange(closed_, true)) return;
    report_ = program_->stop(std::chrono::seconds(4));
  }

 private:
  std::unique_ptr<Program> program_;
  ProgramReport& report_;
  bool closed_ = false;
};

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// Until it is there and waits for a game.
bool comes(const CheckOptions& options, Entry& entry, const Finding& line) {
  constexpr auto kBetweenLooks = std::chrono::milliseconds(5);
  for (const auto begin = Clock::now(); entry.presence(0).idle == 0; std::this_thread::sleep_for(kBetweenLooks)) {
    if (!entry.take_news().empty()) {
      line(false, "somebody came with another name or a wrong token");
      return false;
    }
    if (seconds_since(begin) < options.arrive) continue;
    line(false, fmt::format("did not come within {}{}", check_time(options.arrive),
                            entry.strangers() == 0
                                ? ""
                                : "; somebody is connected, but has not said who it is: is there a line feed at the "
                                  "end of what it says?"));
    return false;
  }
  return true;
}

}  // namespace

bool check_program(const CheckOptions& options, const ProgramSpec& program, const Finding& line) {
  const auto host = std::make_shared<ProgramHost>();
  for (int number = 1; number <= options.games; ++number) {
    const auto begin = Clock::now();
    auto started = Program::start(host, program);
    if (!started) {
      line(false, fmt::format("cannot be started: {}", started.error()));
      return false;
    }
    line(true, fmt::format("starts ({})", check_time(seconds_since(begin))));
    Heard heard;
    auto link = std::make_unique<PatientLink>(std::move(*started), heard.report);
    if (!check_game(options, number, std::move(link), heard, line)) return false;
    if (heard.report.stopped && heard.report.exit_code < 0) {
      line(false, "does not end when its input is closed after the game; it had to be killed");
      return false;
    }
    line(true, "ends when its input is closed");
    if (!heard.report.errors.empty())
      line(true, fmt::format("wrote to its error output (that is allowed): {}", check_words(heard.report.errors)));
  }
  return true;
}

bool check_visitor(const CheckOptions& options, const Visitor& visitor, Entry& entry, const Finding& line) {
  EntrantEntry known;
  known.spec.name = visitor.name;
  known.spec.way = visitor.way;
  known.token_hash = hash_of_token(visitor.token);
  entry.admit({known});
  for (int number = 1; number <= options.games; ++number) {
    std::optional<std::vector<std::unique_ptr<Link>>> links;
    while (!links) {
      if (!comes(options, entry, line)) return false;
      links = entry.seat({{0, number, true}});  // unless it went away just now
    }
    const bool old = visitor.way == Way::kConnectsV09;
    if (number == 1) line(true, "connects and says who it is");
    if (number > 1) line(true, old ? "comes back for the next game" : "is there for the next game");
    Heard heard;
    heard.way = visitor.way;
    if (!check_game(options, number, std::move(links->front()), heard, line)) return false;
  }
  return true;
}

}  // namespace fogg::arena
