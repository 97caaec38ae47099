// The pool in which the server's bots think: bounded, in order, and never without an answer.
#include "server/bot_pool.h"

#include <optional>
#include <stdexcept>

#include "engine/refusal.h"
#include "scripted_bots.h"
#include "support.h"

namespace fogg::test {
namespace {

using server::BotPool;
using std::chrono::milliseconds;

constexpr auto kPatience = std::chrono::seconds(60);

// A pool and its I/O thread, which is the test's.
class BotPoolTest : public testing::Test {
 protected:
  void open(int threads, milliseconds think = kPatience, milliseconds patience = kPatience) {
    pool_.emplace(io_, BotPool::Limits{threads, think, patience}, scripts_.maker());
  }
  static BotPool::Question question(const std::string& bot, std::uint64_t seed = 1) {
    const auto edition = std::shared_ptr<const Edition>(&test::edition("usa-2004"), [](const Edition*) {});
    FastChance chance(seed);
    State state;
    start(*edition, state, 2, chance);
    for (int seat = 0; seat < 2; ++seat) apply(*edition, state, seat, Action::keeping(7), chance);
    return {bot, edition, view_of(*edition, state, state.actor()), seed};
  }
  std::unique_ptr<BotPool::Open> ask(const std::string& bot, std::uint64_t seed = 1) {
    return pool_->ask(question(bot, seed), [this](const BotPool::Answer& answer) {
      EXPECT_EQ(std::this_thread::get_id(), here_);
      answers_.push_back(answer);
    });
  }
  // Runs the I/O thread until this holds.
  bool wait_for(const std::function<bool()>& what) {
    const auto until = std::chrono::steady_clock::now() + kPatience;
    while (!what()) {
      if (std::chrono::steady_clock::now() > until) return false;
      io_.restart();
      io_.run_for(milliseconds(2));
    }
    return true;
  }
  // The answer of the bot that stands in for others.
  static Action fallback(const BotPool::Question& question) {
    const State known = visible_state(*question.edition, question.view);
    const Legal legal(*question.edition, known, question.view.viewer);
    FastGenerator random(question.seed);
    return make_bot(BotPool::kFallback)->choose({*question.edition, question.view, legal, random});
  }

