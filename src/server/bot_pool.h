// Bots think here, never on the I/O thread.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>
#include <functional>
#include <memory>
#include <string>

#include "bots/bot.h"

namespace fogg::server {

class BotPool {
 public:
  BotPool(boost::asio::io_context& io, int threads) : io_(io), pool_(static_cast<std::size_t>(threads)) {}
  ~BotPool() { stop(); }

  struct Question {
    std::string bot;
    std::shared_ptr<const Edition> edition;
    View view;
    std::uint64_t seed;
  };
  // `answer` is called on the I/O thread.
  void ask(Question question, std::function<void(const Action&)> answer);
  // Waits for the bots that think now; no answers come after it.
  void stop();

 private:
  boost::asio::io_context& io_;
  boost::asio::thread_pool pool_;
};

}  // namespace fogg::server
