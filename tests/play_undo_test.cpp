// The terminal game: taking back, going on later, hints, lists by number and by region.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "cli/play_file.h"
#include "cli/play_regions.h"
#include "cli/play_style.h"
#include "cli/thoughts_text.h"
#include "folder.h"
#include "paths.h"
#include "play_support.h"
#include "record/verify.h"
#include "support.h"

namespace fogg::cli {
namespace {

namespace fs = std::filesystem;
using test::edition;
using test::Folder;
using test::read_file;
using test::write_file;

const Catalog& catalog() {
  static const Catalog kCatalog = *Catalog::open({});
  return kCatalog;
}

Verdict verdict_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return verify_record(catalog(), in);
}

ChaKey key_of(std::uint8_t seed) {
  ChaKey key{};
  key.fill(seed);
  return key;
}

struct Sitting {
  int code = -1;
  std::string text;
  State last{};
};

using Typist = std::function<std::optional<std::string>(const std::string& news)>;

// The same text without its line breaks.
std::string unbroken(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c != '\n' && c != ' ') {
      out += c;
    } else if (!out.ends_with(' ')) {
      out += ' ';
    }
  }
  return out;
}

// One sitting at a game that is kept in a file.
Sitting sit_down(GameFile& file, PlayOptions options, const Typist& next) {
  file.join(options);
  Sitting sitting;
  if (options.past) sitting.last = options.past->state();
  const auto told = options.on_action;
  options.on_action = [&, told](int seat, const Action& action, const State& after) {
    told(seat, action, after);
    sitting.last = after;
  };
  const auto undone = options.on_undo;
  options.on_undo = [&, undone](int seat, int left, const State& after) {
    undone(seat, left, after);
    sitting.last = after;
  };
  std::ostringstream out;
  std::size_t seen = 0;
  Script script([&]() {
    const std::string all = out.str();
    const std::string news = all.substr(std::exchange(seen, all.size()));
    return next(news);
  });
  std::istream in(&script);
  sitting.code = play(file.edition(), options, file.chance(), file.bot_seed(), in, out);
  file.finish();
  sitting.text = out.str();
  return sitting;
}

// Types legal texts, and now and then goes back; leaves after `lines` lines.
Typist by_legal_texts(const Edition& game, std::uint64_t seed, int lines, bool undoes) {
  auto random = std::make_shared<FastGenerator>(seed);
  auto left = std::make_shared<int>(lines);
  auto asked = std::make_shared<bool>(false);
  return [=, &game](const std::string& news) -> std::optional<std::string> {
    if ((*left)-- <= 0) return {};
    *asked = !*asked;
    if (*asked) return "legal";
    if (undoes && random->pick(6) == 0) return "undo";
    const std::vector<std::string> texts = legal_texts(game, news);
    if (texts.empty()) return {};
    return texts[random->pick(static_cast<int>(texts.size()))];
  };
}

std::shared_ptr<const Edition> shared_edition(const std::string& id) { return *catalog().edition(id); }

