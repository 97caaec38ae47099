#include "wire/v1_command.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <initializer_list>
#include <utility>

#include "record/event.h"
#include "wire/v09_words.h"

namespace fogg::v1 {

namespace json = boost::json;

namespace {

constexpr std::array<std::string_view, kErrorCodes> kCodes = {
    "bad_json",       "bad_message", "hello_first",    "protocol",  "no_table",    "full",
    "began",          "bad_name",    "name_taken",     "bad_token", "bad_edition", "bad_seats",
    "bad_bot",        "not_seated",  "seated_already", "not_asked", "answered",    "illegal",
    "unknown_action", "not_allowed", "too_many",       "too_long",  "frozen"};

[[noreturn]] void fail(std::string_view path, std::string_view message) {
  throw Fault{ErrorCode::kBadMessage, fmt::format("\"{}\" {}", path, message), std::string(path)};
}

// One message, with checks at every step. The first thing wrong is thrown as a Fault.
class Reader {
 public:
  explicit Reader(const json::object& object) : object_(object) {}

  bool has(std::string_view key) const {
    const json::value* found = object_.if_contains(key);
    return found != nullptr && !found->is_null();
  }
  const json::value& need(std::string_view key) const {
    if (!has(key)) fail(key, "is missing");
    return *object_.if_contains(key);
  }
  std::string text(std::string_view key, std::size_t most) const {
    const json::value& value = need(key);
    if (!value.is_string()) fail(key, "must be a text");
    if (value.get_string().size() > most) fail(key, "is too long");
    return {value.get_string().data(), value.get_string().size()};
  }
  std::string text_or_none(std::string_view key, std::size_t most) const {
    return has(key) ? text(key, most) : std::string();
  }
  int number(std::string_view key, int least, int most) const {
    const json::value& value = need(key);
    if (!value.is_int64() || value.get_int64() < least || value.get_int64() > most)
      fail(key, fmt::format("must be a whole number from {} to {}", least, most));
    return static_cast<int>(value.get_int64());
  }
  bool flag(std::string_view key, bool usual) const {
    if (!has(key)) return usual;
    if (!need(key).is_bool()) fail(key, "must be true or false");
    return need(key).get_bool();
  }

