// fogg replay
#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <iostream>
#include <thread>

#include "cli/common.h"
#include "cli/play_style.h"
#include "playback/import_v09.h"
#include "playback/playback.h"
#include "playback/serve.h"

namespace fogg::cli {

namespace {

using playback::Frame;
using playback::Playback;
using playback::Stop;

// A log of 200,000 long lines would be larger, but no game is.
constexpr std::size_t kMostBytes = std::size_t{256} * 1024 * 1024;
constexpr double kLongestPace = 3600;

struct ReplayOptions {
  std::string file;
  double pace = -1;  // not given
  int from = 1;
  std::string dialect;
  std::string edition;
  int port = -1;  // not given: in the terminal
  std::string address = "127.0.0.1";
  bool json = false;
  bool record = false;
};

std::string read_all(const std::string& file) {
  std::error_code error;
  std::ifstream opened;
  if (file != "-") opened.open(file, std::ios::binary);
  if (!opened || std::filesystem::is_directory(file, error)) throw Failure{kUsage, fmt::format("cannot read {}", file)};
  std::istream& in = file == "-" ? std::cin : opened;
  std::string text;
  std::array<char, 65536> buffer{};
  while (in.read(buffer.data(), buffer.size()) || in.gcount() > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > kMostBytes)
      throw Failure{kUsage, fmt::format("{} is too large to be a game: more than 256 MiB", file)};
  }
  if (in.bad()) throw Failure{kUsage, fmt::format("cannot read {}", file)};
  return text;
}

void say_stop(const std::string& file, const Stop& stop) {
  std::fflush(stdout);
  if (stop.line > 0) {
    fmt::print(stderr, "{}:{}: {}\n", file, stop.line, stop.message);
  } else {
    fmt::print(stderr, "{}: {}\n", file, stop.message);
  }
}

std::string points_so_far(const Playback& p, const Frame& frame) {
  std::string out;
  for (std::size_t s = 0; s < static_cast<std::size_t>(p.players); ++s)
    out += fmt::format("{}{}", s == 0 ? "" : " ", frame.after.points[s]);
  return out;
}

// The color of a seat: where protocol v0.9 can be played its players may have been given others than the edition's.
std::string color_of(const Playback& p, std::size_t seat) {
  if (v09::can_play(*p.edition)) return std::string(v09::name(p.party.colors[seat]));
  return capital(p.edition->seats[seat]);
}

// The name, with the color where two have the same name.
std::string label(const Playback& p, std::size_t seat) {
  const auto* end = p.party.names.begin() + p.players;
  if (std::count(p.party.names.begin(), end, p.party.names[seat]) == 1) return p.party.names[seat];
  return fmt::format("{} ({})", p.party.names[seat], color_of(p, seat));
}

std::size_t label_width(const Playback& p) {
  std::size_t width = 4;
  for (std::size_t s = 0; s < static_cast<std::size_t>(p.players); ++s) width = std::max(width, label(p, s).size());
  return width;
}

void print_header(const Playback& p) {
  std::string players;
  for (std::size_t s = 0; s < static_cast<std::size_t>(p.players); ++s) {
    players += fmt::format("{}{} ({})", s == 0 ? "" : ", ", p.party.names[s], color_of(p, s));
  }
  fmt::print("{} [{}], {} players: {}\n", p.edition->name, p.edition->id, p.players, players);
  fmt::print("{}{} actions{}. Points of routes so far stand in brackets, in the order of the players.\n",
             p.from_log ? "From a log of protocol v0.9, " : "", p.frames.size(),
             p.partial ? "; some cards and tickets are not known" : "");
}

void print_frame(const Playback& p, const Frame& frame, bool json) {
  const auto seat = static_cast<std::size_t>(frame.seat);
  if (json) {
    std::string points = points_so_far(p, frame);
    std::replace(points.begin(), points.end(), ' ', ',');
    fmt::print(R"({{"number":{},"turn":{},"t_ms":{},"seat":{},"player":{},"text":{},"undone":{},"points":[{}]}})"
               "\n",
               frame.number, frame.turn, frame.t_ms ? std::to_string(*frame.t_ms) : "null", frame.seat,
               json_string(p.party.names[seat]), json_string(frame.words), frame.undone, points);
    return;
  }
  const std::string turn = frame.turn > 0 ? fmt::format("turn {}", frame.turn) : "start";
  fmt::print("{:>4}  {:<9} {:<{}}  {}{}  [{}]\n", frame.number, turn, label(p, seat), label_width(p), frame.words,
             frame.undone ? " (taken back)" : "", points_so_far(p, frame));
}

void print_scores(const Playback& p, bool json) {
  const Scores& scores = *p.scores;
  if (json) {
    std::string list;
    for (std::size_t s = 0; s < static_cast<std::size_t>(p.players); ++s) {
      list += fmt::format(
          R"({}{{"player":{},"total":{},"routes":{},"tickets":{},"completed":{},"uncompleted":{},"longest":{},"winner":{}}})",
          s == 0 ? "" : ",", json_string(p.party.names[s]), scores[s].total, scores[s].routes, scores[s].tickets,
          scores[s].completed, scores[s].uncompleted, scores[s].longest, scores[s].winner);
    }
    fmt::print("{{\"scores\":[{}]}}\n", list);
    return;
  }
  const std::size_t width = label_width(p);
  fmt::print("\n{:<{}}  total  routes  tickets  done  open  longest  other\n", "", width);
  for (std::size_t s = 0; s < static_cast<std::size_t>(p.players); ++s) {
    const Score& score = scores[s];
    fmt::print("{:<{}}  {:>5}  {:>6}  {:>7}  {:>4}  {:>4}  {:>7}  {:>5}{}\n", label(p, s), width, score.total,
               score.routes, score.tickets, score.completed, score.uncompleted, score.longest,
               score.total - score.routes - score.tickets, score.winner ? "  wins" : "");
  }
}

// In small steps, as a signal does not end a sleep. False: the user has asked to stop.
bool wait(double seconds) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (!interrupted() && std::chrono::steady_clock::now() < until) {
    const std::chrono::duration<double> left = until - std::chrono::steady_clock::now();
    std::this_thread::sleep_for(std::min(left, std::chrono::duration<double>(0.05)));
  }
  return !interrupted();
}

