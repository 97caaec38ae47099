// The yardstick for the server: what remains of a game server without rules, JSON, records and a store. It pairs clients
// up, and for every command sends prepared bytes: the answer, the same told to the other player and to observers, and the
// next request. Sizes and fan-out are those of real games of protocol v0.9, so that the same load generator can be used.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/write.hpp>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::array<const char*, 2> kSeats = {"Blue", "Red"};
constexpr std::array<const char*, 8> kCards = {"Purple", "White", "Blue", "Yellow", "Orange", "Black", "Red", "Green"};
constexpr const char* kRow = R"(["White","Black","Black","Purple","White"])";
constexpr const char* kTickets =
    R"([{"city1":"Vancouver","city2":"Montreal","points":20},{"city1":"Calgary","city2":"Phoenix","points":13},)"
    R"({"city1":"Houston","city2":"KansasCity","points":5}])";

enum class Command { kJoin, kDrawCars, kDrawTickets, kClaimTickets, kClaimRoute, kBoardState, kOther };
enum class Request { kNone, kTurn, kDrawCars, kClaimTickets };

// All that is ever sent, by seat.
struct Prepared {
  std::array<std::string, 4> requests;  // by Request
  std::string join_request;
  std::string joined;
  std::string board;
  std::array<std::string, kCards.size()> drew;  // one for each card, so that clients' hands are mixed
  std::string others_draw;
  std::string drew_tickets;
  std::string others_tickets;
  std::string kept_tickets;
  std::string others_keep;
  std::string claimed;
  std::string score;
  std::string refused;
};

std::string info(const char* seat, const char* turn, std::string_view fields) {
  return fmt::format(R"({{"type":"Info","turnType":"{}","success":true,"player":"{}",{}}})"
                     "\n",
                     turn, seat, fields);
}
std::string request(const char* seat, const char* turn) {
  return fmt::format(R"({{"type":"Request","player":"{}","turnType":"{}"}})"
                     "\n",
                     seat, turn);
}

Prepared prepare(const char* seat) {
  Prepared p;
  p.requests = {"", request(seat, "Turn"), request(seat, "DrawPassengerCars"),
                request(seat, "ClaimDestinationTickets")};
  p.join_request = request(seat, "Join");
  p.joined = info(seat, "Join", R"("playerName":"load100","clientType":"Player")");
  p.board = info(
      seat, "BoardState",
      fmt::format(
          R"("faceUpPassengerCarDeck":{},"topdownPassengerCarDeckCount":97,"destinationTicketsCount":24,"finalTurn":false,)"
          R"("activePlayers":2,"leftPassengerCars":45,"drawnPassengerCars":[0,1,0,0,1,0,2,0,0],"drawnDestinationTickets":[],)"
          R"("toBeClaimedDestinationTickets":{},"ownRoutes":[])",
          kRow, kTickets));
  for (std::size_t card = 0; card < kCards.size(); ++card) {
    p.drew[card] =
        info(seat, "DrawPassengerCars",
             fmt::format(R"("drawnCard":"{}","faceUpPassengerCarDeck":{},"hiddenDeck":true)", kCards[card], kRow));
  }
  p.others_draw =
      info(seat, "DrawPassengerCars", fmt::format(R"("faceUpPassengerCarDeck":{},"hiddenDeck":true)", kRow));
  p.drew_tickets =
      info(seat, "DrawDestinationTickets", fmt::format(R"("drawnCards":{},"drawnCardsCount":3)", kTickets));
  p.others_tickets = info(seat, "DrawDestinationTickets", R"("drawnCards":[],"drawnCardsCount":3)");
  p.kept_tickets = info(seat, "ClaimDestinationTickets",
                        R"("drawnCards":[{"city1":"Vancouver","city2":"Montreal","points":20}],"drawnCardsCount":1)");
  p.others_keep = info(seat, "ClaimDestinationTickets", R"("drawnCards":[],"drawnCardsCount":1)");
  // Three cards are what a route costs on average.
  p.claimed =
      info(seat, "ClaimRoute",
           R"("d1":"KansasCity","d2":"SaintLouis","routeColor":"Blue","passengerCarColors":["Blue","Blue","Rainbow"])");
  p.score = info(seat, "FinalScore",
                 fmt::format(R"("name":"load100","totalScore":87,"scorePassengerCars":71,"longestRouteLength":24,)"
                             R"("longestRoute":true,"winner":true,"claimedTickets":{},"nonClaimedTickets":[])",
                             kTickets));
  p.refused = fmt::format(
      R"({{"type":"Info","turnType":"Unknown","success":false,"player":"{}","errorCode":"WrongTurnFormat"}})"
      "\n",
      seat);
  return p;
}

