// Bots think here, never on the I/O thread: a fixed number of threads, first come, first served. Every question gets an answer, whatever the
// bot does.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bots/bot.h"

namespace fogg::server {

class BotPool {
 public:
  using Clock = std::chrono::steady_clock;
  // Where bots come from. Tests bring their own.
  using Make = std::function<std::unique_ptr<Bot>(std::string_view spec, std::string* why)>;

  struct Limits {
    int threads = 1;
    Clock::duration think = std::chrono::seconds(60);  // then a bot is told to answer with what it has
    Clock::duration patience = std::chrono::seconds(5);  // if it still does not, it is not waited for
  };
  BotPool(boost::asio::io_context& io, const Limits& limits, Make make = {});
  ~BotPool();
  BotPool(const BotPool&) = delete;
  BotPool& operator=(const BotPool&) = delete;

  struct Question {
    std::string bot;
    std::shared_ptr<const Edition> edition;
    View view;
    std::uint64_t seed;
    bool wants_thoughts = false;
  };
  struct Answer {
    Action action;  // legal for whoever saw the view
    double pace = 0;  // seconds that a person would have taken
    std::string trouble;  // if another bot had to answer: why
    Thoughts thoughts = {};  // if wanted
  };

  struct Job;
  // A question that is open. Whoever lets go of it gets no answer any more, and the bot is told to stop.
  class Open {
   public:
    explicit Open(std::shared_ptr<Job> job) : job_(std::move(job)) {}
    ~Open();
    Open(const Open&) = delete;
    Open& operator=(const Open&) = delete;

   private:
    std::shared_ptr<Job> job_;
  };
  // `answer` is called on the I/O thread, later.
  [[nodiscard]] std::unique_ptr<Open> ask(Question question, std::function<void(const Answer&)> answer);

  // Tells the bots to stop and waits for them, but not for ever; no answers come after it.
  void stop();

  // The bot that answers for one that cannot.
  static constexpr std::string_view kFallback = "hungry";

 private:
  struct Shared;
  void watch(Clock::time_point when);
  void look();

  Limits limits_;
  std::shared_ptr<Shared> shared_;  // with the threads, which may outlive the pool
  std::vector<std::thread> threads_;
  boost::asio::steady_timer timer_;
  bool watching_ = false;
};

}  // namespace fogg::server
