// A server as a process of its own, and clients that talk to it over real sockets.
#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <boost/json.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "folder.h"
#include "paths.h"

namespace fogg::test {

namespace json = boost::json;
using Clock = std::chrono::steady_clock;

// How long a test waits for something that must happen before it says that it did not. Sanitizers are slow.
inline constexpr auto kPatience = std::chrono::seconds(60);

// `fogg serve` with these arguments, on ports of its own choice and with its store in the folder.
class ServerProcess {
 public:
  struct Setup {
    std::vector<std::string> arguments;
    std::vector<std::string> environment;  // NAME=VALUE, on top of the test's own
    std::optional<rlim_t> file_bytes;      // no file may grow beyond this
  };

  ServerProcess(const Folder& folder, const Setup& setup) : log_(folder / "stderr") {
    std::vector<std::string> words = {fogg_binary(), "serve",  "--v09", "0",       "--tcp",
                                      "0",           "--http", "0",     "--store", folder / "store.db"};
    words.insert(words.end(), setup.arguments.begin(), setup.arguments.end());
    const auto before = fs::exists(log_) ? fs::file_size(log_) : 0;
    pid_ = fork();
    if (pid_ == 0) {
      const int out = open(log_.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
      dup2(out, 2);
      dup2(out, 1);
      if (setup.file_bytes) {
        const rlimit limit{*setup.file_bytes, RLIM_INFINITY};
        setrlimit(RLIMIT_FSIZE, &limit);
      }
      for (const std::string& variable : setup.environment) putenv(strdup(variable.c_str()));
      std::vector<char*> argv;
      for (std::string& word : words) argv.push_back(word.data());
      argv.push_back(nullptr);
      execv(fogg_binary().c_str(), argv.data());
      _exit(127);
    }
    const auto until = Clock::now() + kPatience;
    while (http_ == 0 && Clock::now() < until) {
      const std::string text = read_file(log_).substr(before);
      v09_ = port_after(text, "(protocol v0.9): ");
      tcp_ = port_after(text, "(current protocol, docs/protocol.md): ");
      http_ = port_after(text, "status page: http://");
      if (http_ != 0) break;
      if (const auto code = exited()) {
        ended_ = code;
        return;  // it died on the way: the test looks at `exited`
      }
      usleep(2000);
    }
    if (http_ == 0) throw std::runtime_error("the server does not come up: " + read_file(log_));
  }
  ServerProcess(const Folder& folder, std::vector<std::string> arguments)
      : ServerProcess(folder, Setup{std::move(arguments), {}, {}}) {}
  ~ServerProcess() {
    if (!ended_) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
  }
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  int v09() const { return v09_; }
  int tcp() const { return tcp_; }
  int http() const { return http_; }
  pid_t pid() const { return pid_; }
  std::string log() const { return read_file(log_); }
  void signal(int number) const { kill(pid_, number); }

  // The exit code, or 128 + the signal; nothing while it runs.
  std::optional<int> exited() {
    if (ended_) return ended_;
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) != pid_) return {};
    ended_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return ended_;
  }
  int wait() {
    const auto until = Clock::now() + kPatience;
    while (Clock::now() < until) {
      if (const auto code = exited()) return *code;
      usleep(2000);
    }
    throw std::runtime_error("the server does not end");
  }
  int stop() {
    signal(SIGTERM);
    return wait();
  }

 private:
  static int port_after(const std::string& text, const std::string& mark) {
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) return 0;
    const std::size_t colon = text.find(':', at + mark.size());
    if (colon == std::string::npos || text.find('\n', colon) == std::string::npos) return 0;
    return std::stoi(text.substr(colon + 1));
  }

  std::string log_;
  pid_t pid_ = -1;
  int v09_ = 0;
  int tcp_ = 0;
  int http_ = 0;
  std::optional<int> ended_;
};

// Whether a value of a message is this word.
inline bool is(const json::value& value, std::string_view word) {
  const json::string* text = value.if_string();
  return text != nullptr && std::string_view(text->data(), text->size()) == word;
}

struct ConnectionLost : std::runtime_error {
  ConnectionLost() : std::runtime_error("the connection is lost") {}
};

inline std::string text_of(const json::object& message, const char* key) {
  const json::value* value = message.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->as_string()) : "";
}

