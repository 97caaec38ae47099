// What a server is told: by options, by a TOML file, or by default. Every setting has one name in both.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "server/table_options.h"
#include "wire/v09_words.h"

namespace fogg::server {

enum class Sync : std::uint8_t { kNormal, kFull };
enum class Rejoin : std::uint8_t { kOff, kAddress, kName };
enum class Away : std::uint8_t { kPlayOn, kForfeit };

struct Config {
  std::string bind = "127.0.0.1";
  int v09 = 8080;
  int tcp = 8081;
  int http = 8000;
  std::string edition = "usa-2004";
  int players = 2;
  std::vector<std::string> bots;
  std::optional<std::uint64_t> seed;
  Observers observers = Observers::kPublic;
  std::string observer_token;
  v09::Dialect dialect = v09::Dialect::kCamel;
  std::string store = "fogg.db";
  Sync sync = Sync::kNormal;
  std::string log;  // folder, empty: none
  double move_time = 300;
  double grace = 60;
  Away away = Away::kPlayOn;
  std::string stand_in = "hungry";
  int bot_threads = 0;  // 0: one per core
  double bot_time = 60;
  bool pace = true;
  Rejoin rejoin = Rejoin::kAddress;
  bool once = false;
  int max_connections = 10'000;
  int max_connections_per_address = 1'000;
  int max_joins_per_minute = 600;  // of one address
  int max_tables = 10'000;
  int max_refusals = 50;   // in a row
  int send_buffer = 1024;  // KiB
  bool metrics_everywhere = false;
  std::string origin;  // of pages that may connect besides our own
};

// One setting: its name, what it is, and how to get and set it as text.
struct Setting {
  std::string_view name;
  std::string_view kind;  // PORT, SECONDS, …; empty: a switch
  std::string_view help;
  std::function<std::string(const Config&)> show;  // as in TOML; empty: not set
  // Returns what is wrong, or nothing.
  std::function<std::string(Config&, const std::string&)> set;
};
const std::vector<Setting>& settings();

struct ConfigError {
  std::string message;
};

// Sets what the text of a TOML file says; throws ConfigError with file, line and key.
void read_toml(Config& config, const std::string& file, std::string_view text);
// The effective settings as TOML.
std::string to_toml(const Config& config);

}  // namespace fogg::server
