#include "arena/pq.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <libpq-fe.h>
#include <algorithm>
#include <array>
#include <charconv>

#include "arena/book.h"

namespace fogg::arena::pq {

namespace {

// What a connection has unless its address says otherwise: a machine that is gone without a word is noticed within half a minute.
constexpr std::array<std::pair<const char*, const char*>, 7> kUsual = {{{"application_name", "fogg"},
                                                                        {"connect_timeout", "10"},
                                                                        {"keepalives_idle", "10"},
                                                                        {"keepalives_interval", "5"},
                                                                        {"keepalives_count", "3"},
                                                                        {"tcp_user_timeout", "30000"},
                                                                        {"client_encoding", "UTF8"}}};

// The server's messages have several lines, the first of which says it all.
std::string first_line(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  constexpr std::string_view kPrefix = "ERROR:  ";
  if (text.substr(0, kPrefix.size()) == kPrefix) text.remove_prefix(kPrefix.size());
  return std::string(text);
}

// The server says so itself when it is about to close all connections, or does not accept any yet.
bool ends_session(std::string_view state) {
  return state == "57P01" || state == "57P02" || state == "57P03" || state == "53300" || state.substr(0, 2) == "08";
}

void ignore_notice(void*, const pg_result*) {}

int digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

}  // namespace

Address::Address(const std::string& url) {
  if (!url.starts_with("postgresql://") && !url.starts_with("postgres://"))
    throw BookError{"the address of a database looks like postgresql://user@host:5432/name"};
  // The library's own message would repeat the address, with the password in it.
  char* problem = nullptr;
  const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> parsed(PQconninfoParse(url.c_str(), &problem),
                                                                            &PQconninfoFree);
  PQfreemem(problem);
  if (!parsed)
    throw BookError{
        "the database's address cannot be read; it looks like postgresql://user@host:5432/name, "
        "and in a password signs like @ : / % are written as %40 %3A %2F %25"};
  for (const auto& [keyword, value] : kUsual) set(keyword, value);
  std::string user;
  std::string host;
  std::string port;
  std::string name;
  for (const PQconninfoOption* option = parsed.get(); option->keyword != nullptr; ++option) {
    if (option->val == nullptr) continue;
    const std::string keyword = option->keyword;
    set(keyword, option->val);
    if (keyword == "password") secret_ = option->val;
    if (keyword == "user") user = fmt::format("{}@", option->val);
    if (keyword == "host") host = option->val;
    if (keyword == "port") port = fmt::format(":{}", option->val);
    if (keyword == "dbname") name = option->val;
  }
  // Half of a password with an @ in it would be taken for a part of the host, and shown.
  if (host.find('@') != std::string::npos)
    throw BookError{"the database's address has more than one @; in a password it is written as %40"};
  shown_ = without_secret(fmt::format("postgresql://{}{}{}/{}", user, host, port, name));
}

void Address::set(const std::string& keyword, const std::string& value) {
  const auto found =
      std::find_if(settings_.begin(), settings_.end(), [&](const auto& one) { return one.first == keyword; });
  if (found != settings_.end()) {
    found->second = value;
  } else {
    settings_.emplace_back(keyword, value);
  }
}

std::string Address::without_secret(std::string text) const {
  if (secret_.empty()) return text;
  for (std::size_t at = text.find(secret_); at != std::string::npos; at = text.find(secret_, at + 3))
    text.replace(at, secret_.size(), "***");
  return text;
}

// -- Results

void Result::Clear::operator()(pg_result* result) const { PQclear(result); }

Result::Result(pg_result* result) : result_(result) {}

int Result::rows() const { return PQntuples(result_.get()); }

std::string_view Result::text(int row, int column) const {
  return {PQgetvalue(result_.get(), row, column), static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
}

std::int64_t Result::number(int row, int column) const {
  const std::string_view digits = text(row, column);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size())
    throw BookError{fmt::format("the database has \"{}\" where a number should be", digits)};
  return number;
}

std::string Result::bytes(int row, int column) const {
  const std::string_view hex = text(row, column);
  if (!hex.starts_with("\\x") || hex.size() % 2 != 0)
    throw BookError{"the database shows bytes in a way that is not known here"};
  std::string bytes;
  bytes.reserve(hex.size() / 2);
  for (std::size_t i = 2; i < hex.size(); i += 2)
    bytes.push_back(static_cast<char>(digit(hex[i]) << 4 | digit(hex[i + 1])));
  return bytes;
}

std::int64_t Result::affected() const {
  const std::string_view digits = PQcmdTuples(result_.get());
  std::int64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

// -- Connections

void Connection::Finish::operator()(pg_conn* connection) const { PQfinish(connection); }

Connection::Connection(const Address& address) : address_(address) {
  std::vector<const char*> keywords;
  std::vector<const char*> values;
  for (const auto& [keyword, value] : address.settings_) {
    keywords.push_back(keyword.c_str());
    values.push_back(value.c_str());
  }
  keywords.push_back(nullptr);
  values.push_back(nullptr);
  connection_.reset(PQconnectdbParams(keywords.data(), values.data(), 0));
  if (PQstatus(connection_.get()) != CONNECTION_OK)
    throw Error{address_.without_secret(first_line(PQerrorMessage(connection_.get()))), {}, true};
  PQsetNoticeReceiver(connection_.get(), ignore_notice, nullptr);
}

Result Connection::checked(pg_result* raw) {
  Result result(raw);
  const ExecStatusType status = PQresultStatus(raw);
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return result;
  const char* state = raw == nullptr ? nullptr : PQresultErrorField(raw, PG_DIAG_SQLSTATE);
  const std::string code = state == nullptr ? "" : state;
  const bool lost = PQstatus(connection_.get()) != CONNECTION_OK || ends_session(code);
  const char* words = raw == nullptr ? PQerrorMessage(connection_.get()) : PQresultErrorMessage(raw);
  throw Error{address_.without_secret(first_line(words)), code, lost};
}

Result Connection::run(const std::string& sql, const std::vector<std::string>& values) {
  std::vector<const char*> texts;
  for (const std::string& value : values) {
    // The library takes what stands before a zero byte for all.
    if (value.find('\0') != std::string::npos)
      throw BookError{"a text with a zero byte cannot be kept in the database"};
    texts.push_back(value.c_str());
  }
  return checked(PQexecParams(connection_.get(), sql.c_str(), static_cast<int>(texts.size()), nullptr, texts.data(),
                              nullptr, nullptr, 0));
}

void Connection::script(const std::string& sql) { checked(PQexec(connection_.get(), sql.c_str())); }

// -- Values

std::string bytes_text(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "\\x";
  text.reserve(2 + 2 * bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text.push_back(kDigits[byte >> 4U]);
    text.push_back(kDigits[byte & 15U]);
  }
  return text;
}

std::string array_text(const std::vector<std::string>& values) {
  std::string text = "{";
  for (const std::string& value : values) {
    if (text.size() > 1) text += ',';
    text += '"';
    for (const char c : value) {
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    }
    text += '"';
  }
  return text + "}";
}

std::string array_text(const std::vector<std::int64_t>& values) {
  return fmt::format("{{{}}}", fmt::join(values, ","));
}

}  // namespace fogg::arena::pq
