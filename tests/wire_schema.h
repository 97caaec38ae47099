// The messages of protocol v0.9 as the contract has them: which keys, of which types, with which words.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "wire_support.h"

namespace fogg::v09 {

// In camel case; for the other dialect see `in_capitals`.
class Schema {
 public:
  explicit Schema(const Edition& edition) : edition_(edition) {
    for (const City& city : edition.board.cities) cities_.insert(city.id);
  }

  // What is wrong with a message; nothing if it is as the contract says.
  std::string fault(const json::object& message) const {
    const std::string type = word(message, "type");
    if (type == "Request") {
      return wrong(message, {{"type", kFree}, {"player", kSeat}, {"turnType", kRequest}});
    }
    if (type != "Info") return "type";
    if (message.contains("text")) return wrong(message, {{"type", kFree}, {"text", kFree}});
    Fields fields = {{"type", kFree}, {"turnType", kTurnType}, {"success", kBool}, {"player", kSeat}};
    const json::value* success = message.if_contains("success");
    if (success != nullptr && *success == false) {
      fields["errorCode"] = kError;
      return wrong(message, fields);
    }
    const std::string turn_type = word(message, "turnType");
    const auto more = fields_of().find(turn_type);
    if (more == fields_of().end()) return "turnType " + turn_type;
    fields.insert(more->second.begin(), more->second.end());
    // Only what was drawn unseen may be left out.
    const json::value* hidden = message.if_contains("hiddenDeck");
    if (hidden != nullptr && *hidden == true && !message.contains("drawnCard")) fields.erase("drawnCard");
    return wrong(message, fields);
  }

 private:
  enum Type {
    kFree,
    kBool,
    kCount,
    kInteger,
    kSeat,
    kTurnType,
    kRequest,
    kError,
    kClient,
    kCard,
    kCity,
    kCards,
    kNine,
    kTickets,
    kRoutes,
    kOwnRoutes
  };
  using Fields = std::map<std::string, Type>;

  static const std::map<std::string, Fields>& fields_of() {
    static const std::map<std::string, Fields> kFields = {
        {"Join", {{"playerName", kFree}, {"clientType", kClient}}},
        {"BoardState",
         {{"faceUpPassengerCarDeck", kCards},
          {"topdownPassengerCarDeckCount", kCount},
          {"destinationTicketsCount", kCount},
          {"finalTurn", kBool},
          {"activePlayers", kCount},
          {"leftPassengerCars", kCount},
          {"drawnPassengerCars", kNine},
          {"drawnDestinationTickets", kTickets},
          {"toBeClaimedDestinationTickets", kTickets},
          {"ownRoutes", kOwnRoutes}}},
        {"ListAllRoutes", {{"routes", kRoutes}}},
        {"DrawPassengerCars", {{"drawnCard", kCard}, {"faceUpPassengerCarDeck", kCards}, {"hiddenDeck", kBool}}},
        {"ClaimRoute", {{"d1", kCity}, {"d2", kCity}, {"routeColor", kCard}, {"passengerCarColors", kCards}}},
        {"DrawDestinationTickets", {{"drawnCards", kTickets}, {"drawnCardsCount", kCount}}},
        {"ClaimDestinationTickets", {{"drawnCards", kTickets}, {"drawnCardsCount", kCount}}},
        {"FinalScore",
         {{"name", kFree},
          {"totalScore", kInteger},
          {"scorePassengerCars", kCount},
          {"longestRouteLength", kCount},
          {"longestRoute", kBool},
          {"winner", kBool},
          {"claimedTickets", kTickets},
          {"nonClaimedTickets", kTickets}}}};
    return kFields;
  }

  std::string wrong(const json::object& object, const Fields& fields) const {
    for (const auto& [key, type] : fields) {
      const json::value* value = object.if_contains(key);
      if (value == nullptr) return "no " + key;
      if (!is_of(*value, type)) return key;
    }
    if (object.size() != fields.size()) return "a key too many";
    return "";
  }

  static bool is_one_of(const json::value& value, std::initializer_list<std::string_view> words) {
    return value.is_string() && std::ranges::count(words, std::string_view(value.as_string())) == 1;
  }
  template <typename F>
  static bool all(const json::value& value, F&& good) {
    return value.is_array() && std::ranges::all_of(value.as_array(), good);
  }

