// Competitions in a PostgreSQL database, for several machines. A database may have many of them, each with its own name.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "arena/book.h"

namespace fogg::arena {

struct Database {
  std::string url;  // postgresql://user:password@host:port/name
  // A connection that is lost is made anew, also after a restart of the server; for so long at most.
  std::chrono::milliseconds patience = std::chrono::minutes(2);
  bool waits_at_start = false;  // the same for the first connection
  // Called from whatever thread waits for it: a line for the organiser; and whether there is no point in waiting any longer.
  std::function<void(const std::string&)> say = {};
  std::function<bool()> gives_up = {};
};

// The address without its password, for messages.
std::string shown(const Database& database);

// All throw BookError. The tables are made when there are none.
std::unique_ptr<Book> make_book(const Database& database, const std::string& name, const NewCompetition& competition);
std::unique_ptr<Book> open_book(const Database& database, const std::string& name, Access access);

// What a worker chooses from.
struct Offer {
  std::string name;
  Phase phase = Phase::kRunning;
  bool has_games = false;  // that nobody has
  int workers = 0;  // that have games of it now
};
class Offers {
 public:
  virtual ~Offers() = default;
  // In the order in which they were begun; none if the database has no tables yet.
  virtual std::vector<Offer> all() = 0;
};
std::unique_ptr<Offers> open_offers(const Database& database);

}  // namespace fogg::arena
