// Nothing is told before it is stored: what depends on something not yet stored waits here.
#pragma once

#include <algorithm>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <utility>

#include "server/crash_point.h"
#include "server/metrics.h"
#include "server/peer.h"
#include "server/store.h"

namespace fogg::server {

class Gate {
 public:
  explicit Gate(Metrics& metrics) : metrics_(metrics) {}

  // Sends when everything up to `ticket` is stored. Tickets never go back. `asked`: when the client asked for it, if it is an answer.
  void send(Store::Ticket ticket, const std::shared_ptr<Peer>& to, Bytes bytes,
            std::chrono::steady_clock::time_point asked = {}) {
    // What it was promised before may still wait behind something newer of another table, and goes first.
    if (ticket <= stored_ && !to->is_promised_something()) {
      carry_out({ticket, to, std::move(bytes), asked, {}});
    } else if (to->promise(bytes->size())) {
      waiting_.push_back({ticket, to, std::move(bytes), asked, {}});
    }
  }
  // Something whose time has come.
  void send_now(const std::shared_ptr<Peer>& to, const Bytes& bytes) {
    metrics_.bytes_sent += bytes->size();
    to->send(bytes);
  }
  // Does something then.
  void then(Store::Ticket ticket, std::function<void()> what) {
    if (ticket <= stored_ && waiting_.empty()) {
      what();
    } else {
      waiting_.push_back({ticket, nullptr, nullptr, {}, std::move(what)});
    }
  }
  bool is_stored(Store::Ticket ticket) const { return ticket <= stored_; }
  void stored(Store::Ticket ticket) {
    stored_ = std::max(stored_, ticket);
    while (!waiting_.empty() && waiting_.front().ticket <= stored_) {
      const Item item = std::move(waiting_.front());
      waiting_.pop_front();
      if (item.to) item.to->keep_promise(item.bytes->size());
      carry_out(item);
    }
  }

 private:
  struct Item {
    Store::Ticket ticket;
    std::shared_ptr<Peer> to;
    Bytes bytes;
    std::chrono::steady_clock::time_point asked;
    std::function<void()> what;
  };
  void carry_out(const Item& item) {
    if (item.what) {
      item.what();
      return;
    }
    if (item.asked != std::chrono::steady_clock::time_point{}) metrics_.answered(item.asked);
    metrics_.bytes_sent += item.bytes->size();
    crash_point("before-send");
    item.to->send(item.bytes);
  }

  Metrics& metrics_;
  Store::Ticket stored_ = 0;
  std::deque<Item> waiting_;
};

}  // namespace fogg::server
