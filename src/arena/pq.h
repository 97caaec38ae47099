// PostgreSQL through its own C library. No more than the book needs: text in, text out, and an error that says whether the connection is lost.
// libpqxx would reconnect by itself, unseen, and a lock that belongs to the session would be gone without anybody being told.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct pg_conn;
struct pg_result;

namespace fogg::arena::pq {

struct Error {
  std::string message;
  std::string state = {};  // the five letters of the SQL standard; empty if there was no answer
  bool lost = false;  // no answer can come any more over this connection
};

// Where a database is, from an address like postgresql://user:password@host:port/name.
class Address {
 public:
  explicit Address(const std::string& url);  // throws BookError

  const std::string& shown() const { return shown_; }  // without the password
  // A message of others, in which the password might be.
  std::string without_secret(std::string text) const;

 private:
  friend class Connection;
  void set(const std::string& keyword, const std::string& value);

  std::vector<std::pair<std::string, std::string>> settings_;
  std::string shown_;
  std::string secret_;
};

class Result {
 public:
  explicit Result(pg_result* result);
  int rows() const;
  std::string_view text(int row, int column) const;
  std::int64_t number(int row, int column) const;
  bool truth(int row, int column) const { return text(row, column) == "t"; }
  std::string bytes(int row, int column) const;  // of a bytea
  std::int64_t affected() const;  // rows that the command has changed

 private:
  struct Clear {
    void operator()(pg_result* result) const;
  };
  std::unique_ptr<pg_result, Clear> result_;
};

class Connection {
 public:
  explicit Connection(const Address& address);  // throws Error

  // One command; $1, $2, … stand for the values.
  Result run(const std::string& sql, const std::vector<std::string>& values = {});
  // Several commands without values.
  void script(const std::string& sql);

 private:
  Result checked(pg_result* result);

  struct Finish {
    void operator()(pg_conn* connection) const;
  };
  const Address& address_;
  std::unique_ptr<pg_conn, Finish> connection_;
};

// Values for parameters: bytes for a bytea, and lists for arrays.
std::string bytes_text(std::string_view bytes);
std::string array_text(const std::vector<std::string>& values);
std::string array_text(const std::vector<std::int64_t>& values);

}  // namespace fogg::arena::pq
