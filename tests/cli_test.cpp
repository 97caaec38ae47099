// The program from outside: what people and scripts type.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <array>
#include <boost/json.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>

#include "folder.h"
#include "paths.h"
#include "run_fogg.h"

namespace fogg::test {
namespace {

namespace json = boost::json;

json::object json_of(const std::string& arguments) {
  const Printed output = fogg(arguments);
  EXPECT_EQ(output.code, 0) << output.text;
  return json::parse(output.text).as_object();
}

TEST(Cli, EveryCommandHasHelp) {
  for (const char* command :
       {"", "editions", "map", "sim", "perft", "bench", "verify", "replay", "play", "serve", "explain", "bots"}) {
    const Printed output = fogg(fmt::format("{} --help", command));
    EXPECT_EQ(output.code, 0) << command;
    EXPECT_GT(output.text.size(), 100U) << command;
  }
}

TEST(Cli, WrongUsageIsToldAndHasCodeTwo) {
  for (const char* arguments :
       {"", "dance", "sim --players 6", "sim --bots nobody", "sim --games 0", "sim --edition mars", "map", "map mars",
        "sim --players 3 --bots random,random", "sim --bots random,random,random,random,random,random",
        "sim --bots hungry:", "sim --bots hungry:x=1", "sim --seatings some", "sim --resume", "perft --depth 99",
        "verify", "verify /nowhere/x", "--data /nowhere editions", "play --players 9"}) {
    const Printed output = fogg(arguments);
    EXPECT_EQ(output.code, 2) << arguments << ": " << output.text;
    EXPECT_FALSE(output.text.empty()) << arguments;
  }
}

TEST(Cli, EditionsAndMap) {
  const Printed list = fogg("editions");
  for (const char* id : {"usa-2004", "usa-2010", "usa-2025"}) {
    EXPECT_NE(list.text.find(id), std::string::npos);
    const json::object map = json_of(fmt::format("map {} --json", id));
    EXPECT_EQ(map.at("cities").as_array().size(), 36U);
    EXPECT_EQ(map.at("routes").as_array().size(), 100U);
    EXPECT_EQ(map.at("unverified").as_array().empty(), std::string_view(id) != "usa-2025");
  }
  for (const char* id : {"usa-2025", "maerklin", "usa-1910", "usa-mega", "usa-bigcities"})
    EXPECT_NE(fogg(fmt::format("map {}", id)).text.find("Not verified"), std::string::npos);
  EXPECT_EQ(fogg("map europe").text.find("Not verified"), std::string::npos);
}

TEST(Cli, SameSeedSameResultWhateverTheThreads) {
  std::string first;
  for (const int threads : {1, 2, 3}) {
    json::object result = json_of(fmt::format(
        "sim --edition usa-2025 --players 3 --games 702 --seed 5 --bots random,hungry,random --threads {} --json",
        threads));
    for (const char* key : {"seconds", "games_per_second", "decisions_per_second", "threads"}) {
      EXPECT_TRUE(result.contains(key)) << key;
      result.erase(key);
    }
    for (json::value& bot : result.at("by_bot").as_array()) bot.as_object().erase("decision_us");
    for (const char* key : {"turns_per_game", "mean_score", "wins", "endings"})
      EXPECT_TRUE(result.contains(key)) << key;
    double wins = 0;
    for (const json::value& value : result.at("wins").as_array()) wins += value.to_number<double>();
    EXPECT_NEAR(wins, 702, 0.001);
    const std::string text = json::serialize(result);
    if (first.empty()) first = text;
    EXPECT_EQ(text, first);
  }
}

// About 100 turns for two players and 188 for four: known from other implementations of uniform random play.
TEST(Cli, RandomPlayHasTheKnownLength) {
  EXPECT_NEAR(json_of("sim --games 4000 --players 2 --json").at("turns_per_game").to_number<double>(), 101, 2);
  EXPECT_NEAR(json_of("sim --games 4000 --players 4 --json").at("turns_per_game").to_number<double>(), 188.5, 2.5);
}

// Random play covers every mechanism: what never happens is not tested by random games either.
TEST(Cli, SimulationCountsEveryMechanism) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> expected = {
      {"--edition europe --players 2 --games 500",
       {"tunnels_free", "tunnels_paid", "tunnels_declined", "ferries", "stations_built", "stations_used", "resets",
        "reshuffles"}},
      {"--edition maerklin --players 2 --games 500",
       {"passengers_placed", "passengers_moved", "foreign_routes_used", "goods_taken", "resets", "reshuffles"}},
      {"--edition usa-2004 --players 3 --games 3000", {"resets", "reshuffles", "passes"}},
  };
  std::set<std::string> all;
  std::set<std::string> seen;
  for (const auto& [options, names] : expected) {
    const json::object result = json_of("sim " + options + " --json");
    const json::object& counts = result.at("mechanisms").as_object();
    for (const auto& entry : counts) {
      all.insert(entry.key());
      const bool happens = std::ranges::find(names, std::string(entry.key())) != names.end();
      EXPECT_EQ(entry.value().as_int64() > 0, happens) << options << ": " << entry.key();
      if (entry.value().as_int64() > 0) seen.insert(entry.key());
    }
  }
  EXPECT_EQ(all.size(), 13U);
  EXPECT_EQ(seen, all);
}

TEST(Cli, RecordsOfASimulationVerify) {
  const Folder folder;
  for (const char* id : {"europe", "maerklin", "usa-mega"}) {
    const std::string records = folder / id;
    ASSERT_EQ(fogg(fmt::format("sim --games 10 --players 3 --edition {} --records '{}' --keyed", id, records)).code, 0);
    const Printed output = fogg(fmt::format("verify '{}'/*.jsonl", records));
    EXPECT_EQ(output.code, 0) << output.text;
    EXPECT_NE(output.text.find("agrees with the key"), std::string::npos);
  }
  for (const char* more : {"", "--keyed"}) {
    const std::string records = folder / (std::string("records") + more);
    ASSERT_EQ(
        fogg(fmt::format("sim --games 20 --players 4 --edition usa-2025 --threads 2 --records '{}' {}", records, more))
            .code,
        0);
    const Printed output = fogg(fmt::format("verify '{}'/*.jsonl", records));
    EXPECT_EQ(output.code, 0) << output.text;
    EXPECT_EQ(std::ranges::count(output.text, '\n'), 20);
    EXPECT_EQ(output.text.find("agrees with the key") != std::string::npos, *more != '\0');
  }
  // Writing records does not change the games.
  const auto with = json_of(fmt::format("sim --games 20 --records '{}' --json", folder / "more"));
  const auto without = json_of("sim --games 20 --json");
  EXPECT_EQ(with.at("signature"), without.at("signature"));
  EXPECT_EQ(with.at("mechanisms"), without.at("mechanisms"));
  EXPECT_EQ(fogg(fmt::format("sim --games 2 --records '{}/more/game-000001.jsonl/x'", folder / "")).code, 3);
}

TEST(Cli, VerifySaysWhichLineIsWrong) {
  const Folder folder;
  const std::string file = folder / "bad.jsonl";
  std::ofstream(file) << "{\"fogg\":\"record\"}\n";
  const Printed output = fogg(fmt::format("verify '{}'", file));
  EXPECT_EQ(output.code, 1);
  EXPECT_NE(output.text.find(file + ":1: "), std::string::npos) << output.text;
}

TEST(Cli, DataFolderReplacesAndItsMistakesAreTold) {
  const Folder folder;
  fs::create_directories(folder / "maps");
  std::ifstream in(data_dir() + "/maps/usa.json");
  std::string text((std::istreambuf_iterator<char>(in)), {});
  const std::size_t at = text.find("\"Atlanta\", \"b\": \"Charleston\"");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 9, "\"Atlantis\"");
  std::ofstream(folder / "maps/usa.json") << text;
  const Printed output = fogg(fmt::format("--data '{}' sim --games 1", folder / ""));
  EXPECT_EQ(output.code, 2);
  EXPECT_NE(output.text.find("maps/usa.json: routes[0].a: unknown city \"Atlantis\""), std::string::npos)
      << output.text;
}