  bool is_of(const json::value& value, Type type) const {
    switch (type) {
      case kFree: return value.is_string();
      case kBool: return value.is_bool();
      case kInteger: return value.is_int64();
      case kCount: return value.is_int64() && value.as_int64() >= 0;
      case kSeat: return is_one_of(value, {"Blue", "Red", "Green", "Yellow", "Black"});
      case kTurnType:
        return is_one_of(value, {"Join", "DrawPassengerCars", "DrawDestinationTickets", "ClaimDestinationTickets",
                                 "ClaimRoute", "BoardState", "ListAllRoutes", "Turn", "FinalScore", "Unknown"});
      case kRequest: return is_one_of(value, {"Join", "Turn", "ClaimDestinationTickets", "DrawPassengerCars"});
      case kError:
        return is_one_of(value, {"DoubleRouteClaimed", "NoCardLeft", "RuleViolation", "NotPlayersTurn", "InternalError",
                                 "WrongTurnFormat"});
      case kClient: return is_one_of(value, {"Player", "Observer"});
      case kCard:
        return is_one_of(value, {"Purple", "White", "Blue", "Yellow", "Orange", "Black", "Red", "Green", "Rainbow"});
      case kCity: return value.is_string() && cities_.contains(std::string(value.as_string()));
      case kCards: return all(value, [&](const json::value& one) { return is_of(one, kCard); });
      case kNine:
        return all(value, [&](const json::value& one) { return is_of(one, kCount); }) && value.as_array().size() == 9;
      case kTickets: return all(value, [&](const json::value& one) { return is_ticket(one); });
      case kRoutes:
      case kOwnRoutes: return all(value, [&](const json::value& one) { return is_route(one, type == kOwnRoutes); });
    }
    return false;
  }

  bool is_ticket(const json::value& value) const {
    if (!value.is_object()) return false;
    const json::object& object = value.as_object();
    if (!wrong(object, {{"city1", kCity}, {"city2", kCity}, {"points", kCount}}).empty()) return false;
    return std::ranges::any_of(edition_.tickets, [&](const Ticket& t) {
      const std::string& a = edition_.board.end_id(t.a);
      const std::string& b = edition_.board.end_id(t.b);
      const std::string one = word(object, "city1");
      const std::string two = word(object, "city2");
      return ((a == one && b == two) || (a == two && b == one)) && t.points == number(object, "points");
    });
  }

  bool is_route(const json::value& value, bool owned) const {
    if (!value.is_object()) return false;
    Fields fields = {{"d1", kCity}, {"d2", kCity}, {"cost", kCount}, {"color", kCard}};
    if (owned || value.as_object().contains("claimedBy")) fields["claimedBy"] = kSeat;
    return wrong(value.as_object(), fields).empty();
  }

  const Edition& edition_;
  std::set<std::string> cities_;
};

// The same message in the dialect of the slides: everything in capitals but names and free text.
inline json::value in_capitals(const json::value& value) {
  auto upper = [](std::string_view text) {
    std::string out(text);
    for (char& c : out) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return out;
  };
  if (value.is_string()) return json::value(upper(value.as_string()));
  if (value.is_array()) {
    json::array out;
    for (const json::value& one : value.as_array()) out.push_back(in_capitals(one));
    return out;
  }
  if (!value.is_object()) return value;
  json::object out;
  for (const auto& [key, one] : value.as_object()) {
    const bool is_free = key == "playerName" || key == "name" || key == "text";
    out[upper(key)] = is_free ? one : in_capitals(one);
  }
  return out;
}

// Both spellings of the same messages: the first as the contract says, the second the same in capitals. Written again they are the same
// bytes, so no key came twice and nothing stands between.
inline void expect_messages(const Schema& schema, const std::string& camel, const std::string& capitals) {
  const std::vector<std::string> lines = lines_of(camel);
  const std::vector<std::string> others = lines_of(capitals);
  ASSERT_EQ(lines.size(), others.size());
  const std::vector<json::object> messages = messages_of(camel);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    ASSERT_EQ(schema.fault(messages[i]), "") << lines[i];
    ASSERT_EQ(json::serialize(messages[i]), lines[i]);
    ASSERT_EQ(json::serialize(in_capitals(messages[i])), others[i]);
  }
}

}  // namespace fogg::v09
