#include "playback/serve.h"

#include <fmt/format.h>
#include <boost/asio.hpp>
#include <csignal>
#include <memory>
#include <set>
#include <utility>

#include "wire/v09_command.h"

namespace fogg::playback {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using v09::ErrorCode;
using v09::TurnType;

namespace {

constexpr std::size_t kMostConnections = 200;
constexpr std::size_t kMostQueued = std::size_t{1024} * 1024;  // bytes that a client has not taken yet
constexpr std::chrono::seconds kLastWords{5};       // for the last messages to be taken
constexpr std::chrono::seconds kGoodBye{1};         // for the other side to hang up

// The color that is named to those who have no seat.
constexpr v09::SeatColor kNobody = v09::SeatColor::kBlue;

class Theatre;

// One connection.
class Guest : public std::enable_shared_from_this<Guest> {
 public:
  Guest(tcp::socket socket, Theatre& theatre)
      : socket_(std::move(socket)), good_bye_(socket_.get_executor()), theatre_(theatre) {}

  void begin();
  void send(std::string_view text);
  // After what is queued has been sent.
  void close_when_sent();
  void close();
  bool watching() const { return watching_; }

 private:
  void read();
  void lines();
  void obey(std::string_view line);
  void join(const v09::JoinCommand& command);
  void refuse(TurnType type, ErrorCode code);
  void write();
  void hang_up();

  tcp::socket socket_;
  asio::steady_timer good_bye_;
  Theatre& theatre_;
  std::string input_;
  std::array<char, 2048> buffer_{};
  std::string queued_;
  std::string writing_;
  std::size_t backlog_ = 0;  // what was told before this one came may wait longer
  bool watching_ = false;
  bool closing_ = false;
};

class Theatre {
 public:
  Theatre(asio::io_context& io, const Playback& playback, const ServeOptions& options)
      : playback_(playback), options_(options), acceptor_(io), signals_(io, SIGINT, SIGTERM), clock_(io) {}

  std::string open() {
    error_code error;
    const auto address = asio::ip::make_address(options_.address, error);
    if (error) return fmt::format("{} is not an address to listen on", options_.address);
    const tcp::endpoint here(address, options_.port);
    auto failed = [&](std::string_view what) {
      return fmt::format("cannot {} {}:{}: {}", what, options_.address, options_.port, error.message());
    };
    if (acceptor_.open(here.protocol(), error)) return failed("open");
    static_cast<void>(acceptor_.set_option(tcp::acceptor::reuse_address(true), error));
    if (acceptor_.bind(here, error)) return failed("listen on");
    if (acceptor_.listen(asio::socket_base::max_listen_connections, error)) return failed("listen on");
    signals_.async_wait([this](error_code cancelled, int signal) {
      if (cancelled) return;
      result = signal == SIGINT ? Served::kInterrupted : Served::kTerminated;
      end();
    });
    accept();
    return {};
  }
  unsigned short port() const { return acceptor_.local_endpoint().port(); }

  // -- For guests
  const std::string& told() const { return told_; }
  const State& position() const { return *position_; }
  const Playback& playback() const { return playback_; }
  // The clock runs from the first observer on.
  void watch() {
    if (begun_) return;
    begun_ = true;
    tell(playback_.opening);
    while (shown_ < playback_.frames.size() && shown_ + 1 < static_cast<std::size_t>(options_.from)) next();
    if (shown_ == playback_.frames.size()) return curtain();
    wait();
  }
  void leave(const std::shared_ptr<Guest>& guest) { guests_.erase(guest); }

  Served result = Served::kFinished;

