// The referee with players who speak in lines. The other end of each line is made up here, so that it can do what it wants when it wants.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <boost/json.hpp>
#include <deque>
#include <functional>
#include <sstream>
#include <thread>

#include "arena/bot_player.h"
#include "arena/deal.h"
#include "arena/line_player.h"
#include "arena/referee.h"
#include "folder.h"
#include "json_schema.h"
#include "paths.h"
#include "record/verify.h"
#include "support.h"

namespace fogg::arena {
namespace {

namespace json = boost::json;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

const test::JsonSchema& protocol() {
  static const test::JsonSchema schema(
      json::parse(test::read_file(test::tests_dir() + "/../docs/protocol.schema.json")));
  return schema;
}

// What a program would do: hears lines, and puts answers into `out` with the moment of their arrival.
struct Other {
  std::deque<Stamped> out;
  bool gone = false;
  Link::Trouble trouble{Fault::kCrash, "made up"};
  Clock::duration lag{};  // a busy referee fetches a line so much later than it came
  std::vector<json::object> heard;
  std::function<void(Other&, const json::object&)> on_request;

  void say(std::string line, Clock::duration later = {}) { out.push_back({std::move(line), Clock::now() + later}); }
  void move(const json::object& request, std::size_t which) {
    const json::array& actions = request.at("actions").as_array();
    say(fmt::format(R"({{"type":"move","request":{},"action":{}}})", request.at("request").as_int64(),
                    actions.at(which % actions.size()).at("id").as_int64()));
  }
};

class OtherLink final : public Link {
 public:
  explicit OtherLink(std::shared_ptr<Other> other) : other_(std::move(other)) {}
  void send(std::string_view lines) override {
    while (!lines.empty()) {
      const std::size_t end = std::min(lines.find('\n'), lines.size());
      hear(lines.substr(0, end));
      lines.remove_prefix(std::min(end + 1, lines.size()));
    }
  }
  void hear(std::string_view line) {
    json::object message = json::parse(json::string_view(line.data(), line.size())).as_object();
    const std::string wrong = protocol().fault(message, "server");
    EXPECT_EQ(wrong, "") << line;
    const bool is_request = message.at("type") == "request";
    other_->heard.push_back(std::move(message));
    if (is_request && !other_->gone) other_->on_request(*other_, json::object(other_->heard.back()));
    sent_ = Clock::now();
  }
  std::optional<Clock::time_point> sent_at() const override { return sent_; }
  std::optional<Stamped> receive(Clock::time_point deadline) override {
    if (other_->out.empty()) {
      if (!other_->gone) std::this_thread::sleep_until(deadline);
      return {};
    }
    // What has a later stamp has not come yet.
    if (other_->out.front().when > deadline) {
      std::this_thread::sleep_until(deadline);
      return {};
    }
    std::this_thread::sleep_until(other_->out.front().when + other_->lag);
    Stamped line = std::move(other_->out.front());
    other_->out.pop_front();
    return line;
  }
  bool is_silent() const override { return other_->gone && other_->out.empty(); }
  Trouble trouble() override { return other_->trouble; }
  void close() override {}

 private:
  std::shared_ptr<Other> other_;
  Clock::time_point sent_;
};

using Habit = std::function<void(Other&, const json::object&)>;
const Habit kPlays = [](Other& me, const json::object& request) {
  me.move(request, static_cast<std::size_t>(request.at("request").as_int64()) * 7);
};

struct Result {
  Finished finished;
  std::vector<std::shared_ptr<Other>> others;  // null for a bot
  std::string record() const { return finished.played; }
  int faults(std::size_t seat, Fault fault) const {
    return finished.report.seats[seat].faults[static_cast<std::size_t>(fault)];
  }
  int all_faults(std::size_t seat) const {
    int all = 0;
    for (const int number : finished.report.seats[seat].faults) all += number;
    return all;
  }
};

struct Table {
  std::string edition = "usa-2004";
  Limits limits = {.start = 0.5, .move = 0.5, .game = 60};
  FaultRules faults = {};
  std::int64_t deal = 1;