TEST(PlayUndo, GoesBackToTheLastDecisionAndChanceGoesOn) {
  const Folder folder;
  const fs::path path = folder / "game.jsonl";
  const auto game = shared_edition("usa-2004");
  const auto file = GameFile::create(game, plain(3), key_of(1), path);
  int step = 0;
  const Sitting sitting = sit_down(*file, plain(3), [&](const std::string& shown) -> std::optional<std::string> {
    const std::string news = unbroken(shown);
    switch (step++) {
      case 0: return "undo";
      case 1: EXPECT_TRUE(has(news, "There is nothing to take back yet.")) << news; return "keep 1 2";
      case 2: return "draw";
      case 3: EXPECT_TRUE(has(news, "You draw a")); return "draw";
      case 4: return "u";
      case 5:
        EXPECT_TRUE(has(news, "Taken back: draw a card blind, and ")) << news;
        EXPECT_TRUE(has(news, "of the others. Chance does not go back"));
        return "undo";
      case 6: EXPECT_TRUE(has(news, "Taken back: draw a card blind. Chance")) << news; return "undo";
      case 7:
        EXPECT_TRUE(has(news, "Taken back: keep 1 and 2 (")) << news;
        EXPECT_TRUE(has(news, "Your first tickets"));
        return "keep 1 3";
      default: return "quit";
    }
  });
  EXPECT_EQ(sitting.code, 0);
  const Verdict verdict = verdict_of(path);
  EXPECT_TRUE(verdict.good) << verdict.line << ": " << verdict.message;
  EXPECT_TRUE(verdict.undone);
  EXPECT_EQ(verdict.chance, Verdict::Chance::kKeyMatches);
  // Numbers of the key are used up for good: two blind cards before, others from then on.
  EXPECT_EQ(std::ranges::count(lines_of(read_file(path)), true,
                               [](const std::string& l) { return has(l, R"("kind":"undo")"); }),
            3);
}

TEST(PlayUndo, WholeGamesWithManyUndosVerify) {
  for (const std::string& id : test::edition_ids()) {
    const Folder folder;
    const fs::path path = folder / "game.jsonl";
    const auto game = shared_edition(id);
    const auto file = GameFile::create(game, plain(2), key_of(7), path);
    const Sitting sitting = sit_down(*file, plain(2), by_legal_texts(*game, 3, 6000, true));
    EXPECT_EQ(sitting.code, 0) << id;
    EXPECT_TRUE(has(sitting.text, "such a game is not rated")) << id;
    const Verdict verdict = verdict_of(path);
    EXPECT_TRUE(verdict.good) << id << " " << verdict.line << ": " << verdict.message;
    EXPECT_TRUE(verdict.undone && verdict.finished);
    EXPECT_EQ(verdict.chance, Verdict::Chance::kKeyMatches);
    for (const std::string& line : lines_of(sitting.text)) EXPECT_LE(columns(line), 80) << line;
  }
}

TEST(PlayResume, GoesOnExactlyAsItWouldHave) {
  for (const std::string id : {"usa-2025", "europe", "maerklin"}) {
    const Folder folder;
    const auto game = shared_edition(id);
    PlayOptions options = plain(3);
    options.bots = {"random", "hungry"};
    options.name = "Ada";
    // The same typist with and without a break; a hint in between must not change anything.
    const auto whole = GameFile::create(game, options, key_of(9), folder / "whole.jsonl");
    const Sitting once = sit_down(*whole, options, by_legal_texts(*game, 5, 80, true));
    for (const int first : {2, 20, 40, 60}) {
      const Typist typist = by_legal_texts(*game, 5, 80, true);
      const fs::path path = folder / "broken.jsonl";
      State left_at{};
      {
        int lines = 0;
        const auto file = GameFile::create(game, options, key_of(9), path, GameFile::Replace::kAlways);
        left_at = sit_down(*file, options, [&](const std::string& news) {
                    return lines++ < first ? typist(news) : std::optional<std::string>();
                  }).last;
      }
      const auto file = GameFile::resume(catalog(), path);
      EXPECT_EQ(file->header().players[0].name, "Ada");
      EXPECT_EQ(file->header().players[1].bot, "random");
      bool begun = false;
      const Sitting rest = sit_down(*file, plain(), [&](const std::string& news) {
        if (!std::exchange(begun, true)) {
          EXPECT_TRUE(has(news, "Welcome back")) << news;
        }
        return typist(news);
      });
      EXPECT_TRUE(same_state(*game, rest.last, once.last)) << id << first;
      const Verdict verdict = verdict_of(path);
      EXPECT_TRUE(verdict.good) << verdict.line << ": " << verdict.message;
    }
  }
}