 private:
  void accept() {
    acceptor_.async_accept([this](error_code error, tcp::socket socket) {
      if (error == asio::error::operation_aborted || !acceptor_.is_open()) return;
      if (!error && guests_.size() < kMostConnections) {
        const auto guest = std::make_shared<Guest>(std::move(socket), *this);
        guests_.insert(guest);
        guest->begin();
      }
      // Beyond that the socket closes here. After an error (no more descriptors) it is tried again a little later.
      if (!error) return accept();
      auto pause = std::make_shared<asio::steady_timer>(acceptor_.get_executor(), std::chrono::milliseconds(200));
      pause->async_wait([this, pause](error_code cancelled) {
        if (!cancelled && acceptor_.is_open()) accept();
      });
    });
  }

  void wait() {
    clock_.expires_after(options_.pace);
    clock_.async_wait([this](error_code cancelled) {
      if (cancelled) return;
      next();
      if (shown_ == playback_.frames.size()) return curtain();
      wait();
    });
  }

  // One action, with those taken back later left out.
  void next() {
    while (shown_ < playback_.frames.size()) {
      const Frame& frame = playback_.frames[shown_++];
      if (frame.undone) continue;
      position_ = &frame.after;
      return tell(frame.messages);
    }
  }

  void tell(const std::string& messages) {
    told_ += messages;
    // A guest that is thrown out leaves the list.
    const auto guests = guests_;
    for (const auto& guest : guests) {
      if (guest->watching()) guest->send(messages);
    }
  }

  void curtain() {
    error_code ignored;
    static_cast<void>(acceptor_.close(ignored));
    const auto guests = guests_;
    for (const auto& guest : guests) guest->close_when_sent();
    clock_.expires_after(kLastWords);
    clock_.async_wait([this](error_code cancelled) {
      if (!cancelled) end();
    });
    finishing_ = true;
    if (guests_.empty()) end();
  }

 public:
  // Nothing is left to do: the io_context runs dry.
  void end() {
    error_code ignored;
    static_cast<void>(acceptor_.close(ignored));
    static_cast<void>(signals_.cancel(ignored));
    clock_.cancel();
    const auto guests = guests_;
    for (const auto& guest : guests) guest->close();
  }
  void left() {
    if (finishing_ && guests_.empty()) end();
  }

