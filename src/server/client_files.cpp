#include "server/client_files.h"

#include <algorithm>
#include <array>

namespace fogg::server {

namespace {

// The pages of the client beside its first. web/ has the same list, see docs/web.md.
constexpr std::array<std::string_view, 5> kRoutes = {"/table", "/watch", "/replay", "/rules", "/arena"};

bool is_route(std::string_view path) {
  // Codes and numbers are all that stands in an address; what else somebody tries is not there.
  const bool plain = std::ranges::all_of(path, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '/';
  });
  return plain && std::ranges::any_of(kRoutes, [&](std::string_view route) {
           return path.starts_with(route) && (path.size() == route.size() || path[route.size()] == '/');
         });
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Takes the part before the next separator off a list.
std::string_view next_of(std::string_view& list, char separator) {
  const std::size_t end = std::min(list.find(separator), list.size());
  const std::string_view part = trimmed(list.substr(0, end));
  list.remove_prefix(std::min(end + 1, list.size()));
  return part;
}

bool same_word(std::string_view a, std::string_view lower) {
  return std::ranges::equal(a, lower, [](char x, char y) { return (x >= 'A' && x <= 'Z' ? x - 'A' + 'a' : x) == y; });
}

// "q=0", "q=0.000": by all means not.
bool is_zero(std::string_view weight) {
  return (weight.starts_with("q=0") || weight.starts_with("Q=0")) &&
         weight.substr(3).find_first_not_of(".0") == std::string_view::npos;
}

bool takes_gzip(std::string_view accept_encoding) {
  bool any = false;
  while (!accept_encoding.empty()) {
    std::string_view entry = next_of(accept_encoding, ',');
    const std::string_view name = next_of(entry, ';');
    const bool taken = !is_zero(trimmed(entry));
    if (same_word(name, "gzip") || same_word(name, "x-gzip")) return taken;
    if (name == "*") any = taken;
  }
  return any;
}

// Whether a browser has what this tag stands for. No tag of ours has a comma in it.
bool has_tag(std::string_view if_none_match, std::string_view tag) {
  while (!if_none_match.empty()) {
    std::string_view entry = next_of(if_none_match, ',');
    if (entry.starts_with("W/")) entry.remove_prefix(2);
    if (entry == tag || entry == "*") return true;
  }
  return false;
}

}  // namespace

const Asset* client_file(std::string_view path) {
  if (path == "/" || is_route(path)) return find_asset("index.html");
  return path.starts_with('/') ? find_asset(path.substr(1)) : nullptr;
}

ClientAnswer client_answer(const Asset& asset, std::string_view accept_encoding, std::string_view if_none_match) {
  ClientAnswer answer;
  const bool gzip = !asset.gzip.empty() && takes_gzip(accept_encoding);
  // A tag is for the bytes that are sent, so the two forms have different ones.
  answer.etag = '"' + std::string(asset.etag) + (gzip ? "-gzip\"" : "\"");
  answer.cache = asset.immutable ? "public, max-age=31536000, immutable" : "no-cache";
  answer.unchanged = has_tag(if_none_match, answer.etag);
  answer.body = gzip ? asset.gzip : asset.body;
  if (gzip) answer.encoding = "gzip";
  return answer;
}

}  // namespace fogg::server
