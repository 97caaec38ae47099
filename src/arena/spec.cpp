#include "arena/spec.h"

#include <fmt/format.h>
#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cmath>
#include <filesystem>
#include <optional>
#include <set>

#include "bots/bot.h"
#include "wire/v09_words.h"

namespace fogg::arena {

namespace {

namespace json = boost::json;

constexpr std::size_t kMostBytes = 1 << 20;
constexpr std::size_t kLongestName = 32;
constexpr int kMostDealsOfTest = 10'000;  // if the file does not say

struct Wrong {
  std::string message;
};

// Reads the keys of one table and complains about those that nobody asked for.
class Reader {
 public:
  Reader(std::string file, const toml::table& table) : file_(std::move(file)), table_(table) {}

  void text(std::string_view key, std::string& value) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    const auto found = node->value_exact<std::string>();
    if (!found) fail(key, *node, "must be a text");
    value = *found;
  }
  void whole(std::string_view key, int& value, int least, int most) {
    std::int64_t wide = value;
    whole(key, wide, least, most);
    value = static_cast<int>(wide);
  }
  void whole(std::string_view key, std::int64_t& value, std::int64_t least, std::int64_t most) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    const auto found = node->value_exact<std::int64_t>();
    if (!found || *found < least || *found > most)
      fail(key, *node, fmt::format("must be a whole number from {} to {}", least, most));
    value = *found;
  }
  void seconds(std::string_view key, double& value) { number(key, value, 0.001, 1e6, " of seconds"); }
  void number(std::string_view key, double& value, double least, double most, std::string_view of = "") {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    const auto found = node->value<double>();
    // Written so that it is not true of what is no number.
    if (!found || !node->is_number() || !(*found >= least && *found <= most))
      fail(key, *node, fmt::format("must be a number{} from {:.15g} to {:.15g}", of, least, most));
    value = *found;
  }
  void texts(std::string_view key, std::vector<std::string>& values) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    const toml::array* list = node->as_array();
    values.clear();
    if (list != nullptr) {
      for (const toml::node& one : *list) {
        const auto found = one.value_exact<std::string>();
        if (!found) fail(key, one, "must be a list of texts");
        values.push_back(*found);
      }
    } else if (const auto found = node->value_exact<std::string>()) {
      values.push_back(*found);
    } else {
      fail(key, *node, "must be a text or a list of texts");
    }
  }
  template <typename E, std::size_t N>
  void choice(std::string_view key, E& value, const std::array<std::string_view, N>& words) {
    std::string word;
    text(key, word);
    if (!table_.contains(key)) return;
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) fail(key, *table_.get(key), fmt::format("must be one of: {}", fmt::join(words, ", ")));
    value = static_cast<E>(found - words.begin());
  }
  const toml::table* part(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) return nullptr;
    if (!node->is_table()) fail(key, *node, "must be a table");
    return node->as_table();
  }
  const toml::array* parts(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) return nullptr;
    if (!node->is_array_of_tables()) fail(key, *node, fmt::format("must be written as [[{}]]", key));
    return node->as_array();
  }
  bool has(std::string_view key) const { return table_.contains(key); }
  void nothing_else() const {
    for (const auto& [key, node] : table_) {
      if (!known_.contains(std::string(key.str()))) fail(key.str(), node, "there is no such setting");
    }
  }
  [[noreturn]] void fail(std::string_view key, const toml::node& node, std::string_view why) const {
    throw Wrong{fmt::format("{}:{}: {}: {}", file_, node.source().begin.line, key, why)};
  }
  [[noreturn]] void fail(std::string_view why) const {
    throw Wrong{fmt::format("{}:{}: {}", file_, table_.source().begin.line, why)};
  }

 private:
  const toml::node* find(std::string_view key) {
    known_.insert(std::string(key));
    return table_.get(key);
  }

  std::string file_;
  const toml::table& table_;
  std::set<std::string> known_;
};

constexpr std::array<std::string_view, 4> kWays = {"built-in", "program", "connects", "connects-v0.9"};
constexpr std::array<std::string_view, 4> kFormats = {"round-robin", "gauntlet", "swiss", "knock-out"};
constexpr std::array<std::string_view, 2> kSeatings = {"all", "cyclic"};
constexpr std::array<std::string_view, 2> kPolicies = {"play-on", "forfeit"};

