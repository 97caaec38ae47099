#include "server/server.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <algorithm>
#include <boost/asio/post.hpp>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <thread>

#include "server/line_guest.h"
#include "server/websocket.h"

namespace fogg::server {

namespace asio = boost::asio;
using boost::system::error_code;

constexpr auto kAfterglow = std::chrono::minutes(10);

void say(std::string_view text) {
  fmt::print(stderr, "{:%Y-%m-%d %H:%M:%S} {}\n", fmt::localtime(std::time(nullptr)), text);
}

namespace {

// What only shows when the settings are seen together.
std::shared_ptr<const Edition> checked_edition(const Catalog& catalog, const Config& config) {
  auto edition = catalog.edition(config.edition);
  if (!edition) throw ConfigError{edition.error().text()};
  if (config.players < (*edition)->min_players || config.players > (*edition)->max_players) {
    throw ConfigError{fmt::format("{} is for {} to {} players, not {}", config.edition, (*edition)->min_players,
                                  (*edition)->max_players, config.players)};
  }
  if (static_cast<int>(config.bots.size()) >= config.players) {
    throw ConfigError{
        fmt::format("{} bots leave no seat for a client at a table for {}", config.bots.size(), config.players)};
  }
  if (!config.log.empty()) {
    std::error_code error;
    std::filesystem::create_directories(config.log, error);
    if (!std::filesystem::is_directory(config.log))
      throw ConfigError{fmt::format("cannot make the folder {} for logs", config.log)};
  }
  return *edition;
}

// Made once: that takes milliseconds, and everyone who says hello is told of all of them.
std::map<std::string, std::shared_ptr<const Edition>> all_editions(const Catalog& catalog) {
  std::map<std::string, std::shared_ptr<const Edition>> editions;
  for (const std::string& id : catalog.edition_ids()) {
    if (const auto edition = catalog.edition(id)) editions[id] = *edition;
  }
  return editions;
}

asio::ip::tcp::endpoint open_port(asio::ip::tcp::acceptor& acceptor, const std::string& address, int port) {
  error_code error;
  const auto where = asio::ip::make_address(address, error);
  if (error) throw ConfigError{fmt::format("bind: \"{}\" is not an address", address)};
  const asio::ip::tcp::endpoint end(where, static_cast<unsigned short>(port));
  acceptor.open(end.protocol(), error);
  if (!error) acceptor.set_option(asio::ip::tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(end, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) throw ConfigError{fmt::format("cannot listen on {}:{}: {}", address, port, error.message())};
  return acceptor.local_endpoint();
}

// A shell usually lets a program have 1,024 open files, and every connection is one.
void allow_open_files(int connections) {
  constexpr rlim_t kOthers = 600;  // the HTTP port, the store, logs
  const rlim_t wanted = static_cast<rlim_t>(connections) + kOthers;
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= wanted) return;
  files.rlim_cur = std::min(wanted, files.rlim_max);
  setrlimit(RLIMIT_NOFILE, &files);
  if (files.rlim_cur < wanted)
    say(fmt::format("note: this system allows {} open files, fewer than {} connections need", files.rlim_cur,
                    connections));
}

BotPool::Limits bot_limits(const Config& config) {
  BotPool::Limits limits;
  limits.threads =
      config.bot_threads > 0 ? config.bot_threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  limits.think = std::chrono::duration_cast<BotPool::Clock::duration>(std::chrono::duration<double>(config.bot_time));
  return limits;
}

}  // namespace

Server::Server(const Catalog& catalog, const Config& config, BotPool::Make make_bots)
    : config_(config),
      catalog_(catalog),
      editions_(all_editions(catalog)),
      edition_(checked_edition(catalog, config_)),
      io_(1),
      gate_(metrics_),
      store_({config_.store, config_.sync == Sync::kFull}),
      bots_(io_, bot_limits(config_), std::move(make_bots)),
      house_{io_,
             config_,
             store_,
             gate_,
             bots_,
             metrics_,
             [this](Table& table) { table_done(table); },
             [this](std::int64_t game) { return new_key(game); },
             [this] { tell_followers(); },
             [this](std::shared_ptr<const Edition> edition, TableOptions options) {
               return make_table(std::move(edition), std::move(options));
             }},
      news_(io_),
      v09_acceptor_(io_),
      tcp_acceptor_(io_),
      signals_(io_) {
  v09_port_ = open_port(v09_acceptor_, config_.bind, config_.v09).port();
  tcp_port_ = open_port(tcp_acceptor_, config_.bind, config_.tcp).port();
  asio::ip::tcp::acceptor http(io_);
  http_port_ = open_port(http, config_.bind, config_.http).port();
  http_ = std::make_unique<HttpServer>(std::move(http), *this,
                                       [this](asio::ip::tcp::socket socket, const HttpServer::Request& request) {
                                         welcome_web(std::move(socket), request);
                                       });
  allow_open_files(config_.max_connections);
  // A file that cannot grow any more is an error to deal with, not a reason to die.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  next_id_ = store_.next_id();
  auto saved_records = store_.unfinished_records();  // before anything is written
  store_.run({[this](Store::Ticket ticket) { asio::post(io_, [this, ticket] { gate_.stored(ticket); }); },
              [this](const std::string& message) { asio::post(io_, [this, message] { trouble(message); }); },
              [this] { asio::post(io_, [this] { recovered(); }); }, [](const std::string& message) { say(message); }});
  restore_games(std::move(saved_records));
}

Server::~Server() {
  bots_.stop();
  store_.stop();
}

void Server::restore_games(std::map<std::int64_t, std::string> records) {
  int running = 0;
  for (const SavedGame& saved : store_.unfinished()) {
    if (saved.status == GameStatus::kEnding) records[saved.id] = store_.record(saved.id);
    auto edition = catalog_.edition(saved.edition);
    tl::expected<std::shared_ptr<Table>, std::string> table =
        edition ? Table::restore(house_, *edition, saved, std::move(records[saved.id]))
                : tl::unexpected(edition.error().text());
    if (table) {
      tables_[saved.id] = *table;
      running += (*table)->status() == GameStatus::kRunning ? 1 : 0;
      continue;
    }
    say(fmt::format("game {} cannot be gone on with and is put aside: {}", saved.id, table.error()));
    SavedGame broken = saved;
    broken.status = GameStatus::kBroken;
    store_.submit({SaveGame{broken}});
  }
  if (running > 0) say(fmt::format("{} running games are back; their players can join again", running));
}

int Server::run() {
  signals_.add(SIGINT);
  signals_.add(SIGTERM);
  signals_.async_wait([this](error_code error, int) {
    if (!error) stop("the server is being stopped; running games are stored and can be gone on with later");
  });
  accept(v09_acceptor_, [this](asio::ip::tcp::socket socket) { welcome_old(std::move(socket)); });
  accept(tcp_acceptor_, [this](asio::ip::tcp::socket socket) { welcome_lines(std::move(socket)); });
  http_->start();
  io_.run();
  bots_.stop();
  const bool stored = store_.stop();
  if (!stored) say("not everything could be stored; no client has heard of what is missing");
  return stored ? exit_code_ : 3;
}

void Server::accept(asio::ip::tcp::acceptor& acceptor, const Arrived& arrived) {
  acceptor.async_accept([this, &acceptor, arrived](error_code error, asio::ip::tcp::socket socket) {
    if (stopping_) return;
    if (error == asio::error::operation_aborted) return;
    if (error) {
      // No file left for a connection, for instance: the others go on, and it may be better in a moment.
      auto pause = std::make_shared<asio::steady_timer>(io_, std::chrono::milliseconds(100));
      pause->async_wait([this, &acceptor, arrived, pause](error_code) {
        if (!stopping_) accept(acceptor, arrived);
      });
      return;
    }
    prepare_socket(socket);
    arrived(std::move(socket));
    accept(acceptor, arrived);
  });
}

Connection::Limits Server::limits(std::size_t line) const {
  return {line, static_cast<std::size_t>(config_.send_buffer) * 1024};
}

bool Server::admit(Peer& peer) {
  int& from_there = connections_from_[peer.address()];
  if (static_cast<int>(peers_.size()) < config_.max_connections && from_there < config_.max_connections_per_address) {
    ++from_there;
    ++metrics_.connections;
    ++metrics_.connections_open;
    peers_.insert(&peer);
    return true;
  }
  ++metrics_.connections_turned_away;
  if (from_there == 0) connections_from_.erase(peer.address());
  constexpr std::string_view kRegret = "there are too many connections; please try again later";
  std::string out;
  if (peer.tongue() == Tongue::kV09) {
    v09::Writer(out, config_.dialect).text(kRegret);
  } else {
    v1::Writer(out).error(v1::ErrorCode::kTooMany, kRegret);
  }
  peer.send(std::make_shared<const std::string>(std::move(out)));
  return false;
}

void Server::welcome_old(asio::ip::tcp::socket socket) {
  const auto session = std::make_shared<Session>(std::move(socket), limits(v09::kMaxLine), *this);
  if (!admit(*session)) return;
  session->greet();
  session->start();
}

void Server::welcome_lines(asio::ip::tcp::socket socket) {
  const auto guest = std::make_shared<LineGuest>(std::move(socket), limits(v1::kMaxMessage), *this);
  if (admit(*guest)) guest->start();
}

void Server::welcome_web(asio::ip::tcp::socket socket, const HttpServer::Request& request) {
  prepare_socket(socket);
  const auto guest = std::make_shared<WebSocket>(std::move(socket), limits(0).unsent,
                                                 [this](Peer& peer) { return std::make_unique<Guest>(peer, *this); });
  if (admit(*guest)) guest->start(request);
}

void Server::gone(Peer& peer) {
  if (peers_.erase(&peer) == 0) return;
  --metrics_.connections_open;
  const auto from = connections_from_.find(peer.address());
  if (from != connections_from_.end() && --from->second <= 0) connections_from_.erase(from);
}

void Server::trouble(const std::string& message) {
  ++metrics_.store_troubles;
  metrics_.frozen = true;
  say(fmt::format("the store cannot be written ({}); tables wait until it can", message));
  tell_guests_notice("frozen", "the server cannot store games at the moment; they go on as soon as that works again");
  for (const auto& [id, table] : tables_)
    table->announce("the server cannot store the game at the moment; it goes on as soon as that works again");
}

void Server::tell_guests_notice(std::string_view code, std::string_view text) {
  std::string line;
  v1::Writer(line).notice(code, text);
  const auto bytes = std::make_shared<const std::string>(std::move(line));
  for (Peer* peer : std::vector<Peer*>(peers_.begin(), peers_.end())) {
    if (peer->tongue() == Tongue::kV1) peer->send(bytes);
  }
}

void Server::recovered() {
  metrics_.frozen = false;
  say("the store can be written again; tables go on");
  for (const auto& [id, table] : tables_) {
    table->thaw();
    table->announce("the game is stored again and goes on");
  }
  tell_guests_notice("thawed", "games are stored again and go on");
  for (Peer* peer : std::vector<Peer*>(peers_.begin(), peers_.end())) peer->resume();
}

// The table is in the middle of something, so it goes a little later.
void Server::table_done(Table& table) {
  asio::post(io_, [this, id = table.id(), over = table.status() == GameStatus::kOver] {
    const auto found = tables_.find(id);
    if (found == tables_.end()) return;
    if (!over && (found->second->status() != GameStatus::kWaiting || !found->second->is_deserted())) return;
    if (over && found->second->has_guests()) {
      // A page that is loaded anew after the end still finds it.
      auto afterglow = std::make_shared<asio::steady_timer>(io_, kAfterglow);
      afterglow->async_wait([this, id, afterglow](error_code error) {
        if (!error && !stopping_) tables_.erase(id);
      });
    } else {
      tables_.erase(found);
    }
    if (over && config_.once) stop("the game is over, and this server plays only one");
  });
}

void Server::stop(std::string_view reason) {
  if (std::exchange(stopping_, true)) return;
  say(reason);
  error_code ignored;
  v09_acceptor_.close(ignored);
  tcp_acceptor_.close(ignored);
  news_.cancel();
  signals_.cancel(ignored);
  http_->stop();
  // What has been answered in time still goes out.
  if (metrics_.frozen) {
    say_goodbye(reason);
  } else {
    gate_.then(store_.last_ticket(), [this, text = std::string(reason)] { say_goodbye(text); });
  }
}

void Server::say_goodbye(std::string_view reason) {
  std::string old;
  v09::Writer(old, config_.dialect).text(reason);
  std::string current;
  v1::Writer(current).notice("stopping", reason);
  const auto for_old = std::make_shared<const std::string>(std::move(old));
  const auto for_guests = std::make_shared<const std::string>(std::move(current));
  for (Peer* peer : peers_) {
    peer->table = nullptr;  // that they go now is nothing to note
    peer->send(peer->tongue() == Tongue::kV09 ? for_old : for_guests);
    peer->close_when_sent();
  }
  tables_.clear();
  // Who does not read is not waited for long.
  auto patience = std::make_shared<asio::steady_timer>(io_, std::chrono::seconds(2));
  patience->async_wait([this, patience](error_code) { io_.stop(); });
  wait_for_sessions(patience);
}

void Server::wait_for_sessions(const std::shared_ptr<asio::steady_timer>& patience) {
  auto pause = std::make_shared<asio::steady_timer>(io_, std::chrono::milliseconds(20));
  pause->async_wait([this, pause, patience](error_code) {
    if (peers_.empty()) {
      patience->cancel();
    } else {
      wait_for_sessions(patience);
    }
  });
}

// -- For the status page

std::vector<GameInfo> Server::games() const {
  std::vector<GameInfo> list;
  for (const auto& [id, table] : tables_) {
    const Table::Shown& shown = table->shown();
    if (shown.status == GameStatus::kOver) continue;  // as others that are over
    const bool is_listed = table->options().listed;
    if (!is_listed && shown.status <= GameStatus::kRunning) continue;
    GameInfo info;
    info.id = id;
    if (is_listed) info.code = table->code();
    info.edition = table->edition().id;
    info.status = shown.status == GameStatus::kWaiting   ? "waiting"
                  : shown.status == GameStatus::kRunning ? "running"
                                                         : "over";
    info.players = table->options().players;
    info.created_ms = table->created_ms();
    info.observers = static_cast<int>(table->observers());
    const bool is_running = shown.status == GameStatus::kRunning;
    if (is_running) info.turns = shown.turns;
    for (std::size_t s = 0; s < table->seats().size(); ++s) {
      const Table::Seat& seat = table->seats()[s];
      SeatInfo one;
      one.name = seat.name;
      one.color = name(seat.color);
      one.bot = seat.bot;
      one.state = !seat.bot.empty() ? "bot" : seat.stand_in ? "played on by a bot" : seat.away ? "away" : "here";
      if (is_running) {
        one.points = shown.points[s];
        one.trains = shown.trains[s];
        one.to_move = shown.to_move[s];
      }
      info.seats.push_back(std::move(one));
    }
    list.push_back(std::move(info));
  }
  constexpr int kShown = 100;
  for (const SavedGame& saved : store_.latest(kShown)) {
    const auto table = tables_.find(saved.id);
    const bool is_here = table != tables_.end() && table->second->shown().status != GameStatus::kOver;
    if (is_here || saved.status == GameStatus::kRunning) continue;
    GameInfo info;
    info.id = saved.id;
    if (saved.options.listed) info.code = saved.code;
    info.edition = saved.edition;
    info.status = saved.status == GameStatus::kBroken ? "broken" : "over";
    info.players = saved.options.players;
    info.created_ms = saved.created_ms;
    for (const SavedSeat& seat : saved.seats) {
      SeatInfo one;
      one.name = seat.name;
      one.color = name(static_cast<v09::SeatColor>(seat.color));
      one.bot = seat.bot;
      info.seats.push_back(std::move(one));
    }
    list.push_back(std::move(info));
  }
  return list;
}

int Server::unlisted_tables() const {
  return static_cast<int>(std::count_if(tables_.begin(), tables_.end(), [](const auto& one) {
    return !one.second->options().listed && one.second->shown().status <= GameStatus::kRunning;
  }));
}

std::string Server::record(std::int64_t id) const {
  const auto found = tables_.find(id);
  if (found != tables_.end() && found->second->shown().status <= GameStatus::kRunning) {
    // Numbers can be guessed, codes cannot: who has the code of such a table can watch it.
    return found->second->options().listed ? found->second->public_record() : std::string();
  }
  const auto saved = store_.game(id);
  // Only what is over is shown whole; a game that is neither here nor over keeps its secrets.
  if (!saved || (saved->status != GameStatus::kOver && saved->status != GameStatus::kEnding)) return {};
  return store_.record(id);
}

std::string Server::metrics_text() {
  metrics_.tables_waiting = metrics_.tables_running = 0;
  for (const auto& [id, table] : tables_) {
    if (table->status() == GameStatus::kWaiting) ++metrics_.tables_waiting;
    if (table->status() == GameStatus::kRunning) ++metrics_.tables_running;
  }
  return metrics_.prometheus();
}

bool Server::metrics_for(const asio::ip::address& address) const {
  return config_.metrics_everywhere || address.is_loopback();
}

}  // namespace fogg::server
