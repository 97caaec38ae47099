// What a record says each viewer was to be told. The game is played again from its key by the engine, without the server's code for games:
// so the bytes on the wire are held against the same stories as in the tests of what may leak.
#pragma once

#include <cctype>
#include <map>
#include <sstream>

#include "data/catalog.h"
#include "record/lines.h"
#include "record/verify.h"
#include "server_support.h"
#include "wire/v09_story.h"

namespace fogg::test {

inline const Catalog& catalog() {
  static const Catalog all = Catalog::open(std::nullopt).value();
  return all;
}

inline Verdict verdict_of(const std::string& record) {
  std::istringstream in(record);
  return verify_record(catalog(), in);
}

// A whole game by the rules, with the cards that the key gives.
inline void expect_good_record(const std::string& record) {
  const Verdict verdict = verdict_of(record);
  EXPECT_TRUE(verdict.good) << "line " << verdict.line << ": " << verdict.message;
  EXPECT_TRUE(verdict.finished);
  EXPECT_FALSE(verdict.partial);
  EXPECT_EQ(verdict.chance, Verdict::Chance::kKeyMatches);
}

// Remembers the card that was drawn blindly, which only the one who drew it is told.
struct WatchedChance {
  KeyedChance& inner;
  Card to_hand = Card::kLocomotive;

