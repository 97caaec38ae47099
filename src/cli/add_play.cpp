// fogg play: options, chance and the record around the terminal game.
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <chrono>
#include <fstream>
#include <iostream>
#include <random>

#include "bots/bot.h"
#include "cli/common.h"
#include "cli/play_command.h"
#include "data/sha256.h"
#include "record/recorder.h"

namespace fogg::cli {

namespace {

// A key from the system; or, to play a game again, from a seed.
ChaKey make_key(std::optional<std::uint64_t> seed) {
  if (seed) return *key_from_hex(sha256_hex(fmt::format("fogg-play {}", *seed)));
  std::random_device system;
  ChaKey key{};
  for (std::uint8_t& byte : key) byte = static_cast<std::uint8_t>(system());
  return key;
}

int terminal_width() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return std::clamp<int>(size.ws_col, 60, 160);
}

Header header_for(const Edition& edition, const PlayOptions& options, const ChaKey& key) {
  Header header;
  header.edition = edition.id;
  header.data_hash = edition.data_hash;
  header.players.push_back({options.name, ""});
  for (const std::string& bot : options.bots) header.players.push_back({bot, bot});
  header.key_hash = sha256_hex({reinterpret_cast<const char*>(key.data()), key.size()});
  return header;
}

int run_play(const Edition& edition, PlayOptions options) {
  const ChaKey key = make_key(options.seed);
  KeyedChance keyed(key);
  FastGenerator bot_random(options.seed.value_or(std::random_device{}()), 1);
  if (options.record.empty()) {
    TableChance chance(keyed);
    return play(edition, options, chance, bot_random, std::cin, std::cout);
  }
  std::ofstream out(options.record, std::ios::binary | std::ios::trunc);
  if (!out) throw Failure{kCannotWrite, fmt::format("cannot write {}", options.record)};
  // Line by line to the disk's care: what was played stays, whatever happens to the program.
  Recorder recorder(edition, header_for(edition, options, key),
                    [&out](std::string_view line) { out << line << std::endl; });
  auto recording = recorder.chance(keyed);
  TableChance chance(recording);
  const auto begin = std::chrono::steady_clock::now();
  bool over = false;
  options.on_start = [&](const State& state) { recorder.started(state); };
  options.on_action = [&](int seat, const Action& action, const State& after) {
    const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
    recorder.acted(seat, action, after, passed.count());
    over = after.over();
  };
  const int code = play(edition, options, chance, bot_random, std::cin, std::cout);
  if (over) recorder.reveal(key);
  out.close();
  if (!out) throw Failure{kCannotWrite, fmt::format("cannot write {}", options.record)};
  fmt::print("The record of this game is in {}; check it with: fogg verify {}\n", options.record, options.record);
  return code;
}

}  // namespace

void add_play(CLI::App& app, Common& common) {
  auto options = std::make_shared<PlayOptions>();
  auto plain = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("play", "Play a game in the terminal against bots");
  command
      ->add_option("--edition", options->edition,
                   "Which edition: usa-2004, usa-2010, usa-2025, usa-1910, usa-mega, usa-bigcities, europe (ferries, "
                   "tunnels, stations), maerklin (passengers, goods) or one of your own; see `fogg editions`")
      ->capture_default_str()
      ->type_name("E");
  command->add_option("--players", options->players, "How many players, you included")
      ->capture_default_str()
      ->check(CLI::Range(2, 5))
      ->type_name("N");
  command->add_option("--bots", options->bots, "Your opponents by seat; those not named are \"hungry\"")
      ->delimiter(',')
      ->type_name("A,B,...");
  command->add_option("--name", options->name, "Your name")->capture_default_str()->check([](const std::string& name) {
    return name.empty() || name.size() > 32 ? std::string("a name has 1 to 32 characters") : std::string();
  });
  command->add_option("--seed", options->seed, "Play the same game again: same cards, same opponents")->type_name("S");
  command->add_option("--record", options->record, "Write the game's record into this file")->type_name("FILE");
  command->add_flag("--no-color", *plain, "No colors; also with NO_COLOR set, or when the output is not a terminal");
  command->callback([options, plain, &common] {
    const auto edition = common.edition(options->edition, options->players);
    options->bots.resize(std::max(options->bots.size(), static_cast<std::size_t>(options->players - 1)), "hungry");
    const char* no_color = std::getenv("NO_COLOR");
    options->color = !*plain && (no_color == nullptr || *no_color == '\0') && isatty(STDOUT_FILENO) == 1;
    options->width = terminal_width();
    options->echo = isatty(STDIN_FILENO) == 0;
    common.exit_code = run_play(*edition, *options);
  });
}

}  // namespace fogg::cli