// Names are shown in terminals and pages, and protocol v0.9 has them between spaces.
std::string wrong_name(std::string_view name) {
  if (name.empty()) return "an entrant needs a name";
  if (name.size() > kLongestName) return fmt::format("a name has at most {} bytes", kLongestName);
  const auto is_odd = [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '@' || c == 0x7F; };
  if (std::any_of(name.begin(), name.end(), is_odd)) return "a name has no spaces, control characters or @";
  if (!v09::is_name(name)) return "a name has nothing that cannot be printed";
  return {};
}

std::string wrong_bot(const std::string& spec) {
  std::string why;
  make_bot(spec, &why);
  return why;
}

std::string absolute(const std::string& folder, const std::string& path) {
  return std::filesystem::absolute(std::filesystem::path(folder) / path).lexically_normal().string();
}

EntrantSpec read_entrant(Reader& in, const std::string& folder) {
  EntrantSpec entrant;
  in.text("name", entrant.name);
  in.text("bot", entrant.bot);
  in.text("cmd", entrant.command);
  in.text("folder", entrant.folder);
  in.texts("reads", entrant.reads);
  std::string protocol;
  in.text("connects", protocol);
  in.whole("connections", entrant.connections, 1, 1000);
  in.nothing_else();
  if (const std::string why = wrong_name(entrant.name); !why.empty()) in.fail(why);
  if ((in.has("bot") ? 1 : 0) + (in.has("cmd") ? 1 : 0) + (in.has("connects") ? 1 : 0) != 1)
    in.fail(fmt::format("{} must have exactly one of: bot, cmd, connects", entrant.name));
  if (in.has("bot")) {
    if (const std::string why = wrong_bot(entrant.bot); !why.empty()) in.fail(why);
  } else if (in.has("cmd")) {
    entrant.way = Way::kProgram;
    if (entrant.command.empty()) in.fail(fmt::format("{} has an empty cmd", entrant.name));
    entrant.folder = absolute(folder, entrant.folder.empty() ? "." : entrant.folder);
    for (std::string& path : entrant.reads) path = absolute(folder, path);
  } else if (protocol == "current" || protocol == "v0.9") {
    entrant.way = protocol == "current" ? Way::kConnects : Way::kConnectsV09;
  } else {
    in.fail(fmt::format("{} connects by \"{}\"; there are: current, v0.9", entrant.name, protocol));
  }
  return entrant;
}

void read_course(Reader& in, Course& course) {
  in.choice("format", course.format, kFormats);
  in.whole("seats", course.seats, 2, 5);
  in.whole("deals", course.deals, 1, 1'000'000);
  in.choice("seatings", course.seatings, kSeatings);
  in.texts("editions", course.editions);
  in.whole("rounds", course.rounds, 1, kMostRounds);
  in.whole("champions", course.champions, 1, static_cast<int>(kMostEntrants));
  in.whole("advance", course.advance, 1, 4);
  std::int64_t seed = 1;
  in.whole("seed", seed, 0, INT64_MAX);
  course.seed = static_cast<std::uint64_t>(seed);
  if (course.editions.empty()) course.editions = {"usa-2004"};
  std::set<std::string> different(course.editions.begin(), course.editions.end());
  if (different.size() != course.editions.size()) in.fail("an edition is named twice");
}

