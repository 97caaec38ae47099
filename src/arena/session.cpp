#include "arena/session.h"

#include <fmt/format.h>
#include <thread>

#include "arena/database_tables.h"

namespace fogg::arena {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kBetweenTries = std::chrono::milliseconds(200);
constexpr auto kBeforeFirst = std::chrono::milliseconds(10);

// Two transactions were in each other's way, and the server chose this one to begin anew.
bool is_collision(const pq::Error& error) { return error.state == "40001" || error.state == "40P01"; }

// Nothing here depends on what the server's owner has made usual.
constexpr const char* kSettings =
    "SET client_min_messages TO warning; SET search_path TO fogg_arena; SET bytea_output TO hex;"
    "SET default_transaction_isolation TO 'read committed'; SET default_transaction_read_only TO off;"
    // The server, too, must notice soon that we are gone: it holds the lock of whoever runs a competition.
    "SET tcp_keepalives_idle TO 10; SET tcp_keepalives_interval TO 5; SET tcp_keepalives_count TO 3;";

}  // namespace

// Waits between two tries, for a bounded time, and says so.
class Session::Waiting {
 public:
  Waiting(const Session& session, std::chrono::milliseconds patience) : session_(session), patience_(patience) {}
  // Throws BookError if it was long enough.
  void wait(const pq::Error& error) {
    const Database& database = session_.database_;
    const std::string message = fmt::format("{}: {}", session_.place(), error.message);
    if (Clock::now() - begin_ >= patience_) throw BookError{message};
    if (database.gives_up && database.gives_up()) throw BookError{message};
    if (!said_ && database.say) {
      database.say(fmt::format("{}; trying again for up to {} s", message,
                               std::chrono::duration_cast<std::chrono::seconds>(patience_).count()));
      said_ = true;
    }
    std::this_thread::sleep_for(pause_);
    pause_ = std::min<std::chrono::milliseconds>(kBetweenTries, 2 * pause_);
  }
  void over() const {
    if (said_) session_.database_.say("the database is back");
  }

 private:
  const Session& session_;
  std::chrono::milliseconds patience_;
  Clock::time_point begin_ = Clock::now();
  std::chrono::milliseconds pause_ = kBeforeFirst;
  bool said_ = false;
};

Session::Session(const Database& database) : database_(database), address_(database.url) {
  Waiting waiting(*this, database_.waits_at_start ? database_.patience : std::chrono::milliseconds(0));
  while (!connection_) {
    try {
      connect();
      waiting.over();
    } catch (const pq::Error& error) {
      waiting.wait(error);
    }
  }
}

void Session::connect() {
  connection_.reset();
  connection_.emplace(address_);
  try {
    connection_->script(kSettings);
    check_format(*connection_, place());
    if (required_) required_(*connection_);
  } catch (...) {
    connection_.reset();
    throw;
  }
}

void Session::require(std::function<void(pq::Connection&)> what, std::chrono::milliseconds patience) {
  const std::lock_guard lock(mutex_);
  required_ = std::move(what);
  const auto begin = Clock::now();
  while (true) {
    try {
      if (!connection_) {
        connect();
      } else {
        required_(*connection_);
      }
      return;
    } catch (const pq::Error& error) {
      if (Clock::now() - begin >= patience) throw BookError{fmt::format("{}: {}", place(), error.message)};
      std::this_thread::sleep_for(kBetweenTries);
    }
  }
}

void Session::attempt(Kind kind, const Steps& steps, bool again, bool& in_doubt) {
  if (!connection_) connect();
  try {
    connection_->script(kind == Kind::kLight ? "BEGIN; SET LOCAL synchronous_commit TO off" : "BEGIN");
    steps(*connection_, again);
  } catch (const pq::Error& error) {
    if (!error.lost) connection_->script("ROLLBACK");
    throw;
  } catch (...) {
    connection_->script("ROLLBACK");
    throw;
  }
  try {
    connection_->script("COMMIT");
  } catch (const pq::Error& error) {
    in_doubt = error.lost;
    throw;
  }
}

void Session::transact(Kind kind, const Steps& steps) {
  const std::lock_guard lock(mutex_);
  Waiting waiting(*this, database_.patience);
  for (bool again = false;; again = true) {
    bool in_doubt = false;
    try {
      attempt(kind, steps, again, in_doubt);
      waiting.over();
      return;
    } catch (const pq::Error& error) {
      if (error.lost) connection_.reset();
      if (in_doubt && kind == Kind::kOnce)
        throw BookError{fmt::format("{}: the connection was lost ({}), and it is not known whether this was still done",
                                    place(), error.message)};
      if (!error.lost && !is_collision(error)) throw BookError{fmt::format("{}: {}", place(), error.message)};
      waiting.wait(error);
    }
  }
}

bool Session::has_tables() {
  return get(Kind::kRepeatable, [](pq::Connection& db) { return tables_are_there(db); });
}

void Session::make_tables() {
  transact(Kind::kRepeatable, [&](pq::Connection& db, bool) { create_tables(db, place()); });
}

std::string shown(const Database& database) { return pq::Address(database.url).shown(); }

}  // namespace fogg::arena
