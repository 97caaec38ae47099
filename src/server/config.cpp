#include "server/config.h"

#include <fmt/format.h>
#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>

#include "bots/bot.h"

namespace fogg::server {

namespace {

std::string quoted(std::string_view text) {
  std::ostringstream out;
  out << toml::value<std::string>(std::string(text));
  return out.str();
}

template <typename T>
std::optional<T> number(const std::string& text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

Setting text(std::string_view name, std::string_view kind, std::string_view help, std::string Config::* at) {
  return {name, kind, help, [at](const Config& c) { return (c.*at).empty() ? "" : quoted(c.*at); },
          [at](Config& c, const std::string& value) {
            c.*at = value;
            return std::string();
          }};
}

Setting whole(std::string_view name, std::string_view kind, std::string_view help, int Config::* at, int least,
              int most) {
  return {name, kind, help, [at](const Config& c) { return std::to_string(c.*at); },
          [at, least, most](Config& c, const std::string& value) -> std::string {
            const auto n = number<int>(value);
            if (!n || *n < least || *n > most) return fmt::format("must be a whole number from {} to {}", least, most);
            c.*at = *n;
            return {};
          }};
}

Setting seconds(std::string_view name, std::string_view help, double Config::* at) {
  constexpr double kMost = 1e6;
  return {name, "SECONDS", help, [at](const Config& c) { return fmt::format("{}", c.*at); },
          [at](Config& c, const std::string& value) -> std::string {
            const auto n = number<double>(value);
            if (!n || !std::isfinite(*n) || *n < 0.001 || *n > kMost)
              return "must be a number of seconds from 0.001 to 1000000";
            c.*at = *n;
            return {};
          }};
}

Setting flag(std::string_view name, std::string_view help, bool Config::* at) {
  return {name, "", help, [at](const Config& c) { return c.*at ? "true" : "false"; },
          [at](Config& c, const std::string& value) -> std::string {
            if (value != "true" && value != "false") return "must be true or false";
            c.*at = value == "true";
            return {};
          }};
}

template <typename E, std::size_t N>
Setting choice(std::string_view name, std::string_view kind, std::string_view help, E Config::* at,
               std::array<std::string_view, N> words) {
  return {name, kind, help, [at, words](const Config& c) { return quoted(words[static_cast<std::size_t>(c.*at)]); },
          [at, words](Config& c, const std::string& value) -> std::string {
            const auto found = std::find(words.begin(), words.end(), value);
            if (found == words.end()) return fmt::format("must be one of: {}", fmt::join(words, ", "));
            c.*at = static_cast<E>(found - words.begin());
            return {};
          }};
}

// What is wrong with a bot's name and options, or nothing.
std::string wrong_bot(const std::string& spec) {
  std::string why;
  make_bot(spec, &why);
  return why;
}

Setting bots() {
  return {"bots", "A,B,…",
          "Seats taken by built-in bots, by name and options, like search:time=1s; the other seats are for clients",
          [](const Config& c) {
            std::string list;
            for (const std::string& bot : c.bots) list += (list.empty() ? "" : ", ") + quoted(bot);
            return "[" + list + "]";
          },
          [](Config& c, const std::string& value) -> std::string {
            std::vector<std::string> names;
            std::istringstream in(value);
            for (std::string name; std::getline(in, name, ',');) {
              if (name.empty()) continue;
              if (std::string why = wrong_bot(name); !why.empty()) return why;
              names.push_back(name);
            }
            c.bots = names;
            return {};
          }};
}

Setting stand_in() {
  Setting setting = text("stand-in", "BOT", "The bot that plays on for a player who is away", &Config::stand_in);
  setting.set = [](Config& c, const std::string& value) -> std::string {
    if (std::string why = wrong_bot(value); !why.empty()) return why;
    c.stand_in = value;
    return {};
  };
  return setting;
}

Setting seed() {
  return {"seed", "NUMBER", "For tests: all games are PREDICTABLE",
          [](const Config& c) { return c.seed ? std::to_string(*c.seed) : std::string(); },
          [](Config& c, const std::string& value) -> std::string {
            const auto n = number<std::uint64_t>(value);
            if (!n || *n > INT64_MAX) return "must be a whole number, not negative";
            c.seed = n;
            return {};
          }};
}

std::vector<Setting> make_settings() {
  using namespace std::string_view_literals;
  constexpr int kPorts = 65535;
  constexpr int kMany = 1'000'000;
  constexpr int kMostBotThreads = 1'000;
  std::vector<Setting> all;
  all.push_back(whole("v09", "PORT", "Port for clients of protocol v0.9; 0: any free one", &Config::v09, 0, kPorts));
  all.push_back(
      whole("tcp", "PORT", "Port for the current protocol in lines; 0: any free one", &Config::tcp, 0, kPorts));
  all.push_back(
      whole("http", "PORT", "Port of the status page and the API; 0: any free one", &Config::http, 0, kPorts));
  all.push_back(text("bind", "ADDR", "Address to listen on; 0.0.0.0 for all", &Config::bind));
  all.push_back(text("edition", "E", "Edition of the tables", &Config::edition));
  all.push_back(whole("players", "N", "Seats of a table, bots included", &Config::players, kMinPlayers, kMaxPlayers));
  all.push_back(bots());
  all.push_back(seed());
  all.push_back(choice(
      "observers", "public|all",
      "What observers see of hidden cards: nothing, or everything (then only from this machine or with the token)",
      &Config::observers, std::array{"public"sv, "all"sv}));
  all.push_back(text("observer-token", "TOKEN",
                     "Lets observers from elsewhere see everything: Join NAME@TOKEN Observer",
                     &Config::observer_token));
  all.push_back(text("log", "DIR", "Folder for a v0.9 log of every game", &Config::log));
  all.push_back(text("store", "FILE", "Where games are kept (SQLite)", &Config::store));
  all.push_back(choice("sync", "normal|full", "full: games survive a power cut too, not only the end of the program",
                       &Config::sync, std::array{"normal"sv, "full"sv}));
  all.push_back(seconds("move-time", "Time to answer a request", &Config::move_time));
  all.push_back(seconds("grace", "Time a player may be away", &Config::grace));
  all.push_back(choice("away", "play-on|forfeit", "What happens after that: a bot plays on, or the game is lost",
                       &Config::away, std::array{"play-on"sv, "forfeit"sv}));
  all.push_back(stand_in());
  all.push_back(whole("bot-threads", "N",
                      "Bots that think at the same time; the others wait for their turn. 0: one per core",
                      &Config::bot_threads, 0, kMostBotThreads));
  all.push_back(seconds("bot-time", "Time after which a bot has to answer with what it has", &Config::bot_time));
  all.push_back(choice("pace", "on|off", "Whether bots take their time where someone looks on, as a person would",
                       &Config::pace, std::array{"off"sv, "on"sv}));
  all.push_back(choice("rejoin", "off|address|name",
                       "Who gets a seat back: nobody, the same name from the same address, the same name",
                       &Config::rejoin, std::array{"off"sv, "address"sv, "name"sv}));
  all.push_back(choice("dialect", "camel|upper", "Spelling of the v0.9 port: as in the protocol, or all in capitals",
                       &Config::dialect, std::array{"camel"sv, "upper"sv}));
  all.push_back(flag("once", "End after the first game", &Config::once));
  all.push_back(whole("max-connections", "N", "Connections in all", &Config::max_connections, 1, kMany));
  all.push_back(whole("max-connections-per-address", "N", "Connections from one address",
                      &Config::max_connections_per_address, 1, kMany));
  all.push_back(whole("max-joins-per-minute", "N", "Joins from one address", &Config::max_joins_per_minute, 1, kMany));
  all.push_back(whole("max-tables", "N", "Tables that wait or play at once", &Config::max_tables, 1, kMany));
  all.push_back(whole("max-refusals", "N", "Refused lines in a row after which a connection is closed",
                      &Config::max_refusals, 1, kMany));
  all.push_back(whole("send-buffer", "KIB", "What may wait for a slow reader before it is disconnected",
                      &Config::send_buffer, 64, kMany));
  all.push_back(text("origin", "URL", "Pages of this origin may connect too, for instance those of a proxy in front",
                     &Config::origin));
  all.push_back(flag("metrics-everywhere", "Show /metrics to other machines too", &Config::metrics_everywhere));
  return all;
}

// A value of the file as the text an option would have.
std::optional<std::string> as_text(const toml::node& node) {
  if (const auto* array = node.as_array()) {
    std::string list;
    for (const toml::node& element : *array) {
      const auto one = element.value_exact<std::string>();
      if (!one) return {};
      list += (list.empty() ? "" : ",") + *one;
    }
    return list;
  }
  if (const auto value = node.value_exact<std::string>()) return value;
  if (const auto value = node.value_exact<bool>()) return *value ? "true" : "false";
  if (const auto value = node.value_exact<std::int64_t>()) return std::to_string(*value);
  if (const auto value = node.value_exact<double>()) return fmt::format("{}", *value);
  return {};
}

}  // namespace

const std::vector<Setting>& settings() {
  static const std::vector<Setting> kAll = make_settings();
  return kAll;
}

void read_toml(Config& config, const std::string& file, std::string_view text) {
  toml::table table;
  try {
    table = toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    throw ConfigError{fmt::format("{}:{}: {}", file, error.source().begin.line, error.description())};
  }
  for (const auto& [key, node] : table) {
    const std::string where = fmt::format("{}:{}: {}", file, node.source().begin.line, key.str());
    const auto& all = settings();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Setting& s) { return s.name == key.str(); });
    if (found == all.end()) throw ConfigError{where + ": there is no such setting (see fogg serve --help)"};
    const auto value = as_text(node);
    if (!value) throw ConfigError{where + ": must be a text, a number, true or false, or a list of texts"};
    if (const std::string wrong = found->set(config, *value); !wrong.empty())
      throw ConfigError{fmt::format("{}: {}", where, wrong)};
  }
}

std::string to_toml(const Config& config) {
  std::string out;
  for (const Setting& setting : settings()) {
    const std::string value = setting.show(config);
    out += value.empty() ? fmt::format("# {} =\n", setting.name) : fmt::format("{} = {}\n", setting.name, value);
  }
  return out;
}

}  // namespace fogg::server