Command command_of(std::string_view line) {
  // The shortest beginnings that differ.
  if (line.starts_with("DrawP")) return Command::kDrawCars;
  if (line.starts_with("ClaimR")) return Command::kClaimRoute;
  if (line.starts_with("DrawD")) return Command::kDrawTickets;
  if (line.starts_with("ClaimD")) return Command::kClaimTickets;
  if (line.starts_with("Board")) return Command::kBoardState;
  if (line.starts_with("Join")) return Command::kJoin;
  return Command::kOther;
}

class Client;
using ClientPtr = std::shared_ptr<Client>;

struct Pair {
  std::array<ClientPtr, 2> players;
  std::vector<ClientPtr> observers;
  int choosing = 2;  // players who have not yet chosen their first tickets
  int commands = 0;
};

class Server {
 public:
  Server(asio::io_context& context, std::uint16_t port, int game_length)
      : acceptor_(context, tcp::endpoint(asio::ip::address_v4::loopback(), port)),
        prepared_{prepare(kSeats[0]), prepare(kSeats[1])},
        game_length_(game_length) {}

  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  void accept();

  void handle(const ClientPtr& client, std::string_view line);
  void left(Client& client);
  // Sends what has gathered for each client in one piece.
  void flush();

 private:
  void join(const ClientPtr& client, bool observer);
  void play(Client& client, Command command);
  void choose_first_tickets(Client& client);
  void finish(Pair& pair);
  void say(const ClientPtr& client, std::string_view bytes);
  void ask(const ClientPtr& client, Request request);
  void tell_observers(const Pair& pair, std::string_view bytes);

  tcp::acceptor acceptor_;
  std::array<Prepared, 2> prepared_;
  int game_length_;
  ClientPtr waiting_;
  std::weak_ptr<Pair> newest_;
  std::vector<ClientPtr> unflushed_;
  std::size_t next_card_ = 0;
};

class Client : public std::enable_shared_from_this<Client> {
 public:
  Client(tcp::socket socket, Server& server) : socket_(std::move(socket)), server_(server) {}

  void read() {
    socket_.async_read_some(
        asio::buffer(buffer_.data() + filled_, buffer_.size() - filled_),
        [self = shared_from_this()](const error_code& error, std::size_t size) { self->received(error, size); });
  }
  void append(std::string_view bytes) { gathered_ += bytes; }
  void write() {
    if (writing_ || gathered_.empty()) return;
    writing_ = true;
    in_flight_.swap(gathered_);
    asio::async_write(socket_, asio::buffer(in_flight_),
                      [self = shared_from_this()](const error_code& error, std::size_t) {
                        self->writing_ = false;
                        self->in_flight_.clear();
                        if (!error) self->write();
                      });
  }
  void close() {
    error_code ignored;
    socket_.close(ignored);
  }

  std::shared_ptr<Pair> pair;
  std::size_t seat = 0;
  Request open = Request::kNone;
  bool dirty = false;  // stands in the server's list of those to be flushed

 private:
  void received(const error_code& error, std::size_t size) {
    if (error || filled_ + size == buffer_.size()) {  // no command is that long
      close();
      server_.left(*this);
      server_.flush();
      return;
    }
    filled_ += size;
    const char* begin = buffer_.data();
    const char* end = begin + filled_;
    while (const void* found = std::memchr(begin, '\n', static_cast<std::size_t>(end - begin))) {
      const char* line_end = static_cast<const char*>(found);
      server_.handle(shared_from_this(), {begin, static_cast<std::size_t>(line_end - begin)});
      begin = line_end + 1;
    }
    filled_ = static_cast<std::size_t>(end - begin);
    std::memmove(buffer_.data(), begin, filled_);
    server_.flush();
    read();
  }

  tcp::socket socket_;
  Server& server_;
  std::array<char, 1024> buffer_;
  std::size_t filled_ = 0;
  std::string gathered_;
  std::string in_flight_;
  bool writing_ = false;
};

void Server::accept() {
  acceptor_.async_accept([this](const error_code& error, tcp::socket socket) {
    if (!acceptor_.is_open()) return;
    if (!error) {
      error_code ignored;
      socket.set_option(tcp::no_delay(true), ignored);
      const auto client = std::make_shared<Client>(std::move(socket), *this);
      say(client, prepared_[waiting_ ? 1 : 0].join_request);
      flush();
      client->read();
    }
    accept();
  });
}

void Server::say(const ClientPtr& client, std::string_view bytes) {
  client->append(bytes);
  if (client->dirty) return;
  client->dirty = true;
  unflushed_.push_back(client);
}

void Server::flush() {
  for (const ClientPtr& client : unflushed_) {
    client->dirty = false;
    client->write();
  }
  unflushed_.clear();
}

void Server::ask(const ClientPtr& client, Request request) {
  client->open = request;
  say(client, prepared_[client->seat].requests[static_cast<std::size_t>(request)]);
}

void Server::tell_observers(const Pair& pair, std::string_view bytes) {
  for (const ClientPtr& observer : pair.observers) say(observer, bytes);
}

