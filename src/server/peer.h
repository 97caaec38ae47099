// Someone connected, over whatever and speaking whatever: how texts reach it, and where it sits. Used on the I/O thread only.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace fogg::server {

class Table;

using Bytes = std::shared_ptr<const std::string>;

enum class Tongue : std::uint8_t { kV09, kV1 };

class Peer : public std::enable_shared_from_this<Peer> {
 public:
  Peer(Tongue tongue, std::size_t most_unsent) : most_unsent_(most_unsent), tongue_(tongue) {}
  virtual ~Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  // Whole messages, each with its line feed.
  virtual void send(const Bytes& bytes) = 0;
  virtual void close_when_sent() = 0;
  virtual void close() = 0;
  // Goes on with lines that were put off.
  virtual void resume() {}

  Tongue tongue() const { return tongue_; }
  const std::string& address() const { return address_; }
  bool is_local() const { return local_; }

  // Something of this size will be sent later. It counts like what waits for a slow reader; false if that is too much.
  bool promise(std::size_t bytes) {
    if (!is_listening()) return false;
    if (promised_ > 0 && unsent_ + promised_ + bytes > most_unsent_) {
      close();
      return false;
    }
    promised_ += bytes;
    return true;
  }
  void keep_promise(std::size_t bytes) { promised_ -= bytes; }
  bool is_promised_something() const { return promised_ > 0; }

  // -- Where it sits; set by tables
  std::shared_ptr<Table> table;
  int seat = -1;  // of a player; observers and people who have not joined have none
  bool is_player = false;

  // -- What it does
  void count_success() { refusals_ = 0; }
  int count_refusal() { return ++refusals_; }
  void note_line() { line_came_ = std::chrono::steady_clock::now(); }
  // When the line came that is being answered.
  std::chrono::steady_clock::time_point line_came() const { return line_came_; }

 protected:
  // Whether something sent now would go out.
  virtual bool is_listening() const = 0;
  void came_from(const std::string& address, bool local) {
    address_ = address;
    local_ = local;
  }

  std::size_t most_unsent_;
  std::size_t unsent_ = 0;

 private:
  int refusals_ = 0;  // in a row
  std::chrono::steady_clock::time_point line_came_;
  std::size_t promised_ = 0;
  std::string address_;
  bool local_ = false;
  Tongue tongue_;
};

}  // namespace fogg::server