TEST(PlayResume, AnyCutOfTheFileIsGoneOnWith) {
  const Folder folder;
  const auto game = shared_edition("europe");
  const fs::path path = folder / "game.jsonl";
  {
    const auto file = GameFile::create(game, plain(2), key_of(3), path);
    sit_down(*file, plain(2), by_legal_texts(*game, 8, 60, true));
  }
  const std::string text = read_file(path);
  const std::size_t header = text.find('\n') + 1;
  for (std::size_t cut = header; cut < text.size(); cut += 97) {
    write_file(path, text.substr(0, cut));
    const auto file = GameFile::resume(catalog(), path);
    sit_down(*file, plain(), [](const std::string&) { return std::optional<std::string>("quit"); });
    const Verdict verdict = verdict_of(path);
    EXPECT_TRUE(verdict.good) << cut << " " << verdict.line << ": " << verdict.message;
    // Whole lines stay; at most the one that was cut is written anew.
    const std::string whole = text.substr(0, text.rfind('\n', cut - 1) + 1);
    EXPECT_TRUE(read_file(path).starts_with(whole)) << cut;
  }
}

TEST(PlayResume, SaysWhyAFileCannotBeUsed) {
  const Folder folder;
  const auto game = shared_edition("usa-2004");
  const fs::path path = folder / "game.jsonl";
  const auto why = [&](const std::string& text) -> std::string {
    write_file(path, text);
    try {
      GameFile::resume(catalog(), path);
    } catch (const GameFileError& error) {
      return error.what();
    }
    return "it goes on";
  };
  {
    const auto file = GameFile::create(game, plain(2), key_of(3), path);
    EXPECT_THROW(GameFile::resume(catalog(), path), GameFileError) << "the file is in use";
    sit_down(*file, plain(2), by_legal_texts(*game, 8, 60, false));
  }
  const std::string text = read_file(path);
  EXPECT_EQ(why(text), "it goes on");
  EXPECT_TRUE(has(why(""), "there is no game in"));
  EXPECT_TRUE(has(why("hello\n"), "broken JSON"));
  EXPECT_TRUE(has(why(R"({"fogg":"save"})"
                      "\n"),
                  "this is not a game record"));
  const std::string fixture = read_file(fs::path(test::tests_dir()) / "fixtures" / "usa-2004-2p-last-round.jsonl");
  EXPECT_TRUE(has(why(fixture), "does not have the key of its chance"));
  // Another card, an action that is missing, a line of something else.
  std::string changed = text;
  const std::size_t card = changed.find(R"("to":{"row":0},"card":")");
  changed.replace(changed.find('"', card + 22), 1, "\"x");
  EXPECT_TRUE(has(why(changed), "damaged")) << why(changed);
  std::vector<std::string> lines = lines_of(text);
  lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(lines.size()) / 2);
  std::string missing;
  for (const std::string& line : lines) missing += line + "\n";
  EXPECT_TRUE(has(why(missing), "damaged")) << why(missing);
  // A whole game is over.
  {
    const auto file = GameFile::create(game, plain(2), key_of(3), path, GameFile::Replace::kAlways);
    EXPECT_EQ(sit_down(*file, plain(2), by_legal_texts(*game, 8, 6000, false)).code, 0);
  }
  EXPECT_TRUE(has(why(read_file(path)), "is over"));
  fs::remove(path);
  try {
    GameFile::resume(catalog(), path);
    ADD_FAILURE();
  } catch (const GameFileError& error) {
    EXPECT_EQ(error.kind, GameFileError::Kind::kNothing);
  }
}