// A socket that speaks in lines.
class LineClient {
 public:
  // `from`: the address to come from.
  explicit LineClient(int port, const std::string& from = {}, int receive_bytes = 0) {
    socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (receive_bytes > 0) setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_bytes, sizeof receive_bytes);
    const int one = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    if (!from.empty()) {
      inet_pton(AF_INET, from.c_str(), &address.sin_addr);
      bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address);
    }
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
      ::close(socket_);
      throw ConnectionLost();
    }
  }
  ~LineClient() { close(); }
  LineClient(LineClient&& other) noexcept
      : spelling(std::move(other.spelling)),
        socket_(std::exchange(other.socket_, -1)),
        in_(std::move(other.in_)),
        all_(std::move(other.all_)) {}
  LineClient& operator=(LineClient&&) = delete;

  void close() {
    if (socket_ >= 0) ::close(std::exchange(socket_, -1));
  }
  // Ends the connection with a reset, as a crash does.
  void reset() {
    const linger now{1, 0};
    setsockopt(socket_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    close();
  }
  int handle() const { return socket_; }

  void send_bytes(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) throw ConnectionLost();
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }
  void send(const std::string& line) { send_bytes(line + "\n"); }

  // The next line; nothing if none comes in time. Throws ConnectionLost at the end.
  std::optional<std::string> line(std::chrono::milliseconds patience = kPatience) {
    const auto until = Clock::now() + patience;
    while (true) {
      if (const std::size_t end = in_.find('\n'); end != std::string::npos) {
        std::string line = in_.substr(0, end);
        in_.erase(0, end + 1);
        all_ += line + "\n";
        return line;
      }
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
      pollfd waiting{socket_, POLLIN, 0};
      if (left < 0 || poll(&waiting, 1, static_cast<int>(left)) == 0) return {};
      std::array<char, 65536> buffer;
      const ssize_t got = recv(socket_, buffer.data(), buffer.size(), 0);
      if (got <= 0) throw ConnectionLost();
      in_.append(buffer.data(), static_cast<std::size_t>(got));
    }
  }
  // A line as an object, with the protocol's own spelling if the port speaks in capitals.
  json::object understood(const std::string& text) const {
    json::value value = json::parse(text);
    return spelling ? spelling(value).as_object() : value.as_object();
  }
  // The next message as an object.
  json::object message() {
    const auto text = line();
    if (!text) throw std::runtime_error("no message comes");
    return understood(*text);
  }
  // Skips until a message that fits.
  json::object until(const std::function<bool(const json::object&)>& fits) {
    while (true) {
      json::object next = message();
      if (fits(next)) return next;
    }
  }
  json::object until(const std::string& type, const std::string& turn_type) {
    return until(
        [&](const json::object& m) { return text_of(m, "type") == type && text_of(m, "turnType") == turn_type; });
  }
  // True once the other side has closed.
  bool at_end(std::chrono::milliseconds patience = kPatience) {
    try {
      const auto until = Clock::now() + patience;
      while (Clock::now() < until) {
        if (!line(std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()))) return false;
      }
      return false;
    } catch (const ConnectionLost&) {
      return true;
    }
  }
  // Everything received so far, in whole lines.
  const std::string& received() const { return all_; }

  std::function<json::value(const json::value&)> spelling;

 private:
  int socket_ = -1;
  std::string in_;
  std::string all_;
};

// A program and its words, with both outputs in one text.
struct Output {
  int code = -1;
  std::string text;
};
inline Output run_program(const std::vector<std::string>& words) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], 1);
    dup2(ends[1], 2);
    ::close(ends[0]);
    ::close(ends[1]);
    std::vector<std::string> copies = words;
    std::vector<char*> argv;
    for (std::string& word : copies) argv.push_back(word.data());
    argv.push_back(nullptr);
    execvp(argv[0], argv.data());
    _exit(127);
  }
  ::close(ends[1]);
  Output output;
  std::array<char, 4096> buffer;
  while (true) {
    const ssize_t got = read(ends[0], buffer.data(), buffer.size());
    if (got <= 0) break;
    output.text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  ::close(ends[0]);
  int status = 0;
  waitpid(pid, &status, 0);
  output.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return output;
}

// Asks again and again, for what is not to be had at once.
inline bool comes_true(const std::function<bool()>& what) {
  const auto until = Clock::now() + kPatience;
  while (!what()) {
    if (Clock::now() > until) return false;
    usleep(5000);
  }
  return true;
}

// One HTTP request; the whole answer. `more`: further lines of its header, each with its end.
inline std::string http_get(int port, const std::string& target, const std::string& method = "GET",
                            const std::string& more = "") {
  LineClient client(port);
  client.send_bytes(
      fmt::format("{} {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{}\r\n", method, target, more));
  std::string all;
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t got = recv(client.handle(), buffer.data(), buffer.size(), 0);
    if (got <= 0) return all;
    all.append(buffer.data(), static_cast<std::size_t>(got));
  }
}
inline std::string http_body(int port, const std::string& target) {
  const std::string all = http_get(port, target);
  const std::size_t at = all.find("\r\n\r\n");
  return at == std::string::npos ? "" : all.substr(at + 4);
}

// What the API says of all games.
inline json::array games_of(const ServerProcess& server) {
  return json::parse(http_body(server.http(), "/api/games")).at("games").as_array();
}

}  // namespace fogg::test
