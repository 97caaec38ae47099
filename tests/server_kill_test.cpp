// Kills the server again and again, at chosen points and at random ones, and compares the games with those of a server that was left alone.
#include <random>

#include "server_player.h"

namespace fogg::test {
namespace {

// With sanitizers everything takes many times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kKills = 60;
#else
constexpr int kKills = 500;
#endif

struct Tables {
  std::string title;
  std::vector<std::string> arguments;
  int clients;  // of a table
  int tables;
};

const std::vector<Tables>& kinds_of_tables() {
  static const std::vector<Tables> all = {
      {"two players", {"--players", "2", "--seed", "11"}, 2, 5},
      {"two players and a bot", {"--players", "3", "--bots", "hungry", "--seed", "12"}, 2, 3},
      {"four players, power cuts too",
       {"--players", "4", "--sync", "full", "--edition", "usa-2025", "--seed", "13"},
       4,
       2},
  };
  return all;
}

// Where and when the next server dies. `killed_after`: by this test, else by itself.
struct Death {
  std::string point;
  std::vector<std::string> environment;
  std::optional<std::chrono::microseconds> killed_after;
};

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}
  int up_to(int most) { return std::uniform_int_distribution<int>(1, most)(random_); }

  Death next_death(bool everyone_sits) {
    if (!everyone_sits && up_to(2) == 1) return at("set-up", 3);
    switch (up_to(7)) {
      case 1: return at("before-commit", 40);
      case 2: return at("after-commit", 40);  // stored, and nobody knows
      case 3: return at("handed-in", 40);
      case 4: return at("before-send", 60);  // some have heard, others not
      case 5:
        return {"checkpoint",
                {fmt::format("FOGG_CRASH=checkpoint:{}:{}", up_to(4), up_to(1500)), "FOGG_CHECKPOINT_PAGES=4"},
                {}};
      default: return {"any time", {}, std::chrono::microseconds(up_to(60'000))};
    }
  }

 private:
  Death at(const std::string& point, int most) {
    return {point, {fmt::format("FOGG_CRASH={}:{}", point, up_to(most))}, {}};
  }
  std::mt19937 random_;
};

// A record without what depends on time and on the loss of connections.
std::string essence(const std::string& record) {
  static const std::set<std::string> kAccidents = {"disconnect", "reconnect", "timeout", "takeover", "refusal"};
  std::string out;
  std::istringstream in(record);
  std::string line;
  while (std::getline(in, line)) {
    json::object event = json::parse(line).as_object();
    if (event.contains("kind") && kAccidents.contains(std::string(event.at("kind").as_string()))) continue;
    event.erase("t_ms");
    event.erase("seq");
    out += json::serialize(event) + "\n";
  }
  return out;
}

// The clients of some tables. They sit down one after the other, so that the same ones always meet.
class Crowd {
 public:
  explicit Crowd(const Tables& tables) : tables_(tables) {}

  bool everyone_sits() const { return seated_ == tables_.clients * tables_.tables; }
  bool over() const {
    return everyone_sits() &&
           std::all_of(players_.begin(), players_.end(), [](const auto& player) { return player->over(); });
  }

  // All come back. Throws ConnectionLost.
  void come_back(int port) {
    for (const auto& player : players_) {
      if (player->over()) continue;
      player->connect(port);
      wait_for_seat(*player);
    }
  }

  // Does what there is to do. Throws ConnectionLost.
  void go_on(int port) {
    if (!everyone_sits()) {
      static const std::vector<std::string> kWishes = {"Blue", "Red", "Green", "Yellow"};
      const auto place = static_cast<std::size_t>(seated_ % tables_.clients);
      if (static_cast<int>(players_.size()) == seated_) {
        const std::string name = fmt::format("{}{}", "abcd"[place], seated_ / tables_.clients + 1);
        auto player = std::make_unique<Player>(port, name, kWishes[place]);
        players_.push_back(std::move(player));
      }
      wait_for_seat(*players_.back());
      ++seated_;
    }
    bool moved = false;
    std::vector<pollfd> waiting;
    for (const auto& player : players_) {
      if (player->over()) continue;
      while (!player->over() && player->step(std::chrono::milliseconds(0))) moved = true;
      waiting.push_back({player->client().handle(), POLLIN, 0});
    }
    if (!moved) poll(waiting.data(), waiting.size(), 5);
  }

 private:
  static void wait_for_seat(Player& player) {
    while (player.color().empty() && !player.over()) {
      if (!player.step(kPatience)) throw std::runtime_error("nobody answers to a join");
    }
  }
  const Tables& tables_;
  std::vector<std::unique_ptr<Player>> players_;
  int seated_ = 0;
};

std::vector<std::string> records_of(int http, int games) {
  std::vector<std::string> records;
  for (int id = 1; id <= games; ++id)
    records.push_back(essence(http_body(http, fmt::format("/api/games/{}/record", id))));
  return records;
}

std::vector<std::string> undisturbed(const Tables& tables) {
  const Folder folder;
  ServerProcess server(folder, tables.arguments);
  Crowd crowd(tables);
  while (!crowd.over()) crowd.go_on(server.v09());
  return records_of(server.http(), tables.tables);
}

class Histogram {
 public:
  void count(const std::string& point) { ++count_[point]; }
  int total() const {
    int sum = 0;
    for (const auto& [point, count] : count_) sum += count;
    return sum;
  }
  int at(const std::string& point) const { return count_.contains(point) ? count_.at(point) : 0; }
  void print() const {
    for (const auto& [point, count] : count_)
      fmt::print("  {:<14} {:>4} {}\n", point, count, std::string(static_cast<std::size_t>(count / 3), '#'));
    fmt::print("  {:<14} {:>4}\n", "in all", total());
  }

 private:
  std::map<std::string, int> count_;
};

// One life of a server. True if all games have come to their end.
bool live(const Folder& folder, const Tables& tables, Crowd& crowd, const Death& death, Histogram& histogram) {
  ServerProcess server(folder, {tables.arguments, death.environment, {}});
  const auto born = Clock::now();
  try {
    if (server.exited()) throw ConnectionLost();
    crowd.come_back(server.v09());
    while (!crowd.over()) {
      crowd.go_on(server.v09());
      if (death.killed_after && Clock::now() - born >= *death.killed_after) server.signal(SIGKILL);
    }
    return true;
  } catch (const ConnectionLost&) {
    EXPECT_EQ(server.wait(), 128 + SIGKILL) << server.log();
    histogram.count(death.point);
    return false;
  }
}

TEST(ServerKill, NothingIsLost) {
  Dice dice(20180901);
  Histogram histogram;
  std::vector<std::vector<std::string>> right;
  for (const Tables& tables : kinds_of_tables()) right.push_back(undisturbed(tables));
  int rounds = 0;
  for (; histogram.total() < kKills || rounds < static_cast<int>(kinds_of_tables().size()); ++rounds) {
    const auto kind = static_cast<std::size_t>(rounds) % kinds_of_tables().size();
    const Tables& tables = kinds_of_tables()[kind];
    const Folder folder;
    Crowd crowd(tables);
    const auto until = Clock::now() + 5 * kPatience;
    while (!live(folder, tables, crowd, dice.next_death(crowd.everyone_sits()), histogram)) {
      ASSERT_LT(Clock::now(), until) << tables.title << ": the games do not come to an end";
    }
    ServerProcess server(folder, tables.arguments);
    const auto records = records_of(server.http(), tables.tables);
    ASSERT_EQ(records.size(), right[kind].size());
    for (std::size_t game = 0; game < records.size(); ++game) {
      ASSERT_EQ(records[game], right[kind][game]) << tables.title << ", game " << game + 1;
      EXPECT_NE(records[game].find("\"kind\":\"key\""), std::string::npos) << "it is not over";
    }
  }
  fmt::print("killed in {} rounds of games, at:\n", rounds);
  histogram.print();
  for (const char* point :
       {"before-commit", "after-commit", "handed-in", "before-send", "checkpoint", "set-up", "any time"})
    EXPECT_GT(histogram.at(point), 0) << point;
}

}  // namespace
}  // namespace fogg::test
