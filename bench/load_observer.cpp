#include "load_observer.h"

#include <fmt/format.h>
#include <algorithm>
#include <boost/asio/ip/address_v4.hpp>
#include <boost/system/errc.hpp>
#include <stdexcept>

#include "load.h"

namespace fogg::bench {

Observer::~Observer() {
  if (connection_) connection_->close();
}

void Observer::start(const Endpoint& server, const boost::asio::ip::address& source) {
  lost_ = false;
  connection_ = std::make_shared<Connection>(context_, *this);
  connection_->open(server, source);
}

void Observer::on_line(std::string_view line, Clock::time_point) {
  const Message message = scan(line);
  switch (message.kind) {
    case Kind::kMalformed: ++malformed_; return;
    case Kind::kText: return;
    case Kind::kRequest:
      if (!greeted_ && !name_.empty()) connection_->send(fmt::format("Join {} Observer\n", name_));
      greeted_ = true;
      return;
    case Kind::kInfo: break;
  }
  switch (message.turn) {
    case Turn::kJoin:
      joined_ = joined_ || message.success;
      refused_ = refused_ || !message.success;
      break;
    case Turn::kDrawCars:
    case Turn::kDrawTickets:
    case Turn::kClaimTickets:
    case Turn::kClaimRoute: ++actions_seen_; break;
    case Turn::kFinalScore:
      ++actions_seen_;
      saw_final_score_ = true;
      break;
    default: break;
  }
}

void Observer::on_lost(const boost::system::error_code& why) {
  lost_ = true;
  why_lost_ = why;
}

namespace {

// Fewer than a server keeps waiting to be accepted, as a connection that finds no place there tries again only a second later.
constexpr std::size_t kAtOnce = 100;
constexpr unsigned kSources = 250;

boost::asio::ip::address source_address(unsigned number) {
  if (number == 0) return {};
  return boost::asio::ip::address_v4(0x7F000001U + number);
}

}  // namespace

Crowd::Crowd(boost::asio::io_context& context, const Endpoint& server, int size, const std::string& prefix)
    : context_(context), server_(server) {
  for (int index = 0; index < size; ++index) {
    observers_.push_back(
        std::make_unique<Observer>(context, prefix.empty() ? prefix : fmt::format("{}{}", prefix, index)));
  }
}

void Crowd::gather(Clock::time_point deadline) {
  const auto done = [this] {
    start_some();
    return settled_ == observers_.size() || observers_[settled_]->lost() || observers_[settled_]->refused();
  };
  run_until(context_, deadline, done);
  if (settled_ < observers_.size()) throw std::runtime_error(what_stopped_it());
}

void Crowd::start_some() {
  while (settled_ < started_ && observers_[settled_]->settled()) ++settled_;
  // All ports of this address are taken: loopback has more addresses.
  if (settled_ < started_ && observers_[settled_]->lost() && server_.address().is_loopback() &&
      server_.address().is_v4() && observers_[settled_]->why_lost() == boost::system::errc::address_not_available &&
      source_number_ < kSources) {
    ++source_number_;
    for (std::size_t index = settled_; index < started_; ++index) {
      if (observers_[index]->lost()) observers_[index]->start(server_, source_address(source_number_));
    }
  }
  for (; started_ < observers_.size() && started_ - settled_ < kAtOnce; ++started_) {
    observers_[started_]->start(server_, source_address(source_number_));
  }
}

std::string Crowd::what_stopped_it() const {
  const Observer& first = *observers_[settled_];
  const std::string reached = fmt::format("stopped at {} of {} connections: ", settled_, observers_.size());
  if (first.refused()) return reached + "the server refused to let an observer join";
  if (!first.lost()) return reached + "the server accepted no more, or did not answer in time";
  if (first.why_lost() == boost::system::errc::address_not_available) {
    return reached + "this machine has no free port left, see net.ipv4.ip_local_port_range";
  }
  return reached + first.why_lost().message();
}

std::int64_t Crowd::lost() const {
  return std::count_if(observers_.begin(), observers_.end(), [](const auto& observer) { return observer->lost(); });
}

std::int64_t Crowd::malformed() const {
  std::int64_t lines = 0;
  for (const auto& observer : observers_) lines += observer->malformed();
  return lines;
}

}  // namespace fogg::bench
