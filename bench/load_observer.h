// A connection that watches, or only holds the line.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "load_connection.h"
#include "load_message.h"

namespace fogg::bench {

class Observer final : public Connection::Listener {
 public:
  // Without a name it never joins.
  Observer(boost::asio::io_context& context, std::string name) : context_(context), name_(std::move(name)) {}
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  ~Observer();

  void start(const Endpoint& server, const boost::asio::ip::address& source);

  // Greeted by the server, and joined if it wanted to.
  bool settled() const { return name_.empty() ? greeted_ : joined_; }
  bool lost() const { return lost_; }
  const boost::system::error_code& why_lost() const { return why_lost_; }
  bool refused() const { return refused_; }
  bool saw_final_score() const { return saw_final_score_; }
  // Messages about what players did. Joins and boards are not counted: who gets which of them depends on when it came.
  std::int64_t actions_seen() const { return actions_seen_; }
  std::int64_t malformed() const { return malformed_; }

 private:
  void on_line(std::string_view line, Clock::time_point received) override;
  void on_lost(const boost::system::error_code& why) override;

  boost::asio::io_context& context_;
  std::string name_;
  std::shared_ptr<Connection> connection_;
  bool greeted_ = false;
  bool joined_ = false;
  bool refused_ = false;
  bool lost_ = false;
  bool saw_final_score_ = false;
  boost::system::error_code why_lost_;
  std::int64_t actions_seen_ = 0;
  std::int64_t malformed_ = 0;
};

// Many observers, brought in a few at a time.
class Crowd {
 public:
  // `prefix` is the beginning of their names; without one they never join.
  Crowd(boost::asio::io_context& context, const Endpoint& server, int size, const std::string& prefix);

  // Throws std::runtime_error with what stopped it if they are not all settled by then.
  void gather(Clock::time_point deadline);

  const std::vector<std::unique_ptr<Observer>>& observers() const { return observers_; }
  std::int64_t lost() const;
  std::int64_t malformed() const;

 private:
  void start_some();
  std::string what_stopped_it() const;

  boost::asio::io_context& context_;
  Endpoint server_;
  std::vector<std::unique_ptr<Observer>> observers_;
  std::size_t started_ = 0;
  std::size_t settled_ = 0;  // all before this one are
  unsigned source_number_ = 0;  // 0: the usual address; n: 127.0.0.(n + 1)
};

}  // namespace fogg::bench
