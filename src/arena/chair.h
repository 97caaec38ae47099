// The place of an entrant who connects in one game: what it says and what it is told. The thread of the game and the thread that moves bytes
// meet here. Connections come and go; the chair stays until the game is over.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "arena/link.h"
#include "arena/output.h"
#include "arena/types.h"

namespace fogg::arena {

class Entry;
class EntryPeer;

class Chair {
 public:
  Chair(Entrant entrant, std::int64_t game, int requests);

  Entrant entrant() const { return entrant_; }
  std::int64_t game() const { return game_; }

  // -- For the game

  // Nothing is sent to somebody who has come but was not yet noticed (`arrival`): it would not understand it.
  std::shared_ptr<EntryPeer> begin_to_send();
  std::optional<Clock::time_point> sent_at() const;
  std::optional<Stamped> receive(Clock::time_point deadline);
  bool is_silent() const;
  Link::Trouble trouble() const;
  std::optional<Link::Arrival> arrival();
  std::shared_ptr<EntryPeer> peer() const;
  int requests() const { return requests_; }
  void note_request(int request) { requests_ = request; }

  // -- For the thread that moves bytes

  void sit(std::shared_ptr<EntryPeer> peer, const Link::Arrival& arrival);
  // The connection is gone; another may follow.
  void leave();
  // False: that was too much.
  bool hear(std::string_view line, Clock::time_point when);
  // What was begun is handed over to the connection.
  void handed_over();
  // All that was handed over is on its way.
  void sent(Clock::time_point when);
  // It is over with this entrant in this game. The first reason counts.
  void fail(const Link::Trouble& trouble);

 private:
  const Entrant entrant_;
  const std::int64_t game_;
  int requests_;  // only the game's thread looks at it
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::shared_ptr<EntryPeer> peer_;
  std::optional<Link::Arrival> arrival_;
  LineQueue lines_;
  std::int64_t heard_ = 0;  // lines in this game
  std::optional<Link::Trouble> trouble_;
  int underway_ = 0;  // texts not yet handed over
  std::optional<Clock::time_point> sent_at_;
};

// The line to whoever sits there.
class EntryLink final : public Link {
 public:
  EntryLink(Entry& entry, std::shared_ptr<Chair> chair) : entry_(entry), chair_(std::move(chair)) {}
  ~EntryLink() override { EntryLink::close(); }

  void send(std::string_view lines) override;
  std::optional<Clock::time_point> sent_at() const override { return chair_->sent_at(); }
  std::optional<Stamped> receive(Clock::time_point deadline) override { return chair_->receive(deadline); }
  bool is_silent() const override { return chair_->is_silent(); }
  Trouble trouble() override { return chair_->trouble(); }
  void close() override { finish({}); }

  bool connects() const override { return true; }
  std::optional<Arrival> arrival() override { return chair_->arrival(); }
  std::optional<Trouble> silence() override;
  int requests_before() const override { return requests_before_; }
  void note_request(int request) override { chair_->note_request(request); }
  void cut(std::string_view lines, const Trouble& trouble) override;
  void finish(std::string_view lines) override;

 private:
  Entry& entry_;
  std::shared_ptr<Chair> chair_;
  int requests_before_ = chair_->requests();
  bool finished_ = false;
};

}  // namespace fogg::arena