 private:
  const Playback& playback_;
  const ServeOptions& options_;
  tcp::acceptor acceptor_;
  asio::signal_set signals_;
  asio::steady_timer clock_;
  std::set<std::shared_ptr<Guest>> guests_;
  std::string told_;  // all messages so far
  std::size_t shown_ = 0;  // frames
  const State* position_ = &playback_.start;
  bool begun_ = false;
  bool finishing_ = false;
};

void Guest::begin() {
  error_code ignored;
  static_cast<void>(socket_.set_option(tcp::no_delay(true), ignored));
  std::string request;
  v09::Writer(request, theatre_.playback().dialect).request(kNobody, TurnType::kJoin);
  send(request);
  read();
}

void Guest::read() {
  socket_.async_read_some(asio::buffer(buffer_), [self = shared_from_this()](error_code error, std::size_t size) {
    if (error) return self->close();
    if (self->closing_) return self->read();  // only to notice when the other side hangs up
    self->input_.append(self->buffer_.data(), size);
    self->lines();
    if (self->socket_.is_open()) self->read();
  });
}

void Guest::lines() {
  std::size_t begin = 0;
  while (!closing_) {
    const std::size_t end = input_.find('\n', begin);
    const std::size_t size = (end == std::string::npos ? input_.size() : end) - begin;
    if (size > v09::kMaxLine) {
      refuse(TurnType::kUnknown, ErrorCode::kWrongTurnFormat);
      return close_when_sent();
    }
    if (end == std::string::npos) break;
    obey(std::string_view(input_).substr(begin, size));
    begin = end + 1;
  }
  input_.erase(0, begin);
}

void Guest::obey(std::string_view line) {
  const Playback& p = theatre_.playback();
  const auto command = v09::parse_command(p.edition->board, line);
  if (!command) return refuse(command.error().type, ErrorCode::kWrongTurnFormat);
  if (command->type == TurnType::kJoin) return join(command->join);
  const bool asks = command->type == TurnType::kBoardState || command->type == TurnType::kListAllRoutes;
  if (!watching_ || !asks) return refuse(command->type, ErrorCode::kNotPlayersTurn);
  std::string answer;
  v09::Writer writer(answer, p.dialect);
  if (command->type == TurnType::kBoardState) {
    writer.board_state(*p.edition, theatre_.position(), p.party.colors, v09::Viewer::kPublic);
  } else {
    writer.all_routes(*p.edition, theatre_.position(), p.party.colors, kNobody);
  }
  send(answer);
}

void Guest::join(const v09::JoinCommand& command) {
  std::string answer;
  v09::Writer writer(answer, theatre_.playback().dialect);
  if (watching_) return refuse(TurnType::kJoin, ErrorCode::kNotPlayersTurn);
  if (command.type == v09::ClientType::kPlayer) {
    writer.text("this is a playback: one can watch, but not play");
    send(answer);
    return refuse(TurnType::kJoin, ErrorCode::kNotPlayersTurn);
  }
  // A code behind the name says which table is meant; here is only one.
  const std::string_view name = command.name.substr(0, command.name.find('@'));
  if (!v09::is_name(name)) return refuse(TurnType::kJoin, ErrorCode::kWrongTurnFormat);
  writer.joined(kNobody, name, v09::ClientType::kObserver);
  send(answer);
  watching_ = true;
  backlog_ = theatre_.told().size();
  if (backlog_ > 0) send(theatre_.told());
  theatre_.watch();
}

// Whoever has not joined is asked again.
void Guest::refuse(TurnType type, ErrorCode code) {
  std::string answer;
  v09::Writer writer(answer, theatre_.playback().dialect);
  writer.refusal(kNobody, type, code);
  if (!watching_) writer.request(kNobody, TurnType::kJoin);
  send(answer);
}

void Guest::send(std::string_view text) {
  if (closing_ || !socket_.is_open()) return;
  queued_ += text;
  if (queued_.size() + writing_.size() > kMostQueued + backlog_) return close();
  if (writing_.empty()) write();
}

void Guest::write() {
  if (queued_.empty()) {
    if (closing_) hang_up();
    return;
  }
  writing_.swap(queued_);
  asio::async_write(socket_, asio::buffer(writing_), [self = shared_from_this()](error_code error, std::size_t) {
    self->writing_.clear();
    if (error) return self->close();
    self->write();
  });
}

void Guest::close_when_sent() {
  closing_ = true;
  if (writing_.empty()) hang_up();
}

// A socket closed while something lies in it unread would take back what was sent. So the other side goes first, if it does soon.
void Guest::hang_up() {
  error_code ignored;
  static_cast<void>(socket_.shutdown(tcp::socket::shutdown_send, ignored));
  good_bye_.expires_after(kGoodBye);
  good_bye_.async_wait([self = shared_from_this()](error_code cancelled) {
    if (!cancelled) self->close();
  });
}

void Guest::close() {
  const auto self = shared_from_this();
  error_code ignored;
  static_cast<void>(socket_.close(ignored));
  good_bye_.cancel();
  theatre_.leave(self);
  theatre_.left();
}

}  // namespace

tl::expected<Served, ServeError> serve(const Playback& playback, const ServeOptions& options,
                                       const std::function<void(const std::string& where)>& listening) {
  if (!playback.speaks_v09()) {
    return tl::unexpected(ServeError{fmt::format(
        "protocol v0.9 has no words for a game of {}; without --serve it is shown here", playback.edition->id)});
  }
  asio::io_context io(1);
  Theatre theatre(io, playback, options);
  if (std::string error = theatre.open(); !error.empty()) return tl::unexpected(ServeError{std::move(error)});
  const bool v6 = options.address.find(':') != std::string::npos;
  listening(fmt::format("{}{}{}:{}", v6 ? "[" : "", options.address, v6 ? "]" : "", theatre.port()));
  io.run();
  return theatre.result;
}

}  // namespace fogg::playback
