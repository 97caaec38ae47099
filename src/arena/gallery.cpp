#include "arena/gallery.h"

#include <algorithm>

#include "arena/pages_json.h"
#include "arena/spectator.h"
#include "wire/v09_words.h"

namespace fogg::arena {

namespace {

// Soon enough for eyes; what happens in between comes together.
constexpr auto kBetweenTicks = std::chrono::milliseconds(200);
// A list that changes all the time need not be sent all the time.
constexpr int kTicksOfLobby = 5;

server::Bytes bytes(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

void tell_deciding(const std::vector<int>& seats, std::string& out) {
  std::vector<v1::DecidingSeat> list;
  for (const int seat : seats) list.push_back({seat, {}});
  v1::Writer(out).deciding(list);
}

}  // namespace

Gallery::Gallery(boost::asio::io_context& io, const Stage* stage, std::function<bool()> may_watch)
    : stage_(stage), may_watch_(std::move(may_watch)), timer_(io) {}

v1::TableInfo Gallery::table_of(const Play& play, int watching) const {
  const Play::Look look = play.look();
  v1::TableInfo info;
  info.id = play.game().number;
  info.code = watch_code(play.game().number);
  info.edition = play.game().edition;
  info.data = play.edition().data_hash;
  info.status = look.over ? "over" : "running";
  for (std::size_t seat = 0; seat < play.header().players.size(); ++seat) {
    const PlayerInfo& player = play.header().players[seat];
    v1::SeatInfo one{player.name, v09::name(static_cast<v09::SeatColor>(seat)), player.bot, true, false};
    if (seat < look.points.size()) one.points = look.points[seat];
    info.seats.push_back(std::move(one));
  }
  info.seat_count = static_cast<int>(info.seats.size());
  info.observers = "public";
  info.chat = false;
  info.watching = watching;
  info.turns = look.turns;
  return info;
}

std::vector<v1::TableInfo> Gallery::tables() {
  std::vector<v1::TableInfo> all;
  if (stage_ == nullptr || !may_watch()) return all;
  for (const auto& play : stage_->plays()) {
    if (all.size() == kMostRunning) break;
    const auto found =
        std::find_if(shown_.begin(), shown_.end(), [&](const Shown& shown) { return shown.play == play; });
    all.push_back(table_of(*play, found == shown_.end() ? 0 : static_cast<int>(found->watchers.size())));
  }
  return all;
}

void Gallery::follow(Spectator& spectator, bool follow) {
  if (follow) {
    followers_.insert(&spectator);
    plan_tick();
  } else {
    followers_.erase(&spectator);
  }
}

bool Gallery::watch(Spectator& spectator, std::string_view code, int after, const std::string& ref) {
  auto found = std::find_if(shown_.begin(), shown_.end(), [&](const Shown& shown) {
    return watch_code(shown.play->game().number) == code && !shown.ended;
  });
  if (found == shown_.end() && stage_ != nullptr) {
    for (const auto& play : stage_->plays()) {
      if (watch_code(play->game().number) != code) continue;
      found = shown_.insert(shown_.end(), Shown{play, 0, {}, false, {}});
      break;
    }
  }
  if (found == shown_.end()) return false;
  // All who watch a game have been told the same of it.
  bring_up_to_date(*found);
  found->watchers.insert(&spectator);
  v1::TableInfo info = table_of(*found->play, static_cast<int>(found->watchers.size()));
  info.header = header_line(found->play->header());
  std::string out;
  v1::Writer(out, ref).watching(info);
  const std::string record = found->play->record_from(0).substr(0, found->told);
  v1::write_events(record, v1::kEveryone, after, out);
  if (!found->ended) tell_deciding(found->deciding, out);
  spectator.send(bytes(std::move(out)));
  plan_tick();
  return true;
}

void Gallery::leave(Spectator& spectator) {
  for (Shown& shown : shown_) shown.watchers.erase(&spectator);
  std::erase_if(shown_, [](const Shown& shown) { return shown.watchers.empty(); });
}

void Gallery::gone(Spectator& spectator) {
  all_.erase(&spectator);
  followers_.erase(&spectator);
  leave(spectator);
}

void Gallery::bring_up_to_date(Shown& shown) {
  if (shown.ended) return;
  // How it stands first: what has happened by then is in the record that is read after it.
  const Play::Look look = shown.play->look();
  const std::string fresh = shown.play->record_from(shown.told);
  std::string out;
  if (!fresh.empty()) v1::write_events(fresh, v1::kEveryone, 0, out);
  shown.told += fresh.size();
  if (look.deciding != shown.deciding) {
    shown.deciding = look.deciding;
    tell_deciding(look.deciding, out);
  }
  if (look.over) {
    shown.ended = true;
    v1::TableInfo info = table_of(*shown.play, static_cast<int>(shown.watchers.size()));
    info.header = header_line(shown.play->header());
    v1::Writer(out).table(info);
  }
  if (out.empty()) return;
  const server::Bytes text = bytes(std::move(out));
  for (Spectator* watcher : shown.watchers) watcher->send(text);
}

void Gallery::plan_tick() {
  if (planned_ || (shown_.empty() && followers_.empty())) return;
  planned_ = true;
  timer_.expires_after(kBetweenTicks);
  timer_.async_wait([this](const boost::system::error_code& error) {
    planned_ = false;
    if (error) return;
    tick();
    plan_tick();
  });
}

void Gallery::tick() {
  if (!may_watch()) {
    // Somebody from outside has come: whoever watches now is told no more.
    for (Shown& shown : shown_)
      for (Spectator* watcher : shown.watchers) watcher->sent_away();
    shown_.clear();
  }
  for (Shown& shown : shown_) bring_up_to_date(shown);
  if (followers_.empty() || ++ticks_ % kTicksOfLobby != 0) return;
  std::string out;
  v1::Writer(out).lobby(tables());
  if (out == told_lobby_) return;
  told_lobby_ = out;
  const server::Bytes text = bytes(std::move(out));
  for (Spectator* follower : followers_) follower->send(text);
}

void Gallery::say_goodbye(std::string_view reason) {
  timer_.cancel();
  std::string out;
  v1::Writer(out).notice("stopping", reason);
  const server::Bytes text = bytes(std::move(out));
  for (Spectator* spectator : all_) spectator->send_away(text);
}

}  // namespace fogg::arena
