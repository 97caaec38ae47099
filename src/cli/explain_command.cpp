// fogg explain: what a bot would do at some moment of a recorded game, and why.
#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <fstream>
#include <iostream>

#include "bots/bot.h"
#include "cli/board_text.h"
#include "cli/common.h"
#include "cli/play_command.h"
#include "cli/play_input.h"
#include "cli/play_think.h"
#include "cli/thoughts_text.h"
#include "playback/playback.h"

namespace fogg::cli {

namespace {

using playback::Move;
using playback::ReadRecord;
using playback::Stop;

struct ExplainOptions {
  std::string file;
  int at = 0;    // 0: not given
  int turn = 0;  // the same
  int seat = -1;
  std::string bot = default_adviser();
  std::uint64_t seed = 1;
  std::size_t most = 8;
  bool json = false;
};

// A moment at which somebody had to decide.
struct Moment {
  int event = 0;  // the one that decided it, or would have been
  int seat = 0;
  State state;
  std::optional<Action> done;  // none: the record ends here
};

struct Moments {
  std::vector<Moment> list;  // in their order, those that were taken back later among them
  std::optional<Stop> stop;  // where the record stops to make sense
  int events = 0;
};

// A file or a pipe has room for the whole table.
int width_of_output() { return std::clamp(output_width(100), 80, 120); }

std::string read_all(const std::string& file) {
  std::error_code error;
  std::ifstream opened;
  if (file != "-") opened.open(file, std::ios::binary);
  if (file != "-" && (!opened || std::filesystem::is_directory(file, error)))
    throw Failure{kUsage, fmt::format("cannot read {}", file)};
  std::istream& in = file == "-" ? std::cin : opened;
  return {std::istreambuf_iterator<char>(in), {}};
}

Moments moments_of(const std::string& file, const ReadRecord& read) {
  Moments moments;
  std::vector<State> states;
  playback::Listener listener;
  listener.began = [&](const State& state) { states = {state}; };
  listener.moved = [&](const Move& move) {
    moments.list.push_back({move.line - 1, move.seat, move.before, move.action});
    states.push_back(move.after);
  };
  listener.undone = [&](int moves) { states.resize(static_cast<std::size_t>(moves) + 1); };
  bool partial = false;
  moments.stop = playback::replay_record(*read.edition, read.record, listener, partial);
  if (partial) {
    throw Failure{kNo, fmt::format("{}: some cards or tickets of this game are not known, so nobody can say what a "
                                   "player saw; only whole records can be explained",
                                   file)};
  }
  if (!moments.stop) moments.stop = read.stop;
  moments.events = static_cast<int>(read.record.events.size());
  if (!moments.stop && !states.empty() && !states.back().over()) {
    moments.list.push_back({moments.events + 1, states.back().actor(), states.back(), {}});
  }
  return moments;
}

// The moment asked for, of the seat asked for.
Moment find(const ExplainOptions& options, const ReadRecord& read, const Moments& moments) {
  const auto reached = std::ranges::find_if(moments.list, [&](const Moment& moment) {
    if (options.turn == 0) return moment.event >= options.at;
    return moment.state.phase > Phase::kStart && moment.state.turns + 1 == options.turn;
  });
  const bool beyond = options.turn == 0 && options.at > moments.events + 1;
  if (reached == moments.list.end() || beyond) {
    if (moments.stop) {
      throw Failure{kNo, fmt::format("{}:{}: {}", options.file, moments.stop->line, moments.stop->message)};
    }
    if (beyond) {
      throw Failure{kUsage, fmt::format("there is no event {}: {} has {}", options.at, options.file, moments.events)};
    }
    if (options.turn > 0) {
      throw Failure{kUsage, fmt::format("there is no turn {} in {}", options.turn, options.file)};
    }
    throw Failure{kUsage, fmt::format("at event {} of {} the game is over", options.at, options.file)};
  }
  Moment moment = *reached;
  if (options.seat < 0 || options.seat == moment.seat) return moment;
  if (options.seat >= moment.state.players || Legal(*read.edition, moment.state, options.seat).count() == 0) {
    throw Failure{
        kUsage, fmt::format("seat {} has nothing to decide there; it is seat {} that has", options.seat, moment.seat)};
  }
  // At the start everybody chooses at the same time, and the record has one after the other.
  moment.seat = options.seat;
  moment.done.reset();
  const auto theirs = std::find_if(reached, moments.list.end(), [&](const Moment& later) {
    return later.seat == options.seat && later.done && later.state.phase == moment.state.phase;
  });
  if (theirs != moments.list.end()) {
    moment.done = theirs->done;
    moment.event = theirs->event;
  }
  return moment;
}

Company company_of(const Edition& edition, const Header& header, int seat) {
  Company company;
  company.human = seat;
  for (std::size_t s = 0; s < header.players.size(); ++s) {
    constexpr int kLongest = 16;
    std::string name = shortened(printable(header.players[s].name), kLongest);
    if (name.empty()) name = capital(edition.seats[s]);
    const bool shared = std::ranges::count(header.players, header.players[s].name, &PlayerInfo::name) > 1;
    company.names.push_back(shared ? fmt::format("{} {}", name, s) : name);
    company.notes.push_back(fmt::format("seat {}{}", s, static_cast<int>(s) == seat ? ", decides" : ""));
  }
  return company;
}

// What somebody who has not seen the game needs to know.
void print_position(const Edition& edition, const BoardText& text, const View& view) {
  const auto own = static_cast<std::size_t>(view.viewer);
  fmt::print("\n{}{}\n{}{}{}", text.players(view), text.pieces(view), text.row(view),
             view.phase == Phase::kTunnel ? text.tunnel_cards(view) : text.hand(view), text.tickets(view));
  if (view.phase == Phase::kSecondCard) {
    fmt::print("\nOne card is taken; this is about the second, which cannot be a locomotive of the row.\n");
  }
  if (view.offered[own] > 0) fmt::print("\n{}", text.offer(view));
  if (view.phase == Phase::kTunnel) {
    fmt::print("\nThe tunnel {} takes {} more.\n", route_words(edition.board, view.extras.tunnel_route),
               count_words(view.extras.surcharge, "card"));
  }
  if (view.phase == Phase::kJourney) {
    fmt::print("\nA passenger is on its way, in {}.\n", city_words(edition.board, view.extras.journey_at));
  }
}

int explain(const Common& common, const ExplainOptions& options) {
  std::string why;
  const std::unique_ptr<Bot> bot = make_bot(options.bot, &why);
  if (!bot) throw Failure{kUsage, why};
  const std::string file_text = read_all(options.file);
  if (!playback::is_record(file_text)) {
    throw Failure{kNo, fmt::format("{} is not a game record; a log of protocol v0.9 does not have all cards, so it "
                                   "cannot be explained",
                                   options.file)};
  }
  const Catalog catalog = common.catalog();
  const ReadRecord read = playback::read_record_so_far(catalog, file_text);
  if (!read.edition) throw Failure{kNo, fmt::format("{}:{}: {}", options.file, read.stop->line, read.stop->message)};
  const Edition& edition = *read.edition;
  const Moment moment = find(options, read, moments_of(options.file, read));

  // From here on only what the player could see is used.
  const View view = view_of(edition, moment.state, moment.seat);
  const State visible = visible_state(edition, view);
  const Legal legal(edition, visible, moment.seat);
  FastGenerator random(options.seed);
  Thoughts thoughts;
  const Style style{isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr, width_of_output()};
  const bool watched = isatty(STDERR_FILENO) == 1;
  const Action best = think(*bot, {edition, view, legal, random, {}, &thoughts},
                            {watched, false, fmt::format("The {} bot", options.bot)}, style, std::cerr);

  const int turn = view.phase > Phase::kStart ? view.turns + 1 : 0;
  if (options.json) {
    fmt::print(
        R"({{"event":{},"turn":{},"seat":{},"player":{},"done":{},"bot":{},"choice":{},"playouts":{},"seconds":{:.3f},"options":{}}})"
        "\n",
        moment.event, turn, moment.seat,
        json_string(read.record.header.players[static_cast<std::size_t>(moment.seat)].name),
        moment.done ? json_string(text(edition, *moment.done)) : "null", json_string(options.bot),
        json_string(text(edition, best)), thoughts.playouts, thoughts.seconds, thoughts_json(edition, thoughts));
    return kOk;
  }
  const Company company = company_of(edition, read.record.header, moment.seat);
  const BoardText board(edition, style, company);
  fmt::print("{}, {}, event {}: {} (seat {}) has to decide\n", edition.name,
             turn > 0 ? fmt::format("turn {} (round {})", turn, view.turns / view.players + 1) : "start", moment.event,
             board.who(moment.seat), moment.seat);
  print_position(edition, board, view);
  auto say = [&](const std::string& sentence) { fmt::print("{}\n", wrap(sentence, "", style.width)); };
  fmt::print("\n");
  say("Done here: " + (moment.done ? action_words(edition, view, *moment.done) : "nothing, the record ends"));
  say(fmt::format("{} would {}{}", options.bot, action_words(edition, view, best),
                  moment.done == best ? ", the same" : ""));
  if (thoughts.options.empty()) {
    fmt::print("This bot does not say why.\n");
    return kOk;
  }
  if (thoughts.playouts > 0) fmt::print("{} playouts in {:.1f} s\n", thoughts.playouts, thoughts.seconds);
  const Thoughts shown = merged(edition, view, thoughts);
  fmt::print("\n{}", thoughts_table(edition, view, style, shown, options.most));
  std::string reasons;
  for (std::size_t i = 0; i < std::min(options.most, shown.options.size()); ++i) {
    reasons += reasons_text(edition, style, shown.options[i], fmt::format("  {:>2}  ", i + 1));
  }
  if (!reasons.empty()) fmt::print("\n{}", reasons);
  return kOk;
}

}  // namespace

void add_explain(CLI::App& app, Common& common) {
  auto options = std::make_shared<ExplainOptions>();
  CLI::App* command = app.add_subcommand(
      "explain", "What a bot would do at some moment of a recorded game, and why, from what that player saw");
  command->add_option("RECORD", options->file, "A game record; - for standard input")->required();
  auto* at =
      command->add_option("--at", options->at, "Number (seq) of an event: the decision it is, or the next one after it")
          ->check(CLI::Range(1, 1'000'000))
          ->type_name("N");
  auto* turn =
      command
          ->add_option("--turn", options->turn, "Instead: the first decision of this turn, as counted by fogg replay")
          ->check(CLI::Range(1, 1'000'000))
          ->type_name("T")
          ->excludes(at);
  command->add_option("--bot", options->bot, "Whom to ask, see `fogg bots`")->capture_default_str()->type_name("BOT");
  command->add_option("--seat", options->seat, "For whom, where several choose at the same time: at the start")
      ->check(CLI::Range(0, kMaxPlayers - 1))
      ->type_name("S");
  command->add_option("--seed", options->seed, "Seed of the bot")
      ->capture_default_str()
      ->check(whole_seed)
      ->type_name("S");
  command->add_option("--options", options->most, "How many options to show")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000))
      ->type_name("K");
  command->add_flag("--json", options->json, "One JSON object with all options");
  command->callback([options, at, turn, &common] {
    if (at->count() + turn->count() == 0) throw Failure{kUsage, "explain what? Give --at N or --turn T"};
    common.exit_code = explain(common, *options);
  });
}

}  // namespace fogg::cli