std::string shipped(const std::string& name) {
  std::ifstream in(data_dir() + "/" + name);
  return {std::istreambuf_iterator<char>(in), {}};
}

// What is wrong: one line with the file and the place, and nothing else.
void expect_fault(const std::string& file, const std::string& fault) {
  const Printed output = fogg(fmt::format("map --check '{}'", file));
  EXPECT_EQ(output.code, 1) << output.text;
  EXPECT_NE(output.text.find(file + ": " + fault), std::string::npos) << output.text;
  EXPECT_EQ(std::ranges::count(output.text, '\n'), 1) << output.text;
}

TEST(Cli, CheckOfFilesWithoutFaults) {
  const Printed map = fogg("map --check '" + data_dir() + "/maps/europe.json'");
  EXPECT_EQ(map.code, 0) << map.text;
  EXPECT_NE(map.text.find("a map without faults. Europe: 47 cities, 101 routes"), std::string::npos) << map.text;
  EXPECT_NE(map.text.find("18 tunnels, 13 ferries"), std::string::npos) << map.text;
  const Printed germany = fogg("map --check '" + data_dir() + "/maps/germany.json'");
  EXPECT_EQ(germany.code, 0) << germany.text;
  EXPECT_NE(germany.text.find("14 end points of 5 countries"), std::string::npos) << germany.text;
  EXPECT_NE(germany.text.find("74 tiles"), std::string::npos) << germany.text;
  EXPECT_NE(germany.text.find("Not verified"), std::string::npos) << germany.text;
  for (const char* id :
       {"europe", "maerklin", "usa-1910", "usa-2004", "usa-2010", "usa-2025", "usa-bigcities", "usa-mega"}) {
    const Printed edition = fogg(fmt::format("map --check '{}/editions/{}.json'", data_dir(), id));
    EXPECT_EQ(edition.code, 0) << edition.text;
    EXPECT_NE(edition.text.find("an edition without faults"), std::string::npos) << edition.text;
  }
}