Spec read(const std::string& file, const toml::table& table, const std::string& folder) {
  Spec spec;
  Reader in(file, table);
  in.text("name", spec.name);
  read_course(in, spec.course);
  if (const toml::table* part = in.part("limits")) {
    Reader limits(file, *part);
    limits.seconds("start", spec.limits.start);
    limits.seconds("move", spec.limits.move);
    limits.seconds("game", spec.limits.game);
    limits.seconds("arrive", spec.limits.arrive);
    limits.whole("memory", spec.limits.memory, 16, 1 << 20);
    limits.whole("processes", spec.limits.processes, 1, 10'000);
    limits.whole("scratch", spec.limits.scratch, 1, 1 << 20);
    limits.nothing_else();
  }
  if (const toml::table* part = in.part("faults")) {
    Reader faults(file, *part);
    faults.choice("policy", spec.faults.policy, kPolicies);
    faults.text("stand-in", spec.faults.stand_in);
    faults.whole("tries", spec.faults.tries, 1, 1000);
    faults.whole("timeouts", spec.faults.timeouts, 1, 1000);
    faults.whole("disqualify-after", spec.faults.disqualify_after, 0, 1'000'000);
    faults.nothing_else();
    if (const std::string why = wrong_bot(spec.faults.stand_in); !why.empty()) faults.fail(why);
  }
  if (const toml::table* part = in.part("sprt")) {
    Reader sprt(file, *part);
    SprtOptions options;
    sprt.number("elo0", options.elo0, -1000, 1000);
    sprt.number("elo1", options.elo1, -1000, 1000);
    sprt.number("alpha", options.alpha, 0.0001, 0.5);
    sprt.number("beta", options.beta, 0.0001, 0.5);
    sprt.nothing_else();
    if (!options.valid()) sprt.fail("elo0 must be below elo1, and alpha and beta together below 1");
    if (!in.has("deals")) spec.course.deals = kMostDealsOfTest;
    spec.course.sprt = options;
  }
  if (const toml::array* list = in.parts("entrant")) {
    if (list->size() > kMostEntrants) in.fail(fmt::format("there are more than {} entrants", kMostEntrants));
    std::set<std::string> names;
    for (const toml::node& node : *list) {
      Reader entrant(file, *node.as_table());
      spec.entrants.push_back(read_entrant(entrant, folder));
      if (!names.insert(spec.entrants.back().name).second)
        entrant.fail(fmt::format("there are two entrants named {}", spec.entrants.back().name));
    }
  }
  in.nothing_else();
  if (spec.name.empty()) spec.name = std::filesystem::path(file).stem().string();
  return spec;
}

toml::table parse(const std::string& file, std::string_view text) {
  if (text.size() > kMostBytes) throw Wrong{fmt::format("{} is larger than 1 MiB", file)};
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    throw Wrong{fmt::format("{}:{}: {}", file, error.source().begin.line, error.description())};
  }
}

}  // namespace

std::string_view name(Way way) { return kWays[static_cast<std::size_t>(way)]; }

tl::expected<Spec, std::string> read_spec(const std::string& file, std::string_view text, const std::string& folder) {
  try {
    const toml::table table = parse(file, text);
    Spec spec = read(file, table, folder);
    spec.text = text;
    return spec;
  } catch (const Wrong& wrong) {
    return tl::unexpected(wrong.message);
  }
}

tl::expected<EntrantSpec, std::string> read_entrant(const std::string& file, std::string_view text,
                                                    const std::string& folder) {
  try {
    const toml::table table = parse(file, text);
    Reader in(file, table);
    return read_entrant(in, folder);
  } catch (const Wrong& wrong) {
    return tl::unexpected(wrong.message);
  }
}

std::optional<std::string> problem_with(const EntrantSpec& entrant,
                                        const std::vector<std::shared_ptr<const Edition>>& editions) {
  if (entrant.way != Way::kConnectsV09) return {};
  for (const auto& edition : editions)
    if (!v09::can_play(*edition))
      return fmt::format("{} speaks protocol v0.9, which has no words for {}: only editions of the USA can be played",
                         entrant.name, edition->id);
  return {};
}

std::string to_json(const EntrantSpec& entrant) {
  json::object out;
  out["name"] = entrant.name;
  out["way"] = name(entrant.way);
  if (entrant.way == Way::kBuiltIn) out["bot"] = entrant.bot;
  if (entrant.way == Way::kProgram) {
    out["cmd"] = entrant.command;
    out["folder"] = entrant.folder;
    out["reads"] = json::array(entrant.reads.begin(), entrant.reads.end());
  }
  if (entrant.way >= Way::kConnects) out["connections"] = entrant.connections;
  return json::serialize(out);
}

tl::expected<EntrantSpec, std::string> entrant_from_json(std::string_view text) {
  try {
    const json::value value = json::parse(json::string_view(text.data(), text.size()));
    const json::object& in = value.as_object();
    const auto word = [&](const char* key) { return std::string(in.at(key).as_string()); };
    EntrantSpec entrant;
    entrant.name = word("name");
    const auto way = std::find(kWays.begin(), kWays.end(), word("way"));
    if (way == kWays.end()) return tl::unexpected("unknown way of an entrant: " + word("way"));
    entrant.way = static_cast<Way>(way - kWays.begin());
    if (entrant.way == Way::kBuiltIn) entrant.bot = word("bot");
    if (entrant.way == Way::kProgram) {
      entrant.command = word("cmd");
      entrant.folder = word("folder");
      for (const json::value& path : in.at("reads").as_array()) entrant.reads.emplace_back(path.as_string());
    }
    if (entrant.way >= Way::kConnects) entrant.connections = static_cast<int>(in.at("connections").as_int64());
    return entrant;
  } catch (const std::exception& error) {
    return tl::unexpected(fmt::format("an entrant that cannot be read: {}", error.what()));
  }
}

}  // namespace fogg::arena