 private:
  const json::object& object_;
};

constexpr std::size_t kMaxWord = 200;
constexpr int kMaxSeq = 1'000'000;
constexpr double kMaxMoveTime = 7.0 * 24 * 3600;

Hello hello(const Reader& from) {
  const json::value& range = from.need("protocol");
  const bool good = range.is_array() && range.get_array().size() == 2 && range.get_array()[0].is_int64() &&
                    range.get_array()[1].is_int64();
  if (!good) fail("protocol", "must be a list of two numbers, the least and the most version");
  Hello out;
  out.least = static_cast<int>(std::clamp<std::int64_t>(range.get_array()[0].get_int64(), 0, 1000));
  out.most = static_cast<int>(std::clamp<std::int64_t>(range.get_array()[1].get_int64(), 0, 1000));
  out.position = from.flag("position", true);
  from.text_or_none("client", kMaxWord);
  return out;
}

std::optional<double> move_time(const Reader& from) {
  if (!from.has("clock")) return {};
  const json::value& clock = from.need("clock");
  if (clock.is_bool() && !clock.get_bool()) return 0;
  const json::value* move = clock.is_object() ? clock.get_object().if_contains("move") : nullptr;
  if (move == nullptr || !move->is_number())
    fail("clock", "must be false or have \"move\", the seconds for a decision");
  const double seconds = move->to_number<double>();
  if (!(seconds >= 1 && seconds <= kMaxMoveTime)) fail("clock.move", "must be from 1 second to a week");
  return seconds;
}

ObserverRights rights(const Reader& from) {
  const std::string word = from.has("observers") ? from.text("observers", kMaxWord) : "public";
  if (word == "public") return ObserverRights::kPublic;
  if (word == "all") return ObserverRights::kAll;
  if (word == "none") return ObserverRights::kNone;
  fail("observers", "must be \"public\", \"all\" or \"none\"");
}

Create create(const Reader& from) {
  Create out;
  out.edition = from.text("edition", kMaxWord);
  const json::value& seats = from.need("seats");
  if (!seats.is_array() || seats.get_array().size() < 2 || seats.get_array().size() > kMaxPlayers)
    fail("seats", fmt::format("must be a list of 2 to {}", kMaxPlayers));
  for (const json::value& seat : seats.get_array()) {
    if (!seat.is_string() || seat.get_string().empty() || seat.get_string().size() > kMaxWord)
      fail("seats", "has something other than \"me\", \"open\" or a bot");
    out.seats.emplace_back(seat.get_string().data(), seat.get_string().size());
  }
  out.name = from.text_or_none("name", kMaxWord);
  out.color = from.text_or_none("color", kMaxWord);
  if (from.has("listed")) out.listed = from.flag("listed", true);
  out.observers = rights(from);
  out.move_time = move_time(from);
  out.chat = from.flag("chat", true);
  out.v09 = from.flag("v09", false);
  return out;
}

// A competition finds the table itself for those who show that they take part.
Join join(const Reader& from) {
  Join out;
  out.token = from.text_or_none("token", kMaxWord);
  out.table = out.token.empty() ? from.text("table", kMaxWord) : from.text_or_none("table", kMaxWord);
  out.name = from.text("name", kMaxWord);
  out.color = from.text_or_none("color", kMaxWord);
  return out;
}

int after(const Reader& from) { return from.has("after") ? from.number("after", 0, kMaxSeq) : 0; }

Chat chat(const Reader& from) {
  Chat out{from.text("text", 4UL * kMaxChat)};
  const auto is_start = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  if (std::count_if(out.text.begin(), out.text.end(), is_start) > kMaxChat)
    throw Fault{ErrorCode::kTooLong, fmt::format("at most {} characters", kMaxChat), "text"};
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  if (out.text.empty() || std::any_of(out.text.begin(), out.text.end(), is_control))
    fail("text", "must be one line of text");
  return out;
}

Command command(const Reader& from) {
  const std::string type = from.text("type", kMaxWord);
  if (type == "hello") return hello(from);
  if (type == "lobby") return LobbyQuery{from.flag("follow", false)};
  if (type == "create") return create(from);
  if (type == "join") return join(from);
  if (type == "resume") return Resume{from.text("table", kMaxWord), from.text("token", kMaxWord), after(from)};
  if (type == "watch") return Watch{from.text("table", kMaxWord), from.text_or_none("token", kMaxWord), after(from)};
  if (type == "move") return Move{from.number("request", 1, kMaxSeq), from.need("action")};
  if (type == "hint") return Hint{from.text_or_none("bot", kMaxWord)};
  if (type == "undo") return Undo{};
  if (type == "resign") return Resign{};
  if (type == "rematch") return Rematch{};
  if (type == "chat") return chat(from);
  if (type == "leave") return Leave{};
  if (type == "ping") return Ping{};
  fail("type", "is not a type of message");
}

// Whatever it is, it comes back as it was, so it must be small.
std::string ref_of(const json::object& object) {
  const json::value* ref = object.if_contains("ref");
  if (ref == nullptr || ref->is_null()) return {};
  constexpr std::size_t kMaxRef = 64;
  const bool good = ref->is_int64() || (ref->is_string() && ref->get_string().size() <= kMaxRef);
  if (!good) fail("ref", "must be a whole number or a short text");
  return json::serialize(*ref);
}

}  // namespace

std::string_view name(ErrorCode code) { return kCodes[static_cast<std::size_t>(code)]; }

tl::expected<Message, Fault> parse_message(std::string_view text) {
  json::parse_options options;
  options.max_depth = 8;
  boost::system::error_code error;
  const json::value value = json::parse({text.data(), text.size()}, error, {}, options);
  if (error) return tl::unexpected(Fault{ErrorCode::kBadJson, "this is not JSON: " + error.message(), ""});
  if (!value.is_object()) return tl::unexpected(Fault{ErrorCode::kBadMessage, "a message is an object", ""});
  std::string ref;
  try {
    ref = ref_of(value.get_object());
    return Message{command(Reader(value.get_object())), ref};
  } catch (Fault& fault) {
    fault.ref = ref;
    return tl::unexpected(std::move(fault));
  }
}

// As for old clients, who see these names too, but blanks inside are welcome.
bool is_name(std::string_view text) {
  if (text.empty() || text.front() == ' ' || text.back() == ' ') return false;
  std::string joined(text);
  std::replace(joined.begin(), joined.end(), ' ', '_');
  return v09::is_name(joined);
}

std::optional<Action> action_of(const Edition& edition, const json::value& value) {
  if (value.is_int64()) {
    const std::int64_t id = value.get_int64();
    if (id < 0 || id >= edition.action_count()) return {};
    return edition.action(static_cast<int>(id));
  }
  if (value.is_string()) return parse_action(edition, {value.get_string().data(), value.get_string().size()});
  if (value.is_object()) return action_from_json(edition, json::serialize(value));
  return {};
}

}  // namespace fogg::v1