TEST(Cli, CheckFindsTheMapOfAnEdition) {
  const Folder folder;
  fs::create_directories(folder / "editions");
  const std::string file = folder / "editions/mine.json";
  std::string text = shipped("editions/maerklin.json");
  text.replace(text.find("\"maerklin\""), 10, "\"mine\"");
  std::ofstream(file) << text;
  // Among the known ones.
  EXPECT_EQ(fogg(fmt::format("map --check '{}'", file)).code, 0);
  // Of a folder that is named.
  text.replace(text.find("\"germany\""), 9, "\"here\"");
  std::ofstream(file) << text;
  expect_fault(file, "map: there is no map \"here\"");
  std::string map = shipped("maps/germany.json");
  map.replace(map.find("\"germany\""), 9, "\"here\"");
  fs::create_directories(folder / "other/maps");
  std::ofstream(folder / "other/maps/here.json") << map;
  EXPECT_EQ(fogg(fmt::format("--data '{}' map --check '{}'", folder / "other", file)).code, 0);
  // Beside it, and then its faults are told.
  fs::create_directories(folder / "maps");
  std::ofstream(folder / "maps/here.json") << map;
  EXPECT_EQ(fogg(fmt::format("map --check '{}'", file)).code, 0);
  map.replace(map.find("\"country\": \"Schweiz\""), 20, "\"country\": \"Suisse\"");
  std::ofstream(folder / "maps/here.json") << map;
  const Printed output = fogg(fmt::format("map --check '{}'", file));
  EXPECT_EQ(output.code, 1);
  EXPECT_NE(output.text.find(folder / "maps/here.json" + ": cities["), std::string::npos) << output.text;
  EXPECT_NE(output.text.find("unknown country \"Suisse\""), std::string::npos) << output.text;
}

TEST(Cli, CheckSaysWhatIsWrong) {
  const Folder folder;
  std::string map = shipped("maps/europe.json");
  map.replace(map.find("\"tunnel\": true"), 14, "\"tunnel\": 1");
  const std::string map_file = folder / "europe.json";
  std::ofstream(map_file) << map;
  expect_fault(map_file, "routes[");
  std::string edition = shipped("editions/europe.json");
  edition.replace(edition.find("\"each\": 3"), 9, "\"each\": 4");
  std::ofstream(map_file) << edition;
  expect_fault(map_file, "stations.each: must be from 1 to 3, is 4");
  const std::string other = folder / "other.json";
  std::ofstream(other) << shipped("editions/europe.json");
  expect_fault(other, "id: must be the name of the file");
  std::ofstream(other) << "{\n  \"format\": 1,,\n";
  expect_fault(other, "line 2, column 15: broken JSON");
  std::ofstream(other) << "";
  expect_fault(other, "line 1, column 1: broken JSON");
  std::ofstream(other) << std::string((1U << 20U) + 1, ' ');
  expect_fault(other, "larger than 1 MiB");
  expect_fault(folder / "missing.json", "cannot be read: ");
  fs::create_directories(folder / "folder.json");
  expect_fault(folder / "folder.json", "cannot be read: ");
}

TEST(Cli, CheckIsOfOneFile) {
  EXPECT_EQ(fogg("map --check").code, 2);
  EXPECT_EQ(fogg("map europe --check '" + data_dir() + "/maps/europe.json'").code, 2);
  EXPECT_EQ(fogg("map --json --check '" + data_dir() + "/maps/europe.json'").code, 2);
}

TEST(Cli, BenchHasTheCommittedSignature) {
  std::ifstream in(tests_dir() + "/bench_signature.txt");
  std::string committed;
  in >> committed;
  EXPECT_EQ(committed.size(), 16U);
  EXPECT_EQ(json_of("bench --json").at("signature").as_string(), committed)
      << "The play of some game has changed. If that is meant, write the new signature into tests/bench_signature.txt.";
}

TEST(Cli, PlayEndsWithItsInput) {
  const Folder folder;
  const std::string record = folder / "game.jsonl";
  EXPECT_EQ(fogg(fmt::format("play --seed 1 --record '{}' </dev/null", record)).code, 1);
  EXPECT_EQ(fogg(fmt::format("verify '{}'", record)).code, 0);
  EXPECT_EQ(system((std::string("echo quit | '") + fogg_binary() + "' play --seed 1 >/dev/null").c_str()), 0);
}

}  // namespace
}  // namespace fogg::test