  const std::thread::id here_ = std::this_thread::get_id();
  Endless endless_;
  Deaf deaf_;
  Scripts scripts_;
  boost::asio::io_context io_;
  std::vector<BotPool::Answer> answers_;
  std::optional<BotPool> pool_;
};

// However many threads a bot would like to have, the pool's are divided among those that think.
TEST_F(BotPoolTest, ThreadsAreShared) {
  std::mutex mutex;
  std::vector<int> most;
  scripts_.add("threads", {[&](const Question& asked) {
                 {
                   const std::lock_guard lock(mutex);
                   most.push_back(asked.most_threads);
                 }
                 return endless_.script().choose(asked);
               }});
  open(4);
  std::vector<std::unique_ptr<BotPool::Open>> all;
  for (std::size_t i = 1; i <= 4; ++i) {
    all.push_back(ask("threads"));
    ASSERT_TRUE(wait_for([&] {
      const std::lock_guard lock(mutex);
      return most.size() == i;
    }));
  }
  EXPECT_EQ(most, (std::vector<int>{4, 2, 1, 1}));
}

TEST_F(BotPoolTest, FirstComeFirstServed) {
  std::vector<int> order;  // one thread: no lock needed
  for (int i = 0; i < 20; ++i) {
    scripts_.add("bot:number=" + std::to_string(i), {[&order, i](const Question& asked) {
                   order.push_back(i);
                   return any(asked);
                 }});
  }
  open(1);
  std::vector<std::unique_ptr<BotPool::Open>> all;
  for (int i = 0; i < 20; ++i) all.push_back(ask("bot:number=" + std::to_string(i)));
  ASSERT_TRUE(wait_for([&] { return answers_.size() == 20; }));
  for (int i = 0; i < 20; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
}

TEST_F(BotPoolTest, NoMoreThanItsThreadsThinkAtOnce) {
  std::atomic<int> now = 0;
  std::atomic<int> most = 0;
  scripts_.add("crowd", {[&](const Question& asked) {
                 const int with_me = ++now;
                 for (int seen = most; seen < with_me && !most.compare_exchange_weak(seen, with_me);) {
                 }
                 std::this_thread::sleep_for(milliseconds(2));
                 --now;
                 return any(asked);
               }});
  open(3);
  std::vector<std::unique_ptr<BotPool::Open>> all;
  for (int i = 0; i < 60; ++i) all.push_back(ask("crowd"));
  ASSERT_TRUE(wait_for([&] { return answers_.size() == 60; }));
  EXPECT_LE(most, 3);
  EXPECT_GE(most, 1);
}

TEST_F(BotPoolTest, TheSameAnswerAsWithoutThePool) {
  open(2);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    answers_.clear();
    const auto open_question = ask("hungry", seed);
    ASSERT_TRUE(wait_for([&] { return !answers_.empty(); }));
    EXPECT_EQ(answers_[0].action, fallback(question("hungry", seed)));
    EXPECT_EQ(answers_[0].trouble, "");
  }
}

TEST_F(BotPoolTest, SomeoneAnswersForABotThatCannot) {
  scripts_.add("throws", {[](const Question&) -> Action { throw std::runtime_error("out of ideas"); }});
  scripts_.add("throws-a-number", {[](const Question&) -> Action { throw 7; }});
  scripts_.add("lies", {[](const Question&) { return Action::keeping(7); }});
  scripts_.add("lies-wildly", {[](const Question&) { return Action::claim(255, Card::kLocomotive, 99, 99, 99); }});
  open(1);
  for (const char* bot : {"throws", "throws-a-number", "lies", "lies-wildly", "nobody", "hungry:colour=red", ""}) {
    SCOPED_TRACE(bot);
    answers_.clear();
    const auto open_question = ask(bot, 5);
    ASSERT_TRUE(wait_for([&] { return !answers_.empty(); }));
    EXPECT_EQ(answers_[0].action, fallback(question(bot, 5)));
    EXPECT_NE(answers_[0].trouble, "");
    EXPECT_EQ(answers_[0].pace, 0);
  }
}

TEST_F(BotPoolTest, APaceThatIsNoneIsLeftOut) {
  scripts_.add("calm", {any, 1.5});
  scripts_.add("lost", {any, 1e9});
  scripts_.add("nan", {any, std::numeric_limits<double>::quiet_NaN()});
  scripts_.add("before", {any, -3});
  open(1);
  auto pace = [&](const std::string& bot) {
    answers_.clear();
    const auto open_question = ask(bot);
    EXPECT_TRUE(wait_for([&] { return !answers_.empty(); }));
    return answers_.at(0).pace;
  };
  EXPECT_EQ(pace("calm"), 1.5);
  EXPECT_EQ(pace("lost"), 30);
  EXPECT_EQ(pace("nan"), 0);
  EXPECT_EQ(pace("before"), 0);
}

TEST_F(BotPoolTest, WhoLetsGoGetsNoAnswerAndTheBotStops) {
  scripts_.add("endless", endless_.script());
  open(1);
  auto thinks = ask("endless");
  auto waits = ask("endless");
  ASSERT_TRUE(wait_for([&] { return endless_.thinking == 1; }));
  waits.reset();
  thinks.reset();
  // Comes after both, so that they would have answered.
  const auto last = ask("hungry");
  ASSERT_TRUE(wait_for([&] { return !answers_.empty(); }));
  EXPECT_EQ(answers_.size(), 1U);
  EXPECT_EQ(endless_.stopped, 1);
  EXPECT_EQ(endless_.thinking, 1) << "a question nobody waits for is not asked at all";
}

TEST_F(BotPoolTest, WhoThinksTooLongAnswersWithWhatItHas) {
  scripts_.add("endless", endless_.script());
  open(1, milliseconds(30));
  const auto question = ask("endless");
  const auto behind = ask("hungry");
  ASSERT_TRUE(wait_for([&] { return answers_.size() == 2; }));
  EXPECT_EQ(answers_[0].trouble, "");
  EXPECT_EQ(answers_[1].trouble, "");
}

// The time counts from when a bot begins: a long queue is nobody's fault.
TEST_F(BotPoolTest, WaitingForOthersIsNotThinking) {
  scripts_.add("nap", {[](const Question& asked) {
                 std::this_thread::sleep_for(milliseconds(20));
                 EXPECT_FALSE(asked.stop.stop_requested());
                 return any(asked);
               }});
  open(1, milliseconds(1000));
  std::vector<std::unique_ptr<BotPool::Open>> all;
  for (int i = 0; i < 80; ++i) all.push_back(ask("nap"));
  ASSERT_TRUE(wait_for([&] { return answers_.size() == 80; }));
  for (const BotPool::Answer& answer : answers_) EXPECT_EQ(answer.trouble, "");
}

TEST_F(BotPoolTest, WhoNeverAnswersIsNotWaitedFor) {
  scripts_.add("deaf", deaf_.script());
  open(2, milliseconds(200), milliseconds(200));
  std::vector<std::unique_ptr<BotPool::Open>> all;
  all.push_back(ask("deaf"));
  all.push_back(ask("hungry"));
  ASSERT_TRUE(wait_for([&] { return answers_.size() == 2; }));
  EXPECT_EQ(answers_[0].trouble, "");
  EXPECT_NE(answers_[1].trouble, "");
  // Now both threads are lost; questions are answered all the same.
  all.push_back(ask("deaf"));
  ASSERT_TRUE(wait_for([&] { return answers_.size() == 3; }));
  all.push_back(ask("hungry"));
  all.push_back(ask("random"));
  ASSERT_TRUE(wait_for([&] { return answers_.size() == 5; }));
  EXPECT_NE(answers_[4].trouble, "");
  // They come back, with answers that nobody wants any more, and are of use again.
  deaf_.free = true;
  ASSERT_TRUE(wait_for([&] { return deaf_.back == 2; }));
  ASSERT_TRUE(wait_for([&] {
    answers_.clear();
    all.push_back(ask("hungry"));
    return wait_for([&] { return answers_.size() == 1; }) && answers_[0].trouble.empty();
  }));
}

TEST_F(BotPoolTest, EndsPromptlyWhateverBotsDo) {
  scripts_.add("endless", endless_.script());
  open(2);
  std::vector<std::unique_ptr<BotPool::Open>> all;
  for (int i = 0; i < 10; ++i) all.push_back(ask("endless"));
  ASSERT_TRUE(wait_for([&] { return endless_.thinking == 2; }));
  pool_->stop();
  EXPECT_EQ(endless_.stopped, 2);
  pool_.reset();
  io_.restart();
  io_.run();
  EXPECT_TRUE(answers_.empty());
}

TEST_F(BotPoolTest, EndsWithoutTheDeaf) {
  scripts_.add("deaf", deaf_.script());
  open(1, kPatience, milliseconds(20));
  const auto question = ask("deaf");
  ASSERT_TRUE(wait_for([&] { return deaf_.thinking == 1; }));
  pool_.reset();
  deaf_.free = true;
  ASSERT_TRUE(wait_for([&] { return deaf_.back == 1; }));
  std::this_thread::sleep_for(milliseconds(50));  // for the thread's last steps
  EXPECT_TRUE(answers_.empty());
}

}  // namespace
}  // namespace fogg::test
