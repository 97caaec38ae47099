// fogg play: options, chance and the file around the terminal game.
#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <random>

#include "bots/bot.h"
#include "cli/common.h"
#include "cli/play_command.h"
#include "cli/play_file.h"
#include "data/sha256.h"

namespace fogg::cli {

namespace {

struct Wishes {
  std::string record;  // path, empty: the usual one
  std::string resume;  // the same
  bool resumes = false;
  bool no_save = false;
  bool no_color = false;
  bool no_pace = false;
};

// A key from the system; or, to play a game again, from a seed.
ChaKey make_key(std::optional<std::uint64_t> seed) {
  if (seed) return *key_from_hex(sha256_hex(fmt::format("fogg-play {}", *seed)));
  std::random_device system;
  ChaKey key{};
  for (std::uint8_t& byte : key) byte = static_cast<std::uint8_t>(system());
  return key;
}

int terminal_width() { return std::clamp(output_width(80), 40, 160); }

int code_of(const GameFileError& error) {
  switch (error.kind) {
    case GameFileError::Kind::kNothing: return kNo;
    case GameFileError::Kind::kUnusable: return kUsage;
    case GameFileError::Kind::kNotWritable: return kCannotWrite;
  }
  return kUsage;
}

// Where a new game is kept; empty: nowhere. A game through a pipe is nobody's to go on with, unless a file is named.
std::filesystem::path file_for(const Wishes& wishes) {
  if (!wishes.record.empty()) return wishes.record;
  if (wishes.no_save || isatty(STDIN_FILENO) == 0) return {};
  std::filesystem::path usual = usual_game_file();
  std::error_code error;
  if (!usual.empty()) std::filesystem::create_directories(usual.parent_path(), error);
  if (usual.empty() || error) {
    fmt::print(stderr, "fogg: this game cannot be kept to go on with it later; --record FILE keeps it in a file\n");
    return {};
  }
  try {
    const std::filesystem::path earlier = keep_unfinished(usual);
    if (!earlier.empty()) {
      fmt::print("Your unfinished game is kept; to go on with it: fogg play --resume {}\n\n", earlier.string());
    }
  } catch (const std::filesystem::filesystem_error& failed) {
    throw Failure{kCannotWrite, fmt::format("there is an unfinished game in {}, and it cannot be moved aside: {}",
                                            usual.string(), failed.code().message())};
  }
  return usual;
}

int play_in_file(GameFile& file, PlayOptions& options, const std::string& named) {
  file.join(options);
  const int code = play(file.edition(), options, file.chance(), file.bot_seed(), std::cin, std::cout);
  const bool written = file.finish();
  std::cout << std::flush;
  const std::string words = named.empty() ? "" : " " + named;
  if (!written)
    throw Failure{kCannotWrite, fmt::format("the game could not be written{}", named.empty() ? "" : " to " + named)};
  if (code == kUsage) return code;
  if (!file.over()) {
    fmt::print("To go on with this game: fogg play --resume{}\n", words);
  } else if (!named.empty()) {
    fmt::print("The record of this game is in {}; check it with: fogg verify {}\n", named, named);
  }
  return code;
}

int run_play(const Common& common, PlayOptions options, const Wishes& wishes) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error like any other
  try {
    if (wishes.resumes) {
      const std::filesystem::path path =
          wishes.resume.empty() ? usual_game_file() : std::filesystem::path(wishes.resume);
      if (path.empty()) throw Failure{kNo, "there is no game to go on with; name its file: --resume FILE"};
      const auto file = GameFile::resume(common.catalog(), path);
      return play_in_file(*file, options, wishes.resume);
    }
    const auto edition = common.edition(options.edition, options.players);
    const ChaKey key = make_key(options.seed);
    if (options.bots.size() >= static_cast<std::size_t>(options.players)) {
      throw Failure{kUsage, fmt::format("--bots names {} bots, but beside you there is room for {} with --players {}",
                                        options.bots.size(), options.players - 1, options.players)};
    }
    options.bots.resize(static_cast<std::size_t>(options.players - 1), default_opponent());
    for (const std::string& bot : options.bots) {
      std::string why;
      if (!make_bot(bot, &why)) throw Failure{kUsage, why};
    }
    if (const std::filesystem::path path = file_for(wishes); !path.empty()) {
      const auto replace = wishes.record.empty() ? GameFile::Replace::kAlways : GameFile::Replace::kNever;
      const auto file = GameFile::create(edition, options, key, path, replace);
      return play_in_file(*file, options, wishes.record);
    }
    KeyedChance keyed(key);
    TableChance chance(keyed);
    return play(*edition, options, chance, bot_seed(key), std::cin, std::cout);
  } catch (const GameFileError& error) {
    throw Failure{code_of(error), error.what()};
  }
}

}  // namespace

