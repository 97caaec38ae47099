#include "server/import_log.h"

#include <fmt/format.h>
#include <boost/json.hpp>

#include "playback/import_v09.h"
#include "playback/playback.h"

namespace fogg::server {

namespace json = boost::json;

namespace {

// For a header of HTTP, where names out of the log must not break anything.
std::string plain(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= ' ' && c < 0x7F ? c : '?';
  return out;
}

}  // namespace

Page import_error(int status, std::string_view message, std::optional<int> line) {
  json::object error;
  error["message"] = json::string_view(message.data(), message.size());
  if (line) error["line"] = *line;
  return {status, "application/json", json::serialize(json::object{{"error", std::move(error)}}) + "\n"};
}

Page import_log(const Catalog& catalog, std::string_view log) {
  constexpr int kCannotBeRead = 422;
  if (playback::is_record(log)) return import_error(kCannotBeRead, "this is a record already", 1);
  const auto imported = playback::import_v09(catalog, v09::read_log(log));
  if (!imported) return import_error(kCannotBeRead, imported.error().message, imported.error().line);
  Page page{200, "application/x-ndjson", {}};
  for (const std::string& line : playback::record_lines(*imported)) {
    page.body += line;
    page.body += '\n';
  }
  if (imported->stop) page.stopped = plain(fmt::format("{} {}", imported->stop->line, imported->stop->message));
  return page;
}

}  // namespace fogg::server
