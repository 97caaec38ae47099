// A connection to a PostgreSQL database that comes back when it was lost.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>

#include "arena/database.h"
#include "arena/pq.h"

namespace fogg::arena {

// One connection and a mutex: the thread that runs a competition does nearly all there is to do, in large pieces; others look now and then.
class Session {
 public:
  // Throws BookError if the database cannot be reached now, or is of another format.
  explicit Session(const Database& database);

  // What the connection must have before it is used, made anew with every connection, like a lock. Throws pq::Error: it may become possible
  // in a while; BookError: never.
  void require(std::function<void(pq::Connection&)> what, std::chrono::milliseconds patience);

  enum class Kind : std::uint8_t {
    kRepeatable,  // done twice it is the same as done once
    kLight,  // the same, and it does not matter if a crash of the server undoes it
    kOnce,  // if the connection is lost while it is written down, nobody can tell whether it was
  };
  // Everything that `f` does, or nothing. It is repeated if the connection was lost meanwhile; then `again` is true.
  using Steps = std::function<void(pq::Connection&, bool again)>;
  void transact(Kind kind, const Steps& steps);

  template <typename F>
  std::invoke_result_t<F, pq::Connection&> get(Kind kind, F&& f) {
    std::optional<std::invoke_result_t<F, pq::Connection&>> result;
    transact(kind, [&](pq::Connection& db, bool) { result.emplace(f(db)); });
    return std::move(*result);
  }

  bool has_tables();
  void make_tables();
  const std::string& place() const { return address_.shown(); }

 private:
  class Waiting;
  void connect();
  void attempt(Kind kind, const Steps& steps, bool again, bool& in_doubt);

  Database database_;
  pq::Address address_;
  std::mutex mutex_;
  std::optional<pq::Connection> connection_;
  std::function<void(pq::Connection&)> required_;
};

}  // namespace fogg::arena