  // An empty habit: a built-in bot.
  Result play(const std::vector<Habit>& habits, const std::function<void(std::size_t, Other&)>& prepare = {}) const {
    Result result;
    Referee::Setting setting;
    setting.edition = std::make_shared<const Edition>(test::edition(edition));
    setting.limits = limits;
    setting.faults = faults;
    setting.key = deal_key({}, deal);
    setting.luck = FastGenerator(1);
    setting.header.edition = edition;
    setting.header.data_hash = setting.edition->data_hash;
    std::vector<std::unique_ptr<Player>> players;
    for (std::size_t seat = 0; seat < habits.size(); ++seat) {
      setting.header.players.push_back({fmt::format("p{}", seat), habits[seat] ? "" : "hungry"});
      if (!habits[seat]) {
        result.others.push_back(nullptr);
        players.push_back(std::make_unique<BotPlayer>(make_bot("hungry"), static_cast<int>(seat), FastGenerator(seat),
                                                      std::stop_token()));
        continue;
      }
      auto other = std::make_shared<Other>();
      other->on_request = habits[seat];
      if (prepare) prepare(seat, *other);
      result.others.push_back(other);
      players.push_back(std::make_unique<LinePlayer>(std::make_unique<OtherLink>(other), static_cast<int>(seat), 17));
    }
    Referee referee(std::move(setting), std::move(players));
    EXPECT_TRUE(referee.play(result.finished));
    return result;
  }
};

void expect_sound(const std::string& record) {
  static const Catalog catalog = *Catalog::open({});
  std::istringstream in(record);
  const Verdict verdict = verify_record(catalog, in);
  EXPECT_TRUE(verdict.good) << verdict.line << ": " << verdict.message;
}

TEST(ArenaReferee, PlaysEveryEdition) {
  for (const std::string& id : test::edition_ids()) {
    for (const int players : {2, test::edition(id).max_players}) {
      const Result result = Table{.edition = id}.play(std::vector<Habit>(static_cast<std::size_t>(players), kPlays));
      expect_sound(result.record());
      for (std::size_t seat = 0; seat < result.others.size(); ++seat) {
        EXPECT_EQ(result.all_faults(seat), 0) << id << ": " << result.finished.report.seats[seat].words;
        EXPECT_GT(result.finished.report.seats[seat].times.decisions(), 10);
        const auto& heard = result.others[seat]->heard;
        ASSERT_GE(heard.size(), 3U);
        EXPECT_EQ(heard[0].at("type"), "welcome");
        EXPECT_EQ(heard[1].at("type"), "seated");
        // Nobody hears what only others may see, and the key least of all.
        std::int64_t last = 0;
        for (const json::object& message : heard) {
          if (message.at("type") != "event") continue;
          const json::object& event = message.at("event").as_object();
          const json::value& visible = event.at("visible_to");
          EXPECT_TRUE(visible == "all" || visible.as_array().at(0) == static_cast<std::int64_t>(seat));
          EXPECT_GT(event.at("seq").as_int64(), last);
          last = event.at("seq").as_int64();
          EXPECT_NE(event.at("kind"), "key");
        }
      }
      std::vector<int> ranks = result.finished.outcome.ranks;
      EXPECT_EQ(*std::min_element(ranks.begin(), ranks.end()), 1);
    }
  }
}

TEST(ArenaReferee, BotsAndProgramsAtOneTable) {
  const Result result = Table{}.play({kPlays, {}, kPlays});
  expect_sound(result.record());
  EXPECT_EQ(result.all_faults(0) + result.all_faults(1) + result.all_faults(2), 0);
}

// Programs that greet as they would a server are answered, and programs that do not are asked all the same.
TEST(ArenaReferee, GreetingsAreAnswered) {
  const Habit greets = [](Other& me, const json::object& request) {
    if (request.at("request") == 1) {
      me.say(R"({"type":"hello","protocol":[1,1],"position":false,"ref":"h"})");
      me.say(R"({"type":"join","table":"ABCD","name":"x","ref":"j"})");
      me.say(R"({"type":"ping","ref":"p"})");
      me.say(R"({"type":"lobby","ref":"l"})");
      me.say("");
    }
    kPlays(me, request);
  };
  const Result result = Table{}.play({greets, {}});
  EXPECT_EQ(result.all_faults(0), 0);
  std::map<std::string, std::string> answers;
  bool had_position = false;
  for (const json::object& message : result.others[0]->heard) {
    if (const json::value* ref = message.if_contains("ref"); ref != nullptr && ref->is_string())
      answers[std::string(ref->as_string())] = std::string(message.at("type").as_string());
    if (message.at("type") == "request" && message.at("request") != 1)
      had_position = had_position || message.contains("position");
  }
  EXPECT_EQ(answers,
            (std::map<std::string, std::string>{{"h", "welcome"}, {"j", "seated"}, {"p", "pong"}, {"l", "error"}}));
  EXPECT_FALSE(had_position);
}

TEST(ArenaReferee, MayTryAgain) {
  const Habit clumsy = [](Other& me, const json::object& request) {
    const std::int64_t number = request.at("request").as_int64();
    if (number == 2) me.say("this is no JSON");
    if (number == 3) me.say(R"({"type":"move","request":3,"action":"nonsense"})");
    if (number == 4) me.say(R"({"type":"move","request":9,"action":1})");
    if (number == 5) me.say(R"({"type":"move","request":5,"action":"claim Nowhere Elsewhere"})");
    if (number == 6)
      me.say(R"({"type":"move","request":6,"action":"skip"})");  // an action, but not of this edition, or not now
    if (number == 7) me.say(R"({"type":"move","request":1,"action":0})");  // long answered: that is no fault
    kPlays(me, request);
  };
  const Result result = Table{}.play({clumsy, {}});
  EXPECT_EQ(result.faults(0, Fault::kMalformed) + result.faults(0, Fault::kIllegal), 5);
  EXPECT_EQ(result.all_faults(0), 5);
  EXPECT_FALSE(result.finished.report.seats[0].replaced);
  expect_sound(result.record());
  int errors = 0;
  for (const json::object& message : result.others[0]->heard) errors += message.at("type") == "error" ? 1 : 0;
  EXPECT_EQ(errors, 5);
  EXPECT_NE(result.finished.report.seats[0].words.find("this is no JSON"), std::string::npos);
}

TEST(ArenaReferee, ABotDecidesAfterTooManyTries) {
  const Habit stubborn = [](Other& me, const json::object& request) {
    if (request.at("request").as_int64() % 3 == 0) {
      for (int i = 0; i < 3; ++i)
        me.say(fmt::format(R"({{"type":"move","request":{},"action":"pass"}})", request.at("request").as_int64()));
    } else {
      kPlays(me, request);
    }
  };
  const Result result = Table{}.play({stubborn, {}});
  EXPECT_GE(result.faults(0, Fault::kIllegal), 9);
  EXPECT_EQ(result.faults(0, Fault::kIllegal) % 3, 0);
  EXPECT_FALSE(result.finished.report.seats[0].replaced);
  expect_sound(result.record());
  EXPECT_NE(result.record().find(R"("kind":"refusal")"), std::string::npos);
}

TEST(ArenaReferee, LateIsLate) {
  const Habit sleepy = [](Other& me, const json::object& request) {
    const std::int64_t number = request.at("request").as_int64();
    if (number == 4 || number == 6) {
      // It comes while the next question is open, and is not taken for an answer to that.
      me.out.push_back(
          {fmt::format(R"({{"type":"move","request":{},"action":0}})", number), Clock::now() + milliseconds(450)});
      return;
    }
    kPlays(me, request);
  };
  Table table;
  table.limits.move = 0.2;
  const Result result = table.play({sleepy, {}});
  EXPECT_EQ(result.faults(0, Fault::kTimeout), 2);
  EXPECT_EQ(result.all_faults(0), 2);
  EXPECT_FALSE(result.finished.report.seats[0].replaced);
  expect_sound(result.record());
  EXPECT_NE(result.record().find(R"("kind":"timeout")"), std::string::npos);
}

// The stamp of the arrival counts, however late the referee looks.
TEST(ArenaReferee, ABusyRefereeIsNobodysFault) {
  Table table;
  table.limits.move = 0.05;
  int requests = 0;
  const Habit quick = [&requests](Other& me, const json::object& request) {
    me.lag = ++requests < 4 ? milliseconds(120) : milliseconds(0);
    kPlays(me, request);
  };
  const Result result = table.play({quick, {}});
  EXPECT_EQ(result.all_faults(0), 0) << result.finished.report.seats[0].words;
}

TEST(ArenaReferee, WhoNeverBeginsIsReplaced) {
  Table table;
  table.limits.start = 0.1;
  table.limits.move = 0.1;
  const Result result = table.play({[](Other&, const json::object&) {}, {}});
  EXPECT_EQ(result.faults(0, Fault::kStall), 1);
  EXPECT_EQ(result.all_faults(0), 1);
  EXPECT_TRUE(result.finished.report.seats[0].replaced);
  expect_sound(result.record());
}

TEST(ArenaReferee, NobodyWaitsForEver) {
  Table table;
  table.limits.move = 0.05;
  const Habit falls_asleep = [](Other& me, const json::object& request) {
    const std::int64_t number = request.at("request").as_int64();
    // Twice too late, then awake again, then never again.
    if (number < 4 || (number > 5 && number < 8)) kPlays(me, request);
  };
  const Result result = table.play({falls_asleep, {}});
  EXPECT_EQ(result.faults(0, Fault::kTimeout), 2 + 3);
  EXPECT_TRUE(result.finished.report.seats[0].replaced);
  expect_sound(result.record());
}

// To say something wrong first does not make it less late.
TEST(ArenaReferee, NobodyWaitsForEverForNonsense) {
  Table table;
  table.limits.move = 0.05;
  const Habit mumbles = [](Other& me, const json::object& request) {
    if (request.at("request").as_int64() < 4)
      kPlays(me, request);
    else
      me.say("what?");
  };
  const Result result = table.play({mumbles, {}});
  EXPECT_EQ(result.faults(0, Fault::kTimeout), 3);
  EXPECT_EQ(result.faults(0, Fault::kMalformed), 3);
  EXPECT_TRUE(result.finished.report.seats[0].replaced);
  expect_sound(result.record());
}

TEST(ArenaReferee, TimeForTheGame) {
  Table table;
  table.limits.game = 0.3;
  table.limits.move = 0.1;
  const Habit slow = [](Other& me, const json::object& request) {
    const json::array& actions = request.at("actions").as_array();
    me.out.push_back({fmt::format(R"({{"type":"move","request":{},"action":{}}})", request.at("request").as_int64(),
                                  actions.at(0).at("id").as_int64()),
                      Clock::now() + milliseconds(60)});
  };
  const Result result = table.play({slow, {}});
  EXPECT_EQ(result.faults(0, Fault::kTimeout), 1);
  EXPECT_TRUE(result.finished.report.seats[0].replaced);
  EXPECT_LT(result.finished.report.seats[0].times.decisions(), 10);
}

TEST(ArenaReferee, WhoIsGoneIsReplaced) {
  for (const Fault fault : {Fault::kCrash, Fault::kDisconnect, Fault::kFlood}) {
    const Habit dies = [fault](Other& me, const json::object& request) {
      if (request.at("request").as_int64() < 5) return kPlays(me, request);
      me.gone = true;
      me.trouble = {fault, "it is gone"};
    };
    const Result result = Table{}.play({kPlays, dies, {}});
    EXPECT_EQ(result.faults(1, fault), 1);
    EXPECT_EQ(result.all_faults(1), 1);
    EXPECT_EQ(result.finished.report.seats[1].words, "it is gone");
    EXPECT_TRUE(result.finished.report.seats[1].replaced);
    EXPECT_EQ(result.all_faults(0) + result.all_faults(2), 0);
    expect_sound(result.record());
    EXPECT_NE(result.record().find(R"("kind":"takeover")"), std::string::npos);
  }
}

TEST(ArenaReferee, ForfeitPolicy) {
  Table table;
  table.faults.policy = FaultPolicy::kForfeit;
  const Habit dies = [](Other& me, const json::object& request) {
    if (request.at("request").as_int64() < 5) return kPlays(me, request);
    me.gone = true;
  };
  const Result two = table.play({dies, kPlays});
  EXPECT_EQ(two.finished.outcome.ranks, (std::vector<int>{2, 1}));
  EXPECT_TRUE(two.finished.report.seats[0].forfeited);
  EXPECT_NE(two.record().find(R"("kind":"forfeit")"), std::string::npos);
  expect_sound(two.record());
  // With more players the others play on, and are ranked as if nothing had happened.
  const Result four = table.play({kPlays, dies, {}, dies});
  EXPECT_EQ(four.finished.outcome.ranks[1], 3);
  EXPECT_EQ(four.finished.outcome.ranks[3], 3);
  EXPECT_EQ(four.finished.outcome.ranks[0] + four.finished.outcome.ranks[2], 3);
  EXPECT_EQ(four.record().find(R"("kind":"forfeit")"), std::string::npos);
  expect_sound(four.record());
  const Habit resigns = [](Other& me, const json::object& request) {
    if (request.at("request").as_int64() < 3) return kPlays(me, request);
    me.say(R"({"type":"resign"})");
  };
  const Result gave_up = table.play({resigns, {}});
  EXPECT_EQ(gave_up.finished.outcome.ranks, (std::vector<int>{2, 1}));
  EXPECT_EQ(gave_up.all_faults(0), 0);
}

TEST(ArenaReferee, StopsWhenTold) {
  std::stop_source stop;
  Referee::Setting setting;
  setting.edition = std::make_shared<const Edition>(test::edition("usa-2004"));
  setting.header.players = {{"a", ""}, {"b", "hungry"}};
  setting.limits.move = 100;
  setting.stop = stop.get_token();
  auto other = std::make_shared<Other>();
  other->on_request = [](Other&, const json::object&) {};
  std::vector<std::unique_ptr<Player>> players;
  players.push_back(std::make_unique<LinePlayer>(std::make_unique<OtherLink>(other), 0, 1));
  players.push_back(std::make_unique<BotPlayer>(make_bot("hungry"), 1, FastGenerator(1), std::stop_token()));
  Referee referee(std::move(setting), std::move(players));
  std::jthread later([&] {
    std::this_thread::sleep_for(milliseconds(100));
    stop.request_stop();
  });
  Finished finished;
  EXPECT_FALSE(referee.play(finished));
}

}  // namespace
}  // namespace fogg::arena
