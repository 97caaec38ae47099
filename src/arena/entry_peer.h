// One connection of an entrant, or of somebody who says so. Lines of those who play go to their chair; the others are answered here.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "arena/chair.h"
#include "arena/spec.h"
#include "server/connection.h"
#include "wire/v09_command.h"
#include "wire/v1_command.h"

namespace fogg::arena {

class Entry;

class EntryPeer final : public server::Connection {
 public:
  EntryPeer(boost::asio::ip::tcp::socket socket, Way way, Entry& entry);

  Way way() const { return way_; }
  void greet();
  // Sends words for people, or for programs that want to know why, and closes.
  void dismiss(v1::ErrorCode code, std::string_view why);
  void dismiss(std::string_view notice, std::string_view why);
  // Now and then.
  void look(std::chrono::steady_clock::time_point now);
  // Bytes that the other side has not acknowledged, if it has been silent for so long.
  bool takes_nothing(std::chrono::milliseconds silent) const;
  // The other side has closed it, though nobody may have noticed yet.
  bool is_lost() const;
  void send(const server::Bytes& bytes) override;
  void say(std::string text);

  // Where it is, guarded by the entry's lock.
  struct Place {
    Entrant entrant = -1;  // -1: a stranger
    std::string token_hash = {};
    std::shared_ptr<Chair> chair = {};
    bool positions = true;  // wanted in requests
    int requests = 0;  // the number of the last one on this connection
  };
  Place place;

 protected:
  bool on_line(std::string_view line) override;
  void on_long_line() override;
  void on_closed() override;
  void on_sent() override;

 private:
  using Clock = std::chrono::steady_clock;
  void waiting_line(std::string_view line);
  void waiting_v1(std::string_view line);
  void waiting_v09(std::string_view line);
  void join_v1(std::string_view ref, std::string_view name, std::string_view token, std::string_view code, int after);
  void join_v09(const v09::JoinCommand& join);
  void refuse(std::string_view ref, v1::ErrorCode code, std::string_view message, std::string_view path = {});
  void refuse(v09::TurnType type, v09::ErrorCode code, std::string_view words = {});
  void count_refused();
  bool may_speak();

  Entry& entry_;
  Way way_;
  bool greeted_ = false;
  bool joined_ = false;
  bool positions_ = true;
  Clock::time_point came_ = Clock::now();
  // A wrong token: its answer, and when it is sent.
  std::string answer_;
  Clock::time_point answer_at_;
  bool punished_ = false;
  int wrong_ = 0;
  double allowance_;
  Clock::time_point spoke_ = came_;
};

}  // namespace fogg::arena
