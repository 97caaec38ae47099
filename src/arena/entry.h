// Where entrants come who connect: they say who they are, wait for their games, play, and wait again. One thread moves all the bytes and notes
// when lines arrived; it never waits for a game, and no game waits for another's connection.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "arena/book.h"
#include "arena/chair.h"
#include "arena/entry_peer.h"
#include "arena/news.h"
#include "engine/edition.h"

namespace fogg::arena {

// ADDRESS and PORT to listen on; port 0: any that is free.
struct Port {
  std::string address = "127.0.0.1";
  int port = 0;
};
// "8081", "0.0.0.0:8081", "[::1]:8081"; nothing if it is none of these.
std::optional<Port> read_port(std::string_view text);

class Entry {
 public:
  struct Options {
    std::optional<Port> current;
    std::optional<Port> v09;
    std::vector<std::shared_ptr<const Edition>> editions;  // of the competition
    // Who has not said by then who it is, is cut.
    std::chrono::milliseconds introduce = std::chrono::seconds(15);
    // A wrong token is answered after this time, so that guessing is slow.
    std::chrono::milliseconds penalty = std::chrono::milliseconds(500);
    std::size_t most_strangers = 256;
    std::size_t unsent = 1024UL * 1024;  // bytes that one of them may leave unread
  };
  // Listens at once, but lets nobody in before `admit`. Throws BookError if that is not possible.
  explicit Entry(Options options);
  // Says to all that it is over.
  ~Entry();
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  // Where it listens: "127.0.0.1:8081", or nothing.
  const std::string& address(Way way) const { return way == Way::kConnectsV09 ? at_v09_ : at_current_; }

  // -- From any thread

  // Who takes part, by entrant. Those who left, or got a new token, lose their connections.
  void admit(const std::vector<EntrantEntry>& entrants);
  // Called when somebody has come, is free again or is gone; it may only wake others up. Never again after it was set to nothing.
  void on_change(std::function<void()> changed);

  struct Presence {
    int idle = 0;  // connections that wait for a game
    int there = 0;  // all
  };
  Presence presence(Entrant entrant) const;
  int strangers() const;  // who have not said yet who they are

  struct Place {
    Entrant entrant = 0;
    std::int64_t game = 0;
    bool needed = true;  // false: it goes without
  };
  // Lines to entrants for their games, all or none. Null where one is not there and not needed.
  std::optional<std::vector<std::unique_ptr<Link>>> seat(const std::vector<Place>& places);

  // Lines for the organiser since the last call.
  std::vector<News> take_news();

  // -- For lines to those seated

  void send(const std::shared_ptr<Chair>& chair, std::string text);
  void release(const std::shared_ptr<Chair>& chair, const std::string& text);
  void cut(const std::shared_ptr<Chair>& chair, std::string text);
  bool takes_nothing(const std::shared_ptr<EntryPeer>& peer);

  // -- For connections, on the thread that moves bytes

  const Options& options() const { return options_; }
  const Edition* edition_for_v09() const;
  enum class Joined : std::uint8_t { kYes, kWrong, kTooMany, kLeft };
  struct Introduction {
    std::string_view name;  // empty: whoever has the token
    std::string_view token;
    std::string_view table;  // the one it comes back to; may be empty
    int after = 0;
    bool positions = true;
  };
  Joined join(const std::shared_ptr<EntryPeer>& peer, const Introduction& who);
  std::shared_ptr<Chair> chair_of(const EntryPeer& peer) const;
  void gone(EntryPeer& peer);

 private:
  struct Known {
    std::string name;
    Way way = Way::kBuiltIn;
    int connections = 1;
    bool active = true;
    std::string token_hash;
  };
  using Acceptor = boost::asio::ip::tcp::acceptor;
  static constexpr Entrant kGone = -2;  // of a connection that is about to end

  std::string listen(Acceptor& acceptor, const Port& port);
  void accept(Acceptor& acceptor, Way way);
  void let_in(boost::asio::ip::tcp::socket socket, Way way);
  void tick();
  void close_all();
  void changed() const;
  // All with the lock held.
  Entrant find(Way way, const Introduction& who) const;
  std::shared_ptr<Chair> empty_chair(Entrant entrant, std::string_view table) const;
  std::shared_ptr<EntryPeer> lifeless(Entrant entrant) const;
  void sit(const std::shared_ptr<EntryPeer>& peer, const std::shared_ptr<Chair>& chair, int after);
  void replace(const std::shared_ptr<EntryPeer>& peer);

  Options options_;
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  Acceptor current_;
  Acceptor v09_;
  boost::asio::steady_timer timer_;
  std::string at_current_;
  std::string at_v09_;
  bool ending_ = false;

  mutable std::mutex mutex_;  // for all below, and for `place` of connections
  std::function<void()> on_change_;
  bool open_ = false;
  std::vector<Known> entrants_;
  std::list<std::shared_ptr<EntryPeer>> peers_;  // the oldest first
  std::list<std::shared_ptr<Chair>> chairs_;
  std::int64_t wrong_ = 0;  // tokens that nobody was told of yet
  Clock::time_point told_wrong_;
  std::thread thread_;
};

}  // namespace fogg::arena
