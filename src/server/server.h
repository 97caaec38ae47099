// The server: listens, finds tables for those who join, keeps the tables, and ends in good order.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "data/catalog.h"
#include "server/config.h"
#include "server/guest.h"
#include "server/http.h"
#include "server/say.h"
#include "server/session.h"
#include "server/table.h"

namespace fogg::server {

class Server final : public Reception, public Host, public StatusSource {
 public:
  // Opens the store, brings back its games and listens; throws ConfigError or StoreError.
  Server(const Catalog& catalog, const Config& config, BotPool::Make make_bots = {});
  ~Server() override;

  // Until a signal, or the end of the first game with `once`. Returns the exit code.
  int run();

  int v09_port() const { return v09_port_; }
  int tcp_port() const { return tcp_port_; }
  int http_port() const { return http_port_; }

  // -- For sessions
  const Edition& usual_edition() const override { return *edition_; }
  v09::SeatColor color_for_next() const override;
  bool frozen() const override { return metrics_.frozen; }
  void join(Session& session, const v09::JoinCommand& command) override;
  void gone(Peer& peer) override;
  Metrics& metrics() override { return metrics_; }
  const Config& config() const override { return config_; }

  // -- For guests (lobby_v1.cpp)
  std::vector<v1::EditionInfo> editions() const override;
  std::vector<v1::TableInfo> listed_tables() const override;
  void follow_lobby(Guest& guest, bool follow) override;
  tl::expected<std::shared_ptr<Table>, v1::Fault> create_table(const v1::Create& wanted) override;
  std::shared_ptr<Table> table_with_code(std::string_view code) const override;
  bool may_join(const Peer& peer) override;

  // -- For the status page
  std::vector<GameInfo> games() const override;
  int unlisted_tables() const override;
  std::string record(std::int64_t id) const override;
  std::string metrics_text() override;
  bool healthy() const override { return !metrics_.frozen; }
  const Catalog& catalog() const override { return catalog_; }
  bool has_edition(const std::string& id) const override { return editions_.contains(id); }
  const std::string& other_origin() const override { return config_.origin; }
  bool metrics_for(const boost::asio::ip::address& address) const override;

 private:
  using Arrived = std::function<void(boost::asio::ip::tcp::socket)>;
  void accept(boost::asio::ip::tcp::acceptor& acceptor, const Arrived& arrived);
  // Counts it in; false, and a word of regret, if there are too many.
  bool admit(Peer& peer);
  void welcome_old(boost::asio::ip::tcp::socket socket);
  void welcome_lines(boost::asio::ip::tcp::socket socket);
  void welcome_web(boost::asio::ip::tcp::socket socket, const HttpServer::Request& request);
  Connection::Limits limits(std::size_t line) const;
  void restore_games(std::map<std::int64_t, std::string> records);
  void trouble(const std::string& message);
  void recovered();
  void stop(std::string_view reason);
  void say_goodbye(std::string_view reason);
  void wait_for_sessions(const std::shared_ptr<boost::asio::steady_timer>& patience);
  void table_done(Table& table);

  // -- Lobby (lobby.cpp)
  void join_player(Session& session, const v09::JoinCommand& command, const std::string& name, Table* wanted);
  void join_observer(Session& session, const v09::JoinCommand& command, const std::string& name, Table* wanted,
                     bool has_token);
  Table* open_table() const;
  Table* newest_running() const;
  Table* table_by_code(std::string_view code) const;
  TableOptions usual_options() const;
  Table& new_table();
  std::shared_ptr<Table> make_table(std::shared_ptr<const Edition> edition, TableOptions options);
  void tell_followers();
  void tell_guests_notice(std::string_view code, std::string_view text);
  ChaKey new_key(std::int64_t game) const;
  std::string new_code() const;

  Config config_;
  const Catalog& catalog_;
  std::map<std::string, std::shared_ptr<const Edition>> editions_;  // all that are sound
  std::shared_ptr<const Edition> edition_;
  boost::asio::io_context io_;
  Metrics metrics_;
  Gate gate_;
  Store store_;
  BotPool bots_;
  House house_;
  std::map<std::int64_t, std::shared_ptr<Table>> tables_;
  std::int64_t next_id_ = 1;
  std::unordered_set<Peer*> peers_;
  std::unordered_set<Guest*> followers_;
  bool news_are_due_ = false;
  boost::asio::steady_timer news_;
  std::unordered_map<std::string, int> connections_from_;
  struct Joins {
    std::chrono::steady_clock::time_point minute;
    int count = 0;
  };
  std::unordered_map<std::string, Joins> joins_from_;

  boost::asio::ip::tcp::acceptor v09_acceptor_;
  boost::asio::ip::tcp::acceptor tcp_acceptor_;
  boost::asio::signal_set signals_;
  std::unique_ptr<HttpServer> http_;
  int v09_port_ = 0;
  int tcp_port_ = 0;
  int http_port_ = 0;
  bool stopping_ = false;
  int exit_code_ = 0;
};

}  // namespace fogg::server