void add_play(CLI::App& app, Common& common) {
  auto options = std::make_shared<PlayOptions>();
  auto wishes = std::make_shared<Wishes>();
  CLI::App* command = app.add_subcommand("play", "Play a game in the terminal against bots");
  auto* edition =
      command
          ->add_option(
              "--edition", options->edition,
              "Which edition: usa-2004, usa-2010, usa-2025, usa-1910, usa-mega, usa-bigcities, europe "
              "(ferries, tunnels, stations), maerklin (passengers, goods) or one of your own; see `fogg editions`")
          ->capture_default_str()
          ->type_name("E");
  auto* players = command
                      ->add_option("--players", options->players,
                                   "How many players, you included. Default: you and those of --bots, or one")
                      ->check(CLI::Range(2, 5))
                      ->type_name("N");
  auto* bots = command
                   ->add_option("--bots", options->bots,
                                fmt::format("Your opponents by seat, see `fogg bots`; those not named are \"{}\"",
                                            default_opponent()))
                   ->type_name("A,B,...");
  auto* name =
      command->add_option("--name", options->name, "Your name")
          ->capture_default_str()
          ->check([](const std::string& said) {
            return said.empty() || said.size() > 32 ? std::string("a name has 1 to 32 characters") : std::string();
          });
  auto* seed = command->add_option("--seed", options->seed, "Play the same game again: same cards, same opponents")
                   ->check(whole_seed)
                   ->type_name("S");
  command
      ->add_option("--hint", options->hint_bot,
                   fmt::format("The bot that `hint` asks; otherwise \"{}\"", default_adviser()))
      ->type_name("BOT");
  auto* record = command
                     ->add_option("--record", wishes->record,
                                  "Keep the game in this file, as its record; otherwise the last game is kept in "
                                  "$XDG_STATE_HOME/fogg or ~/.local/state/fogg")
                     ->type_name("FILE");
  auto* no_save = command->add_flag("--no-save", wishes->no_save, "Do not keep the game");
  auto* resume = command->add_option("--resume", wishes->resume, "Go on with the last game, or with the one in a file")
                     ->expected(0, 1)
                     ->type_name("[FILE]");
  command->add_flag("--no-pace", wishes->no_pace, "Bots answer at once instead of after the time a person would take");
  command->add_flag("--no-color", wishes->no_color,
                    "No colors; also with NO_COLOR set, or when the output is not a terminal");
  // Said here, for the list of options would be full of it otherwise.
  const std::vector<CLI::Option*> of_new_games = {edition, players, bots, name, seed, record, no_save};
  command->callback([options, wishes, resume, record, no_save, players, of_new_games, &common] {
    for (const CLI::Option* other : of_new_games) {
      if (resume->count() > 0 && other->count() > 0)
        throw Failure{kUsage, fmt::format("{} does not go with --resume: the game is what it was", other->get_name())};
    }
    if (record->count() > 0 && no_save->count() > 0)
      throw Failure{kUsage, "--record and --no-save contradict each other"};
    const char* no_color = std::getenv("NO_COLOR");
    const bool terminal = isatty(STDOUT_FILENO) == 1;
    options->color = !wishes->no_color && (no_color == nullptr || *no_color == '\0') && terminal;
    options->width = terminal_width();
    if (terminal) options->current_width = terminal_width;
    options->echo = isatty(STDIN_FILENO) == 0;
    options->watched = terminal && !options->echo;
    options->pace = options->watched && !wishes->no_pace;
    wishes->resumes = resume->count() > 0;
    options->bots = split_bots(options->bots);
    if (players->count() == 0 && !options->bots.empty()) options->players = static_cast<int>(options->bots.size()) + 1;
    common.exit_code = run_play(common, *options, *wishes);
  });
}

}  // namespace fogg::cli
