#include "arena/chair.h"

#include <fmt/format.h>
#include <utility>

#include "arena/entry.h"

namespace fogg::arena {

namespace {

constexpr auto kPatience = std::chrono::seconds(5);
// A game has a few hundred decisions; a client that asks about everything before each of them stays far below this.
constexpr std::int64_t kMostLines = 200'000;
// What may wait unread for the game's thread.
constexpr LineQueue::Bounds kBounds = {64UL * 1024, 1000, 1024UL * 1024};

}  // namespace

Chair::Chair(Entrant entrant, std::int64_t game, int requests)
    : entrant_(entrant), game_(game), requests_(requests), lines_(kBounds) {}

std::shared_ptr<EntryPeer> Chair::begin_to_send() {
  const std::lock_guard lock(mutex_);
  if (!peer_ || arrival_) return nullptr;
  ++underway_;
  sent_at_.reset();
  return peer_;
}

// The other thread does nothing but this, so it is a matter of microseconds.
std::optional<Clock::time_point> Chair::sent_at() const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kPatience, [&] { return underway_ == 0 || !peer_; });
  return sent_at_;
}

std::optional<Stamped> Chair::receive(Clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, deadline, [&] { return !lines_.empty() || trouble_ || arrival_; });
  return lines_.take();
}

bool Chair::is_silent() const {
  const std::lock_guard lock(mutex_);
  return lines_.empty() && trouble_;
}

Link::Trouble Chair::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_.value_or(Link::Trouble{Fault::kDisconnect, "the connection was lost"});
}

std::optional<Link::Arrival> Chair::arrival() {
  const std::lock_guard lock(mutex_);
  return std::exchange(arrival_, std::nullopt);
}

std::shared_ptr<EntryPeer> Chair::peer() const {
  const std::lock_guard lock(mutex_);
  return peer_;
}

void Chair::sit(std::shared_ptr<EntryPeer> peer, const Link::Arrival& arrival) {
  const std::lock_guard lock(mutex_);
  peer_ = std::move(peer);
  arrival_ = arrival;
  changed_.notify_all();
}

void Chair::leave() {
  const std::lock_guard lock(mutex_);
  peer_.reset();
  arrival_.reset();
  changed_.notify_all();
}

bool Chair::hear(std::string_view line, Clock::time_point when) {
  const std::lock_guard lock(mutex_);
  if (trouble_) return false;
  std::string text(line);
  text += '\n';
  if (!lines_.add(text, when)) {
    trouble_ = {Fault::kFlood, lines_.trouble()};
  } else if (++heard_ > kMostLines) {
    trouble_ = {Fault::kFlood, fmt::format("too much output: more than {} lines in one game", kMostLines)};
  }
  changed_.notify_all();
  return !trouble_;
}

void Chair::handed_over() {
  const std::lock_guard lock(mutex_);
  --underway_;
  changed_.notify_all();
}

void Chair::sent(Clock::time_point when) {
  const std::lock_guard lock(mutex_);
  sent_at_ = when;
}

void Chair::fail(const Link::Trouble& trouble) {
  const std::lock_guard lock(mutex_);
  if (!trouble_) trouble_ = trouble;
  changed_.notify_all();
}

void EntryLink::send(std::string_view lines) {
  if (finished_ || lines.empty()) return;
  entry_.send(chair_, std::string(lines) + "\n");
}

std::optional<Link::Trouble> EntryLink::silence() {
  const auto peer = chair_->peer();
  if (!peer) return Trouble{Fault::kDisconnect, "the connection was lost and did not come back in time"};
  if (entry_.takes_nothing(peer)) return Trouble{Fault::kStall, "does not take what it is sent"};
  return {};
}

void EntryLink::cut(std::string_view lines, const Trouble& trouble) {
  chair_->fail(trouble);
  entry_.cut(chair_, lines.empty() ? std::string() : std::string(lines) + "\n");
}

void EntryLink::finish(std::string_view lines) {
  if (std::exchange(finished_, true)) return;
  entry_.release(chair_, lines.empty() ? std::string() : std::string(lines) + "\n");
}

}  // namespace fogg::arena
