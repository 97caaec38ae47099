#include "arena/check_game.h"

#include <fmt/format.h>
#include <boost/json.hpp>

#include "arena/bot_player.h"
#include "arena/deal.h"
#include "arena/line_player.h"
#include "arena/referee.h"
#include "arena/v09_player.h"

namespace fogg::arena {

namespace {

namespace json = boost::json;
constexpr std::size_t kShown = 200;

class TappedLink final : public Link {
 public:
  TappedLink(std::unique_ptr<Link> link, Heard& heard) : link_(std::move(link)), heard_(heard) {}

  void send(std::string_view lines) override {
    listen(lines);
    link_->send(lines);
  }
  std::optional<Clock::time_point> sent_at() const override { return link_->sent_at(); }
  std::optional<Stamped> receive(Clock::time_point deadline) override {
    auto line = link_->receive(deadline);
    if (line) {
      heard_.said = line->line;
      ++heard_.lines;
    }
    return line;
  }
  bool is_silent() const override { return link_->is_silent(); }
  Trouble trouble() override { return link_->trouble(); }
  void close() override { link_->close(); }
  bool connects() const override { return link_->connects(); }
  std::optional<Arrival> arrival() override { return link_->arrival(); }
  std::optional<Trouble> silence() override { return link_->silence(); }
  int requests_before() const override { return link_->requests_before(); }
  void note_request(int request) override { link_->note_request(request); }
  void cut(std::string_view lines, const Trouble& trouble) override {
    listen(lines);
    link_->cut(lines, trouble);
  }
  void finish(std::string_view lines) override {
    listen(lines);
    link_->finish(lines);
  }

 private:
  void listen(std::string_view lines) {
    const bool old = heard_.way == Way::kConnectsV09;
    for (std::string_view rest = lines; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = rest.substr(0, end);
      const auto has = [&](std::string_view mark) { return line.find(mark) != std::string_view::npos; };
      if (has(old ? R"("type":"Request")" : R"("type":"request")")) heard_.asked = line;
      if (has(old ? R"("errorCode")" : R"("type":"error")")) heard_.error = line;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  std::unique_ptr<Link> link_;
  Heard& heard_;
};

// What is wrong, as the bot was told.
std::string message_of(const Heard& heard) {
  boost::system::error_code error;
  const json::value value = json::parse(heard.error, error);
  if (error || !value.is_object()) return {};
  const json::value* message = value.as_object().if_contains(heard.way == Way::kConnectsV09 ? "errorCode" : "message");
  return message != nullptr && message->is_string() ? std::string(message->as_string()) : std::string();
}

std::string stalled(const std::string& often, const SeatReport& seat, const Heard& heard, const CheckOptions& options) {
  if (heard.lines > 0 || heard.way != Way::kProgram) return fmt::format("stalled {}: {}", often, seat.words);
  return fmt::format(
      "said nothing within {} of its start. Does it print its answers at once (flush), each with a line feed?{}",
      check_time(options.start),
      heard.report.unfinished.empty()
          ? ""
          : fmt::format(" It wrote this without a line feed: {}", check_words(heard.report.unfinished)));
}

std::string explain(Fault fault, int times, const SeatReport& seat, const Heard& heard, const CheckOptions& options) {
  const std::string often = times == 1 ? "once" : fmt::format("{} times", times);
  const bool old = heard.way == Way::kConnectsV09;
  switch (fault) {
    case Fault::kTimeout:
      return fmt::format("was too late {}: an answer has to come within {}. The last request it got: {}", often,
                         check_time(options.move), check_words(heard.asked));
    case Fault::kStall: return stalled(often, seat, heard, options);
    case Fault::kIllegal:
      return fmt::format("sent a move that is not allowed {}; the last one: {} — {}.{}", often, check_words(heard.said),
                         message_of(heard), old ? "" : " Answer with the id of one of the request's actions");
    case Fault::kMalformed:
      return fmt::format("sent a line that is no {} {}: {}. {}", old ? "command" : "message", often,
                         check_words(old ? heard.said : seat.words),
                         old ? "A command looks like this: DrawPassengerCars true"
                             : R"(A move looks like this: {"type":"move","request":3,"action":17})");
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

std::string check_words(std::string_view text) {
  if (text.size() <= kShown) return std::string(text);
  return std::string(text.substr(0, kShown)) + " …";
}

std::string check_time(double seconds) {
  return seconds < 0.001 ? fmt::format("{:.0f} µs", 1e6 * seconds)
         : seconds < 1   ? fmt::format("{:.1f} ms", 1000 * seconds)
                         : fmt::format("{:.2f} s", seconds);
}

bool check_game(const CheckOptions& options, int number, std::unique_ptr<Link> link, Heard& heard,
                const Finding& line) {
  const int own_seat = (number - 1) % options.players;
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
    if (!own) {
      const FastGenerator luck(static_cast<std::uint64_t>(100 * number + seat));
      players.push_back(std::make_unique<BotPlayer>(make_bot("hungry"), seat, luck, std::stop_token()));
    } else if (heard.way == Way::kConnectsV09) {
      players.push_back(std::make_unique<V09Player>(std::make_unique<TappedLink>(std::move(link), heard), seat));
    } else {
      players.push_back(
          std::make_unique<LinePlayer>(std::make_unique<TappedLink>(std::move(link), heard), seat, number));
    }
  }
  Finished finished;
  Referee(std::move(setting), std::move(players)).play(finished);
  const SeatReport& seat = finished.report.seats[static_cast<std::size_t>(own_seat)];
  const std::int64_t decisions = seat.times.decisions();
  if (decisions > 0)
    line(true,
         fmt::format("answers: {} decision{}, {} on average, {} at most", decisions, decisions == 1 ? "" : "s",
                     check_time(static_cast<double>(seat.times.total_us()) / 1e6 / static_cast<double>(decisions)),
                     check_time(static_cast<double>(seat.times.slowest_us()) / 1e6)));
  bool good = true;
  for (std::size_t fault = 0; fault < kFaults; ++fault) {
    if (seat.faults[fault] == 0) continue;
    good = false;
    line(false, explain(static_cast<Fault>(fault), seat.faults[fault], seat, heard, options));
  }
  if (seat.replaced) line(false, "a bot had to play the rest of the game");
  const std::string against = options.players == 2 ? "a bot" : fmt::format("{} bots", options.players - 1);
  if (good)
    line(true, fmt::format("plays a whole game of {} against {}: {} points, place {}", options.edition->id, against,
                           finished.outcome.points[static_cast<std::size_t>(own_seat)],
                           finished.outcome.ranks[static_cast<std::size_t>(own_seat)]));
  return good;
}

}  // namespace fogg::arena
