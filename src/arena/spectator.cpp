#include "arena/spectator.h"

#include <algorithm>
#include <memory>
#include <variant>

#include "arena/gallery.h"
#include "wire/v1_message.h"

namespace fogg::arena {

using v1::ErrorCode;

namespace {

constexpr int kMostRefusals = 50;  // in a row

}  // namespace

Spectator::Spectator(server::Peer& peer, Gallery& gallery) : peer_(peer), gallery_(gallery) { gallery_.came(*this); }

void Spectator::say(std::string text) { peer_.send(std::make_shared<const std::string>(std::move(text))); }

void Spectator::refuse(ErrorCode code, std::string_view message, std::string_view path) {
  std::string out;
  v1::Writer(out, ref_).error(code, message, path);
  say(std::move(out));
  if (peer_.count_refusal() < kMostRefusals) return;
  std::string last;
  v1::Writer(last).error(ErrorCode::kTooMany, "too many refused messages in a row: the connection is closed");
  say(std::move(last));
  peer_.close_when_sent();
}

void Spectator::message(std::string_view text) {
  const auto message = v1::parse_message(text);
  if (!message) {
    ref_ = message.error().ref;
    refuse(message.error().code, message.error().message, message.error().path);
    return;
  }
  ref_ = message->ref;
  if (!greeted_ && !std::holds_alternative<v1::Hello>(message->command)) {
    refuse(ErrorCode::kHelloFirst, "say hello first: {\"type\":\"hello\",\"protocol\":[1,1]}");
    return;
  }
  std::visit([this](const auto& command) { carry_out(command); }, message->command);
}

void Spectator::closed() { gallery_.gone(*this); }

void Spectator::sent_away() {
  watches_ = false;
  ref_.clear();
  refuse(ErrorCode::kNotAllowed, "running games of this competition cannot be watched any longer");
  peer_.close_when_sent();
}

void Spectator::send_away(const server::Bytes& last_words) {
  peer_.send(last_words);
  peer_.close_when_sent();
}

bool Spectator::may_ask() {
  const auto now = std::chrono::steady_clock::now();
  const double passed = std::chrono::duration<double>(now - asked_last_).count();
  asked_last_ = now;
  allowance_ = std::min(kBurst, allowance_ + passed * kPerSecond);
  if (allowance_ < 1) {
    refuse(ErrorCode::kTooMany, "too many messages; please wait a little");
    return false;
  }
  allowance_ -= 1;
  return true;
}

void Spectator::carry_out(const v1::Hello& hello) {
  std::string out;
  if (hello.least > v1::kVersion || hello.most < v1::kVersion) {
    v1::Writer(out, ref_).speaks();
  } else {
    greeted_ = true;
    v1::Writer(out, ref_).welcome("fogg arena", gallery_.editions());
  }
  say(std::move(out));
}

void Spectator::carry_out(const v1::LobbyQuery& query) {
  if (!may_ask()) return;
  gallery_.follow(*this, query.follow);
  std::string out;
  v1::Writer(out, ref_).lobby(gallery_.tables());
  say(std::move(out));
}

void Spectator::carry_out(const v1::Watch& watch) {
  if (!may_ask()) return;
  if (watches_) {
    refuse(ErrorCode::kSeatedAlready, "this connection watches a game already");
    return;
  }
  if (!watch.token.empty()) {
    refuse(ErrorCode::kBadToken, "nobody sees hidden cards of a game that is going on");
    return;
  }
  if (!gallery_.may_watch()) {
    refuse(ErrorCode::kNotAllowed, "running games of this competition cannot be watched");
    return;
  }
  watches_ = gallery_.watch(*this, watch.table, watch.after, ref_);
  if (watches_) {
    peer_.count_success();
  } else {
    refuse(ErrorCode::kNoTable, "this game is not going on");
  }
}

void Spectator::carry_out(const v1::Leave&) {
  if (!watches_) {
    refuse(ErrorCode::kNotSeated, "this connection watches nothing");
    return;
  }
  watches_ = false;
  gallery_.leave(*this);
  std::string out;
  v1::Writer(out, ref_).ack(0);
  say(std::move(out));
}

void Spectator::carry_out(const v1::Ping&) {
  std::string out;
  v1::Writer(out, ref_).pong();
  say(std::move(out));
}

}  // namespace fogg::arena