  Card card(const CardCounts& deck, int size, CardTo to) {
    const Card card = inner.card(deck, size, to);
    if (to.place == CardTo::kHand) to_hand = card;
    return card;
  }
  int ticket(const TicketSet& possible, int seat) { return inner.ticket(possible, seat); }
  int first_player(int players) { return inner.first_player(players); }
  void note_reset() { inner.note_reset(); }
  void note_reshuffle(int cards) { inner.note_reshuffle(cards); }
};

// Everything but the lines for people, from the first BoardState on.
inline std::string story_of(const std::string& text, const std::vector<std::string>& colors, v09::Dialect dialect,
                            int viewer) {
  std::istringstream in(text);
  const auto [record, edition] = read_record(catalog(), in);
  v09::Party party;
  for (std::size_t s = 0; s < record.header.players.size(); ++s) {
    party.names[s] = record.header.players[s].name;
    party.colors[s] = *v09::seat_color(colors.at(s));
  }
  std::optional<ChaKey> key;
  for (const NumberedEvent& one : record.events) {
    if (one.event.kind == EventKind::kKey) key = key_from_hex(one.event.key);
  }
  if (!key) throw std::runtime_error("the record has no key");
  const v09::Story story(*edition, party, dialect);
  const v09::Viewer who{viewer};
  KeyedChance chance(*key);
  const auto state = std::make_unique<State>();
  start(*edition, *state, static_cast<int>(record.header.players.size()), chance, record.header.first_player);
  std::string out;
  story.began(*state, who, out);
  for (const NumberedEvent& one : record.events) {
    const Event& event = one.event;
    if (event.kind == EventKind::kForfeit) story.scores(*state, event.actor.value(), out);
    if (event.kind != EventKind::kAction) continue;
    v09::Step step = v09::step_of(*state, event.actor.value(), event.action.value());
    WatchedChance watched{chance};
    apply_legal(*edition, *state, step.seat, step.action, watched);
    if (step.action.kind == ActionKind::kDraw) step.drawn = watched.to_hand;
    story.told(*state, step, who, out);
  }
  return out;
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// Says where two lists of lines part, and not the whole of both.
inline void expect_same(const std::vector<std::string>& are, const std::vector<std::string>& should) {
  for (std::size_t i = 0; i < std::max(are.size(), should.size()); ++i) {
    const std::string is = i < are.size() ? are[i] : "(nothing)";
    ASSERT_EQ(is, i < should.size() ? should[i] : "(nothing)") << "line " << i + 1;
  }
}

// Lines for people have no turnType.
inline std::vector<std::string> without_texts(const std::string& text) {
  std::vector<std::string> lines;
  for (std::string& line : lines_of(text)) {
    if (line.find("\"turnType\"") != std::string::npos || line.find("\"TURNTYPE\"") != std::string::npos)
      lines.push_back(std::move(line));
  }
  return lines;
}

// What happened in a game, out of all that one client received: no requests, no refusals, no answers to queries.
inline std::vector<std::string> events_in(const std::string& received) {
  std::vector<std::string> lines;
  for (const std::string& line : without_texts(received)) {
    auto has = [&](const char* camel, const char* upper) {
      return line.find(camel) != std::string::npos || line.find(upper) != std::string::npos;
    };
    if (has(R"("type":"Request")", R"("TYPE":"REQUEST")")) continue;
    if (has(R"("success":false)", R"("SUCCESS":false)")) continue;
    if (has(R"("turnType":"Join")", R"("TURNTYPE":"JOIN")")) continue;
    if (has(R"("turnType":"BoardState")", R"("TURNTYPE":"BOARDSTATE")")) continue;
    if (has(R"("turnType":"ListAllRoutes")", R"("TURNTYPE":"LISTALLROUTES")")) continue;
    lines.push_back(line);
  }
  return lines;
}

// The scores at the end of a record, by the name of the player.
inline std::map<std::string, Score> scores_in(const std::string& text) {
  std::istringstream in(text);
  const auto [record, edition] = read_record(catalog(), in);
  std::map<std::string, Score> scores;
  for (const NumberedEvent& one : record.events) {
    if (one.event.kind != EventKind::kEnd) continue;
    for (std::size_t s = 0; s < one.event.scores.size(); ++s)
      scores[record.header.players[s].name] = one.event.scores[s];
  }
  return scores;
}

inline int events_of(const std::string& text, EventKind kind) {
  std::istringstream in(text);
  const auto [record, edition] = read_record(catalog(), in);
  int count = 0;
  for (const NumberedEvent& one : record.events) count += one.event.kind == kind ? 1 : 0;
  return count;
}

// Back from capitals to the spelling of the protocol, for all but names and free text.
inline std::function<json::value(const json::value&)> camel_spelling(const Edition& edition) {
  std::map<std::string, std::string> words;
  auto add = [&words](std::string_view word) {
    std::string upper(word);
    for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    words[upper] = word;
  };
  for (const auto& city : edition.board.cities) add(city.id);
  for (int i = 0; i < 10; ++i) add(v09::name(static_cast<v09::TurnType>(i)));
  for (int i = 0; i < 6; ++i) add(v09::name(static_cast<v09::ErrorCode>(i)));
  for (int i = 0; i < v09::kSeatColors; ++i) add(v09::name(static_cast<v09::SeatColor>(i)));
  for (int i = 0; i < 9; ++i) add(v09::card_name(i));
  for (const char* word : {"Request",
                           "Info",
                           "Player",
                           "Observer",
                           "type",
                           "turnType",
                           "success",
                           "player",
                           "errorCode",
                           "text",
                           "playerName",
                           "clientType",
                           "faceUpPassengerCarDeck",
                           "topdownPassengerCarDeckCount",
                           "destinationTicketsCount",
                           "finalTurn",
                           "activePlayers",
                           "leftPassengerCars",
                           "drawnPassengerCars",
                           "drawnDestinationTickets",
                           "toBeClaimedDestinationTickets",
                           "ownRoutes",
                           "routes",
                           "drawnCard",
                           "hiddenDeck",
                           "d1",
                           "d2",
                           "routeColor",
                           "passengerCarColors",
                           "drawnCards",
                           "drawnCardsCount",
                           "name",
                           "totalScore",
                           "scorePassengerCars",
                           "longestRouteLength",
                           "longestRoute",
                           "winner",
                           "claimedTickets",
                           "nonClaimedTickets",
                           "city1",
                           "city2",
                           "points",
                           "cost",
                           "color",
                           "claimedBy"})
    add(word);
  // "player" is a key and "Player" a value, "PLAYER" in capitals both; keys begin with a small letter.
  auto spell = [words](const std::string& word, bool is_key) {
    std::string found = words.at(word);
    found[0] = static_cast<char>(is_key ? std::tolower(static_cast<unsigned char>(found[0]))
                                        : std::toupper(static_cast<unsigned char>(found[0])));
    return found;
  };
  struct Speller {
    std::function<std::string(const std::string&, bool)> spell;
    json::value operator()(const json::value& value) const {
      if (value.is_string()) return json::string(spell(std::string(value.as_string()), false));
      if (value.is_array()) {
        json::array list;
        for (const json::value& one : value.as_array()) list.push_back((*this)(one));
        return list;
      }
      if (!value.is_object()) return value;
      json::object object;
      for (const auto& [key, one] : value.as_object()) {
        const std::string name = spell(std::string(key), true);
        const bool is_free = name == "text" || name == "playerName" || name == "name";
        object[name] = is_free ? one : (*this)(one);
      }
      return object;
    }
  };
  return Speller{spell};
}

inline std::string record_of(const ServerProcess& server, int game) {
  return http_body(server.http(), fmt::format("/api/games/{}/record", game));
}

}  // namespace fogg::test