TEST(PlayResume, UnfinishedGamesAreKept) {
  const Folder folder;
  const fs::path path = folder / "last-game.jsonl";
  EXPECT_TRUE(keep_unfinished(path).empty());
  const auto game = shared_edition("usa-2004");
  {
    const auto file = GameFile::create(game, plain(2), key_of(3), path);
    sit_down(*file, plain(2), by_legal_texts(*game, 8, 20, false));
  }
  const fs::path kept = keep_unfinished(path);
  EXPECT_EQ(kept.filename(), "previous-game.jsonl");
  EXPECT_FALSE(fs::exists(path));
  EXPECT_NO_THROW(GameFile::resume(catalog(), kept));
  // And the next one beside it.
  const std::string first = read_file(kept);
  {
    const auto file = GameFile::create(game, plain(2), key_of(4), path);
    sit_down(*file, plain(2), by_legal_texts(*game, 9, 20, false));
  }
  EXPECT_EQ(keep_unfinished(path).filename(), "previous-game-2.jsonl");
  EXPECT_EQ(read_file(kept), first);
}

// A file that is named by mistake is not overwritten.
TEST(PlayResume, NothingElseIsOverwritten) {
  const Folder folder;
  const std::string path = folder / "notes.txt";
  write_file(path, "notes\n");
  try {
    GameFile::create(shared_edition("usa-2004"), plain(2), key_of(3), path);
    ADD_FAILURE();
  } catch (const GameFileError& error) {
    EXPECT_EQ(error.kind, GameFileError::Kind::kUnusable);
    EXPECT_TRUE(has(error.what(), "there is something in")) << error.what();
  }
  EXPECT_EQ(read_file(path), "notes\n");
}

// A file that cannot grow is told of at once; when it can again, nothing is missing.
TEST(PlayResume, AFullDiskIsToldAndOvercome) {
  const Folder folder;
  const fs::path path = folder / "game.jsonl";
  signal(SIGXFSZ, SIG_IGN);
  rlimit usual{};
  getrlimit(RLIMIT_FSIZE, &usual);
  const auto game = shared_edition("usa-2004");
  const auto file = GameFile::create(game, plain(2), key_of(3), path);
  const Typist typist = by_legal_texts(*game, 8, 60, true);
  int lines = 0;
  const Sitting sitting = sit_down(*file, plain(2), [&](const std::string& news) {
    ++lines;
    if (lines == 20 || lines == 40) {
      rlimit now = usual;
      // Room for less than the next action.
      if (lines == 20) now.rlim_cur = static_cast<rlim_t>(fs::file_size(path)) + 7;
      EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &now), 0);
    }
    return typist(news);
  });
  setrlimit(RLIMIT_FSIZE, &usual);
  const std::string said = unbroken(sitting.text);
  EXPECT_LT(said.find("cannot be written"), said.find("is being kept again")) << said;
  EXPECT_NE(said.find("is being kept again"), std::string::npos) << said;
  EXPECT_TRUE(file->finish());
  EXPECT_TRUE(verdict_of(path).good) << verdict_of(path).message;
}

