// A PostgreSQL server of the test's own, on a free port of this machine only. It goes with the test, however that ends.
#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <netinet/in.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <chrono>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "arena/pq.h"
#include "folder.h"

namespace fogg::test {

class Postgres {
 public:
  Postgres() {
    std::error_code none;
    for (const auto& version : fs::directory_iterator("/usr/lib/postgresql", none))
      if (fs::exists(version.path() / "bin/initdb")) bin_ = (version.path() / "bin").string();
    if (bin_.empty()) throw std::runtime_error(kMissing);
    fs::permissions(folder_.path(), fs::perms(0755));
    fs::create_directory(folder_ / "data");
    // It refuses to be run by root.
    if (geteuid() == 0) {
      const passwd* const user = getpwnam("postgres");
      if (user == nullptr) throw std::runtime_error("the test needs the user postgres (package: postgresql-15)");
      user_ = user->pw_uid;
      group_ = user->pw_gid;
      if (chown((folder_ / "data").c_str(), user_, group_) != 0) throw std::runtime_error("cannot give the data away");
    }
    fs::permissions(folder_ / "data", fs::perms(0700));
    int status = 0;
    waitpid(run({bin_ + "/initdb", "-D", folder_ / "data", "-U", "fogg", "-A", "trust", "--no-sync", "-E", "UTF8",
                 "--locale=C"}),
            &status, 0);
    if (status != 0) throw std::runtime_error("initdb failed:\n" + read_file(log()));
    port_ = free_port();
    start();
  }
  ~Postgres() { stop(); }
  Postgres(const Postgres&) = delete;
  Postgres& operator=(const Postgres&) = delete;

  void start() {
    // Nothing here need survive a power cut.
    server_ = run({bin_ + "/postgres", "-D", folder_ / "data", "-p", std::to_string(port_), "-c",
                   "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "fsync=off", "-c",
                   "full_page_writes=off", "-c", "shared_buffers=16MB", "-c", "max_connections=60"});
    for (int i = 0; i < 600; ++i) {
      try {
        const arena::pq::Address address(url("postgres"));
        const arena::pq::Connection connection(address);
        return;
      } catch (const arena::pq::Error&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      }
    }
    stop();
    throw std::runtime_error("PostgreSQL does not start:\n" + read_file(log()));
  }
  // Ends all sessions and itself.
  void stop() {
    if (server_ <= 0) return;
    kill(server_, SIGINT);
    waitpid(server_, nullptr, 0);
    server_ = 0;
  }

  std::string url(const std::string& database) const {
    return fmt::format("postgresql://fogg@127.0.0.1:{}/{}", port_, database);
  }
  int port() const { return port_; }
  // A new database; its address.
  std::string make() {
    const std::string name = fmt::format("db{}", ++databases_);
    sql(url("postgres"), "CREATE DATABASE " + name);
    return url(name);
  }
  static arena::pq::Result sql(const std::string& url, const std::string& command) {
    const arena::pq::Address address(url);
    try {
      return arena::pq::Connection(address).run(command);
    } catch (const arena::pq::Error& error) {
      throw std::runtime_error(command + ": " + error.message);
    }
  }

 private:
  static constexpr const char* kMissing =
      "the test needs a PostgreSQL server (package: postgresql-15); there is none in /usr/lib/postgresql";

  std::string log() const { return folder_ / "log"; }
  pid_t run(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const std::string output = log();
    const std::string home = folder_.path().string();
    const pid_t child = fork();
    if (child != 0) return child;
    const int out = open(output.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
    dup2(out, 1);
    dup2(out, 2);
    if (chdir(home.c_str()) != 0) _exit(126);
    if (geteuid() == 0 && (setgroups(0, nullptr) != 0 || setgid(group_) != 0 || setuid(user_) != 0)) _exit(126);
    // If the test crashes, the server goes too; also when the thread ends that has started it, so that must be the main one.
    prctl(PR_SET_PDEATHSIG, SIGQUIT);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  static int free_port() {
    const int probe = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    const bool found = bind(probe, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                       getsockname(probe, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    close(probe);
    if (!found) throw std::runtime_error("there is no free port");
    return ntohs(address.sin_port);
  }

  Folder folder_;
  std::string bin_;
  uid_t user_ = 0;
  gid_t group_ = 0;
  int port_ = 0;
  pid_t server_ = 0;
  int databases_ = 0;
};

// One for all tests of the program. Throws a sentence that says what is missing.
inline Postgres& postgres() {
  static Postgres server;
  return server;
}

}  // namespace fogg::test
