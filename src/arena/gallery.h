// Those who watch running games: brings them what is new, without hidden cards. Used on the thread of the pages only.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "arena/stage.h"
#include "server/peer.h"
#include "wire/v1_message.h"

namespace fogg::arena {

class Spectator;

class Gallery {
 public:
  // `stage`: none where nothing is played. `may_watch`: whether running games may be seen now.
  Gallery(boost::asio::io_context& io, const Stage* stage, std::function<bool()> may_watch);

  bool may_watch() const { return may_watch_(); }
  // All that can be watched, as tables.
  std::vector<v1::TableInfo> tables();
  std::vector<v1::EditionInfo> editions() const { return {}; }

  // -- For spectators
  void came(Spectator& spectator) { all_.insert(&spectator); }
  void gone(Spectator& spectator);
  std::size_t size() const { return all_.size(); }
  void follow(Spectator& spectator, bool follow);
  // False if there is no such game.
  bool watch(Spectator& spectator, std::string_view code, int after, const std::string& ref);
  void leave(Spectator& spectator);
  void say_goodbye(std::string_view reason);

 private:
  // A game that somebody watches.
  struct Shown {
    std::shared_ptr<const Play> play;
    std::size_t told = 0;  // bytes of its record
    std::vector<int> deciding;
    bool ended = false;
    std::unordered_set<Spectator*> watchers;
  };

  v1::TableInfo table_of(const Play& play, int watching) const;
  void tick();
  void plan_tick();
  // What is new of this game, for all who watch it.
  void bring_up_to_date(Shown& shown);

  const Stage* stage_;
  std::function<bool()> may_watch_;
  boost::asio::steady_timer timer_;
  bool planned_ = false;
  std::unordered_set<Spectator*> all_;
  std::unordered_set<Spectator*> followers_;
  int ticks_ = 0;
  std::string told_lobby_;
  std::list<Shown> shown_;
};

}  // namespace fogg::arena