// The program itself, killed at any moment: what was finished is there, and the game goes on.
TEST(PlayResume, AfterKill) {
  const Folder folder;
  const std::string path = folder / "game.jsonl";
  for (int round = 0; round < 6; ++round) {
    const std::size_t before = read_file(path).size();
    std::array<int, 2> to{};
    ASSERT_EQ(pipe(to.data()), 0);
    const pid_t child = fork();
    if (child == 0) {
      dup2(to[0], STDIN_FILENO);
      close(to[1]);
      if (freopen("/dev/null", "w", stdout) == nullptr) _exit(99);
      if (round == 0) {
        execl(test::fogg_binary().c_str(), test::fogg_binary().c_str(), "play", "--seed", "3", "--bots", "random",
              "--record", path.c_str(), nullptr);
      } else {
        execl(test::fogg_binary().c_str(), test::fogg_binary().c_str(), "play", "--resume", path.c_str(), nullptr);
      }
      _exit(98);
    }
    close(to[0]);
    std::string lines = round == 0 ? "keep 1 2\n" : "";
    for (int i = 0; i < 10; ++i) lines += i % 5 == 4 ? "undo\n" : "draw\nd\nkeep 1 2\n";
    (void)!::write(to[1], lines.data(), lines.size());
    // Until something new is in the file, and a little longer, differently every time.
    for (int i = 0; i < 4000 && read_file(path).size() <= before; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::this_thread::sleep_for(std::chrono::milliseconds(3 * round));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << "it ended by itself with " << WEXITSTATUS(status);
    close(to[1]);
    EXPECT_GT(read_file(path).size(), before);
    const Verdict verdict = verdict_of(path);
    EXPECT_TRUE(verdict.good) << verdict.line << ": " << verdict.message;
    EXPECT_EQ(verdict.chance, Verdict::Chance::kKeyMatches);
  }
  const auto file = GameFile::resume(catalog(), path);
  PlayOptions options;
  file->join(options);
  ASSERT_TRUE(options.past);
  EXPECT_GE(options.past->decisions, 2);
  EXPECT_FALSE(options.past->state().over());
}

// A bot that has thoughts: it prefers the first legal action, then the last.
class Thinker final : public Bot {
 public:
  Action choose(const Question& question) override {
    const Action best = question.legal.nth(0);
    if (question.thoughts != nullptr) {
      Thought first;
      first.action = best;
      first.share = 0.7;
      first.visits = 700;
      first.win = 0.61;
      first.expected = {50, 30, 10};
      first.lead = 12;
      first.motives = {{MotiveKind::kServesTicket, 0, 0}, {MotiveKind::kPoints, 0, 4}};
      Thought second = first;
      second.action = question.legal.nth(question.legal.count() - 1);
      second.share = 0.3;
      second.motives = {{MotiveKind::kNobodyElse, 0, 0}};
      question.thoughts->options = {first, second};
      question.thoughts->playouts = 1000;
      question.thoughts->seconds = 0.5;
    }
    return best;
  }
};

PlayOptions with_thinker() {
  PlayOptions options = plain();
  options.bot_maker = [](std::string_view spec, std::string* why) -> std::unique_ptr<Bot> {
    if (spec == "thinker") return std::make_unique<Thinker>();
    return make_bot(spec, why);
  };
  return options;
}

TEST(PlayHint, SaysWhatABotWouldDoAndWhy) {
  PlayOptions options = with_thinker();
  options.hint_bot = "thinker";
  int step = 0;
  const Played played =
      play_script(edition("usa-2004"), options, [&](const std::string& shown) -> std::optional<std::string> {
        const std::string news = unbroken(shown);
        switch (step++) {
          case 0: return "1 2";
          case 1: return "hint";
          case 2:
            EXPECT_TRUE(has(news, "The thinker bot would ")) << news;
            EXPECT_TRUE(has(news, ", after 1000 playouts in 0.5 s.")) << news;
            EXPECT_TRUE(has(news, "(70%) Wins 61%; 90 points: 50 routes, 30 tickets, 10 bonus.")) << news;
            EXPECT_TRUE(has(news, "It is on the way planned for the ticket ")) << news;
            EXPECT_TRUE(has(news, "The route brings 4 points.")) << news;
            EXPECT_TRUE(has(news, "Nothing better is possible.")) << news;
            EXPECT_TRUE(news.ends_with("Number> "));
            return "hint hungry";
          case 3:
            EXPECT_TRUE(has(news, "The hungry bot would ")) << news;
            EXPECT_TRUE(has(news, "It does not say why.")) << news;
            return "hint nobody";
          case 4: EXPECT_TRUE(has(news, "There is no bot \"nobody\"")) << news; return "hint";
          case 5: return "1";
          default: return "quit";
        }
      });
  EXPECT_EQ(own_actions(played), 2) << played.text;
  options.hint_bot = "nobody";
  EXPECT_EQ(play_lines(edition("usa-2004"), options, "").code, 2);
}

TEST(PlayHint, ChangesNothingInTheGame) {
  const std::string script = "1 2\nd\nd\nd\nd\nd\nd\nq\n";
  const std::string hinted = "hint\n1 2\nhint\nd\nhint hungry\nd\nhint random\nd\nd\nhint\nd\nd\nq\n";
  EXPECT_EQ(play_lines(edition("usa-2004"), plain(3), script).actions,
            play_lines(edition("usa-2004"), plain(3), hinted).actions);
}

TEST(PlayActions, NumbersDoWhatTheListSays) {
  for (const std::string& id : test::edition_ids()) {
    const Edition& game = edition(id);
    FastGenerator random(4);
    int lines = 0;
    std::set<ActionKind> kinds;
    const Played played = play_script(game, plain(2, 3), [&](const std::string& news) -> std::optional<std::string> {
      if (++lines > 4000) return {};
      if (!news.ends_with("Number> ")) return "actions";
      int most = 0;
      for (int n = 1; has(news, fmt::format("{:>2}  ", n)); ++n) most = n;
      return std::to_string(1 + random.pick(std::max(most, 1)));
    });
    EXPECT_EQ(played.code, 0) << id;
    EXPECT_TRUE(played.last.over()) << id;
    for (const std::string& line : lines_of(played.text)) EXPECT_LE(columns(line), 80) << line;
    for (const auto& [seat, action] : played.actions) {
      if (seat == 0) kinds.insert(action.kind);
    }
    EXPECT_EQ(kinds.contains(ActionKind::kStation), game.stations > 0) << id;
    EXPECT_TRUE(kinds.contains(ActionKind::kClaim) && kinds.contains(ActionKind::kKeep)) << id;
  }
}

TEST(PlayRegions, EveryRouteIsInOneOfThem) {
  for (const std::string& id : test::edition_ids()) {
    const Edition& game = edition(id);
    const Regions regions(game.board);
    std::set<int> used;
    for (int r = 0; r < static_cast<int>(game.board.routes.size()); ++r) used.insert(regions.of(r));
    EXPECT_GE(used.size(), 6U) << id;
    for (const int width : {80, 100, 120}) {
      PlayOptions options = plain();
      options.width = width;
      const Played played = play_lines(game, options,
                                       "board\nroutes open\nroutes taken\nroutes mine\nroutes north west\nroutes "
                                       "sw\nroutes open red 2\nroutes of red\n"
                                       "routes needed\nroutes tunnels\nroutes ferries\nroutes any center\n");
      for (const std::string& line : lines_of(played.text)) EXPECT_LE(columns(line), width) << line;
      for (const Route& route : game.board.routes) {
        const std::string words = game.board.cities[route.a].name + "-" + game.board.cities[route.b].name;
        EXPECT_TRUE(has(played.text, words)) << words;
      }
      EXPECT_FALSE(has(played.text, "There is no city")) << played.text;
    }
  }
}

TEST(PlayRegions, NamesAndFilters) {
  EXPECT_EQ(Regions::named("nw"), 1U);
  EXPECT_EQ(Regions::named("northwest"), 1U);
  EXPECT_EQ(Regions::named("north"), 7U);
  EXPECT_EQ(Regions::named("centre"), 16U);
  EXPECT_FALSE(Regions::named("boston"));
  const Edition& game = edition("usa-2004");
  const Company company{0, {"You", "Red"}, {"", ""}};
  const RouteFilter filter = route_filter(game, company, {"open", "red", "of", "red", "5", "south", "east", "boston"});
  EXPECT_TRUE(filter.open);
  EXPECT_EQ(filter.color, index(Card::kRed));
  EXPECT_EQ(filter.owner, 1);
  EXPECT_EQ(filter.length, 5);
  EXPECT_EQ(filter.regions, 256U);
  EXPECT_EQ(filter.rest, std::vector<std::string>{"boston"});
  const Regions regions(game.board);
  const Position p(2);
  EXPECT_EQ(Regions::title(regions.of(p.route("Seattle-Vancouver.1"))), "North-west");
  EXPECT_EQ(Regions::title(regions.of(p.route("Charleston-Miami"))), "South-east");
}

}  // namespace
}  // namespace fogg::cli
