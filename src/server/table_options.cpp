#include "server/table_options.h"

#include <array>
#include <boost/json.hpp>

namespace fogg::server {

namespace json = boost::json;

namespace {

constexpr std::array<std::string_view, 3> kObservers = {"public", "all", "none"};

}  // namespace

std::string to_json(const TableOptions& options) {
  json::object out;
  out["players"] = options.players;
  json::array& bots = out["bots"].emplace_array();
  for (const std::string& bot : options.bots) bots.emplace_back(bot);
  out["move_time"] = options.move_time;
  const std::string_view observers = kObservers[static_cast<std::size_t>(options.observers)];
  out["observers"] = json::string_view(observers.data(), observers.size());
  out["listed"] = options.listed;
  out["v09"] = options.v09;
  out["chat"] = options.chat;
  if (!options.observer_token_hash.empty()) out["observer_token_hash"] = options.observer_token_hash;
  return json::serialize(out);
}

// Written by this program, but a store is a file, and files get broken.
tl::expected<TableOptions, std::string> table_options_from_json(std::string_view text) {
  const tl::unexpected<std::string> wrong("its options cannot be read");
  boost::system::error_code error;
  const json::value value = json::parse({text.data(), text.size()}, error);
  if (error || !value.is_object()) return wrong;
  const json::object& from = value.get_object();
  TableOptions options;
  auto flag = [&from](const char* name, bool& to) {
    const json::value* found = from.if_contains(name);
    if (found != nullptr && found->is_bool()) to = found->get_bool();
    return found != nullptr && found->is_bool();
  };
  const json::value* players = from.if_contains("players");
  const json::value* bots = from.if_contains("bots");
  const json::value* time = from.if_contains("move_time");
  const json::value* observers = from.if_contains("observers");
  if (players == nullptr || !players->is_int64() || bots == nullptr || !bots->is_array() || time == nullptr ||
      !time->is_number() || observers == nullptr || !observers->is_string())
    return wrong;
  if (!flag("listed", options.listed) || !flag("v09", options.v09) || !flag("chat", options.chat)) return wrong;
  options.players = static_cast<int>(players->get_int64());
  options.move_time = time->to_number<double>();
  if (const json::value* hash = from.if_contains("observer_token_hash"); hash != nullptr && hash->is_string())
    options.observer_token_hash = hash->get_string().c_str();
  for (const json::value& bot : bots->get_array()) {
    if (!bot.is_string()) return wrong;
    options.bots.emplace_back(bot.get_string().c_str());
  }
  for (std::size_t i = 0; i < kObservers.size(); ++i) {
    if (observers->get_string() == json::string_view(kObservers[i].data(), kObservers[i].size())) {
      options.observers = static_cast<Observers>(i);
      return options;
    }
  }
  return wrong;
}

}  // namespace fogg::server