int show(const Playback& p, const ReplayOptions& options, double pace) {
  watch_interrupt();
  if (!options.json) print_header(p);
  for (std::size_t i = static_cast<std::size_t>(options.from) - 1; i < p.frames.size(); ++i) {
    print_frame(p, p.frames[i], options.json);
    if (pace > 0) std::fflush(stdout);
    const bool last = i + 1 == p.frames.size();
    if (interrupted() || (!last && pace > 0 && !wait(pace))) return kInterrupted;
  }
  if (p.forfeited_by >= 0 && !options.json)
    fmt::print("      {} gives the game up or was away too long: it ends here\n",
               p.party.names[static_cast<std::size_t>(p.forfeited_by)]);
  if (p.scores) print_scores(p, options.json);
  return kOk;
}

int serve_it(const Playback& p, const ReplayOptions& options, double pace) {
  playback::ServeOptions serve;
  serve.address = options.address;
  serve.port = static_cast<unsigned short>(options.port);
  serve.pace = std::chrono::milliseconds(static_cast<std::int64_t>(pace * 1000));
  serve.from = options.from;
  const auto served =
      playback::serve(p, serve, [](const std::string& where) { fmt::print(stderr, "listening on {}\n", where); });
  if (!served) throw Failure{kUsage, served.error().message};
  return *served == playback::Served::kInterrupted ? kInterrupted : kOk;
}

// The record that a log gives, partial or not.
int write_record(const Catalog& catalog, const std::string& text, const ReplayOptions& options) {
  if (playback::is_record(text)) throw Failure{kUsage, fmt::format("{} is a record already", options.file)};
  const auto imported = playback::import_v09(catalog, v09::read_log(text), options.edition);
  if (!imported) {
    say_stop(options.file, imported.error());
    return kNo;
  }
  for (const std::string& line : playback::record_lines(*imported)) fmt::print("{}\n", line);
  if (!imported->stop) return kOk;
  say_stop(options.file, *imported->stop);
  return kNo;
}

int replay(const Common& common, const ReplayOptions& options) {
  const std::string text = read_all(options.file);
  const Catalog catalog = common.catalog();
  if (!options.edition.empty() && !v09::can_play(*common.edition(options.edition)))
    throw Failure{kUsage, fmt::format("a log of protocol v0.9 cannot be a game of {}", options.edition)};
  if (options.record) return write_record(catalog, text, options);
  playback::LoadOptions load;
  if (!options.dialect.empty()) load.dialect = options.dialect == "upper" ? v09::Dialect::kUpper : v09::Dialect::kCamel;
  load.edition = options.edition;
  const auto p = playback::load(catalog, text, load);
  if (!p) {
    say_stop(options.file, p.error());
    return kNo;
  }
  if (options.from > 1 && static_cast<std::size_t>(options.from) > p->frames.size()) {
    throw Failure{kUsage, fmt::format("there is no action {} to begin with: {} has {}", options.from, options.file,
                                      p->frames.size())};
  }
  const bool serving = options.port >= 0;
  const double usual = serving || (isatty(STDOUT_FILENO) != 0 && !options.json) ? 1 : 0;
  const double pace = options.pace >= 0 ? options.pace : usual;
  const int code = serving ? serve_it(*p, options, pace) : show(*p, options, pace);
  if (code != kOk || !p->stop) return code;
  say_stop(options.file, *p->stop);
  return kNo;
}

}  // namespace

void add_replay(CLI::App& app, Common& common) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App* command = app.add_subcommand(
      "replay", "Play a game again from its record or from a v0.9 log, here or on a port for observers");
  command->add_option("FILE", options->file, "A record or a log of protocol v0.9; - for standard input")->required();
  command
      ->add_option("--pace", options->pace,
                   "Seconds between two actions; 0: at once. Usually 1 on a terminal or a port, else 0")
      ->check(CLI::Range(0.0, kLongestPace));
  command->add_option("--from", options->from, "The number of the action to begin with")
      ->check(CLI::Range(1, 1'000'000));
  command->add_option("--edition", options->edition,
                      "Edition of the game of a log, if it is not the one that fits first");
  auto* serve = command->add_option("--serve", options->port, "Play on this TCP port, 0 for any free one, as if live")
                    ->type_name("PORT")
                    ->check(CLI::Range(0, 65535));
  command->add_option("--bind", options->address, "Address to listen on")->needs(serve)->capture_default_str();
  command->add_option("--dialect", options->dialect, "Spelling on the port: camel or upper; usually that of the log")
      ->check(CLI::IsMember({"camel", "upper"}));
  auto* json = command->add_flag("--json", options->json, "One JSON object per action, and one with the scores");
  command->add_flag("--record", options->record, "Write the log as a record instead of playing it")
      ->excludes(serve)
      ->excludes(json);
  json->excludes(serve);
  command->callback([options, &common] { common.exit_code = replay(common, *options); });
}

}  // namespace fogg::cli