void Server::join(const ClientPtr& client, bool observer) {
  if (observer) {
    client->pair = newest_.lock();
    if (!client->pair) return say(client, prepared_[0].refused);
    client->pair->observers.push_back(client);
    return say(client, prepared_[0].joined);
  }
  if (!waiting_) {
    waiting_ = client;
    return say(client, prepared_[0].joined);
  }
  const auto pair = std::make_shared<Pair>();
  pair->players = {std::exchange(waiting_, nullptr), client};
  client->seat = 1;
  say(client, prepared_[1].joined);
  newest_ = pair;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const ClientPtr& player = pair->players[seat];
    player->pair = pair;
    say(player, prepared_[1 - seat].joined);
    say(player, prepared_[seat].board);
    ask(player, Request::kClaimTickets);
  }
}

void Server::choose_first_tickets(Client& client) {
  Pair& pair = *client.pair;
  client.open = Request::kNone;
  say(client.shared_from_this(), prepared_[client.seat].kept_tickets);
  if (--pair.choosing > 0) return;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    say(pair.players[1 - seat], prepared_[seat].others_keep);
    tell_observers(pair, prepared_[seat].others_keep);
  }
  ask(pair.players[0], Request::kTurn);
}

void Server::play(Client& client, Command command) {
  Pair& pair = *client.pair;
  if (pair.choosing > 0) return choose_first_tickets(client);
  const ClientPtr& own = pair.players[client.seat];
  const ClientPtr& other = pair.players[1 - client.seat];
  const Prepared& bytes = prepared_[client.seat];
  const std::string* answer = &bytes.claimed;
  const std::string* told = &bytes.claimed;
  Request again = Request::kNone;  // for the same player
  switch (command) {
    case Command::kDrawCars:
      answer = &bytes.drew[next_card_++ % kCards.size()];
      told = &bytes.others_draw;
      if (client.open == Request::kTurn) again = Request::kDrawCars;
      break;
    case Command::kDrawTickets:
      answer = &bytes.drew_tickets;
      told = &bytes.others_tickets;
      again = Request::kClaimTickets;
      break;
    case Command::kClaimTickets:
      answer = &bytes.kept_tickets;
      told = &bytes.others_keep;
      break;
    default: break;
  }
  client.open = Request::kNone;
  say(own, *answer);
  say(other, *told);
  tell_observers(pair, *told);
  if (++pair.commands == game_length_) return finish(pair);
  if (again != Request::kNone) {
    ask(own, again);
  } else {
    ask(other, Request::kTurn);
  }
}

void Server::finish(Pair& pair) {
  for (const Prepared& seat : prepared_) {
    for (const ClientPtr& player : pair.players) say(player, seat.score);
    tell_observers(pair, seat.score);
  }
}

void Server::handle(const ClientPtr& client, std::string_view line) {
  const Command command = command_of(line);
  const Prepared& bytes = prepared_[client->seat];
  if (command == Command::kJoin && !client->pair && client != waiting_) {
    return join(client, line.find(" Observer") != std::string_view::npos);
  }
  if (command == Command::kBoardState && client->pair) {
    say(client, bytes.board);
    if (client->open != Request::kNone) ask(client, client->open);
    return;
  }
  if (client->open == Request::kNone || command == Command::kJoin || command == Command::kOther) {
    say(client, bytes.refused);
    if (client->open != Request::kNone) ask(client, client->open);
    return;
  }
  play(*client, command);
}

void Server::left(Client& client) {
  if (waiting_.get() == &client) waiting_ = nullptr;
  const std::shared_ptr<Pair> pair = std::exchange(client.pair, nullptr);
  if (!pair) return;
  if (std::erase_if(pair->observers, [&](const ClientPtr& observer) { return observer.get() == &client; }) > 0) return;
  if (!pair->players[0]) return;
  // A game without one of its players is over. The pair and its clients hold each other, so they are parted here. The
  // connections of those who remain are left to them.
  const Pair parted = std::exchange(*pair, Pair{});
  for (const ClientPtr& player : parted.players) {
    player->pair = nullptr;
    player->open = Request::kNone;
  }
  for (const ClientPtr& observer : parted.observers) observer->pair = nullptr;
}

int run(int argc, char** argv) {
  CLI::App app("Answers and tells like a game server, but with prepared bytes", "fogg_echo");
  std::uint16_t port = 0;
  // As long as the clients of the load generator take in a real game.
  int game_length = 140;
  app.add_option("--port", port, "TCP port on loopback; 0: any free one, which is printed")->capture_default_str();
  app.add_option("--game-length", game_length, "commands until the scores are sent; 0: never")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  CLI11_PARSE(app, argc, argv);

  asio::io_context context{1};
  Server server(context, port, game_length);
  asio::signal_set signals(context, SIGINT, SIGTERM);
  signals.async_wait([&](const error_code&, int) { context.stop(); });
  server.accept();
  fmt::print("listening on 127.0.0.1:{}\n", server.port());
  std::fflush(stdout);
  context.run();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fogg_echo: %s\n", error.what());
    return 1;
  }
}
