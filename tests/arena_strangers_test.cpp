// Where entrants come who connect, and who else comes there: strangers, impostors, people who say nothing or too much.
#include <gtest/gtest.h>

#include "arena/entry.h"
#include "arena/line_player.h"
#include "arena_clients.h"
#include "support.h"

namespace fogg::test {
namespace {

using arena::Entry;
using arena::Way;

constexpr auto kSoon = std::chrono::seconds(20);

class ArenaStrangers : public testing::Test {
 protected:
  void open(Entry::Options options = {}) {
    options.current.emplace();
    options.v09.emplace();
    options.penalty = std::chrono::milliseconds(20);
    options.editions = {std::make_shared<const Edition>(edition("usa-2004"))};
    entry_ = std::make_unique<Entry>(std::move(options));
    for (const auto& [name, way, connections] :
         std::vector<std::tuple<std::string, Way, int>>{{"hungry", Way::kBuiltIn, 1},
                                                        {"ada", Way::kConnects, 1},
                                                        {"eve", Way::kConnects, 2},
                                                        {"bob", Way::kConnectsV09, 1}}) {
      arena::EntrantEntry one;
      one.spec.name = name;
      one.spec.way = way;
      one.spec.connections = connections;
      if (way >= Way::kConnects) {
        tokens_[name] = arena::new_token();
        one.token_hash = arena::hash_of_token(tokens_[name]);
      }
      entrants_.push_back(std::move(one));
    }
    entry_->admit(entrants_);
  }
  int port(Way way) const {
    const std::string& address = entry_->address(way);
    return std::stoi(address.substr(address.rfind(':') + 1));
  }
  int tcp() const { return port(Way::kConnects); }
  int v09() const { return port(Way::kConnectsV09); }
  static std::string join(const std::string& name, const std::string& token) {
    return json::serialize(json::object{{"type", "join"}, {"name", name}, {"token", token}});
  }
  // The answer to a message of the current protocol: its type, and the code of an error.
  static std::string say(LineClient& client, const std::string& line) {
    client.send(line);
    const auto text = client.line();
    if (!text) return "nothing";
    const json::value answer = json::parse(*text);
    EXPECT_EQ(protocol_schema().fault(answer, "server"), "") << *text;
    const std::string type = text_of(answer.as_object(), "type");
    return type == "error" ? text_of(answer.as_object(), "code") : type;
  }
  static std::string say_hello(LineClient& client) { return say(client, R"({"type":"hello","protocol":[1,1]})"); }
  LineClient joined(const std::string& name) {
    LineClient client(tcp());
    EXPECT_EQ(say_hello(client), "welcome");
    EXPECT_EQ(say(client, join(name, tokens_.at(name))), "ack");
    return client;
  }
  bool is_there(arena::Entrant entrant, int idle, int there) {
    return comes_true([&] {
      const Entry::Presence presence = entry_->presence(entrant);
      return presence.idle == idle && presence.there == there;
    });
  }

  std::unique_ptr<Entry> entry_;
  std::vector<arena::EntrantEntry> entrants_;
  std::map<std::string, std::string> tokens_;
};

constexpr arena::Entrant kAda = 1;
constexpr arena::Entrant kEve = 2;
constexpr arena::Entrant kBob = 3;

TEST_F(ArenaStrangers, PortsAsPeopleWriteThem) {
  EXPECT_EQ(arena::read_port("8081")->port, 8081);
  EXPECT_EQ(arena::read_port("8081")->address, "127.0.0.1");
  EXPECT_EQ(arena::read_port("0.0.0.0:0")->address, "0.0.0.0");
  EXPECT_EQ(arena::read_port("[::1]:17")->address, "::1");
  for (const char* bad : {"", "x", "65536", "-1", "1 ", "1.2.3:4", "host:1", "127.0.0.1:", ":80", "127.0.0.1:8o"})
    EXPECT_FALSE(arena::read_port(bad)) << bad;
}

TEST_F(ArenaStrangers, OnlyTheRightTokenOpens) {
  open();
  LineClient client(tcp());
  EXPECT_EQ(say(client, join("ada", tokens_["ada"])), "hello_first");
  EXPECT_EQ(say_hello(client), "welcome");
  // The same answer, letter by letter, whether there is such an entrant or not.
  client.send(join("ada", arena::new_token()));
  const auto wrong_token = client.line();
  client.send(join("nobody", arena::new_token()));
  EXPECT_EQ(client.line(), wrong_token);
  EXPECT_NE(wrong_token->find("bad_token"), std::string::npos);
  EXPECT_EQ(say(client, join("hungry", "")), "bad_message");  // without a token it needs a table

  // After the third nothing more is listened to.
  LineClient third(tcp());
  EXPECT_EQ(say_hello(third), "welcome");
  for (const std::string& token : {tokens_["eve"], tokens_["ada"].substr(1), tokens_["ada"] + "0"})
    third.send(join("ada", token));
  third.send(join("ada", tokens_["ada"]));
  EXPECT_TRUE(third.at_end(kSoon));
  EXPECT_EQ(entry_->presence(kAda).there, 0);
  // A token is for one protocol.
  LineClient wrong_way(tcp());
  EXPECT_EQ(say_hello(wrong_way), "welcome");
  EXPECT_EQ(say(wrong_way, join("bob", tokens_["bob"])), "bad_token");
  const LineClient right = joined("ada");
  EXPECT_TRUE(is_there(kAda, 1, 1));
  EXPECT_FALSE(entry_->take_news().empty());
}

TEST_F(ArenaStrangers, OldClientsAsWell) {
  open();
  LineClient client(v09());
  client.until("Request", "Join");
  client.send("ListAllRoutes");
  EXPECT_EQ(client.until("Info", "ListAllRoutes").at("routes").as_array().size(), 100U);
  client.until("Request", "Join");
  const auto refused = [&](const std::string& line) {
    client.send(line);
    const json::object info = client.until([](const json::object& message) { return message.contains("errorCode"); });
    client.until("Request", "Join");
    return text_of(info, "errorCode");
  };
  EXPECT_EQ(refused("BoardState"), "NotPlayersTurn");
  EXPECT_EQ(refused("Join bob@" + tokens_["bob"] + " Observer"), "NotPlayersTurn");
  EXPECT_EQ(refused("Join bob Player"), "RuleViolation");
  EXPECT_EQ(refused("Join bob@" + tokens_["ada"] + " Player"), "RuleViolation");
  EXPECT_EQ(refused("Join \x1b[31mbob@" + tokens_["bob"] + " Player"), "WrongTurnFormat");
  EXPECT_EQ(refused("Join @" + tokens_["bob"] + " Player"), "WrongTurnFormat");
  client.send("Join bob@" + tokens_["bob"] + " Player Red");
  client.until([](const json::object& message) { return text_of(message, "text").starts_with("welcome"); });
  EXPECT_TRUE(is_there(kBob, 1, 1));
  client.send("DrawPassengerCars true");
  EXPECT_EQ(text_of(client.message(), "errorCode"), "NotPlayersTurn");
}

// Whoever says nothing, or nothing of interest, is gone after a while, and nobody else is hindered.
TEST_F(ArenaStrangers, TheSilentAndTheManyAreCut) {
  Entry::Options options;
  options.introduce = std::chrono::milliseconds(300);
  options.most_strangers = 8;
  open(std::move(options));
  LineClient silent(tcp());
  LineClient silent_old(v09());
  EXPECT_TRUE(silent.at_end(kSoon));
  EXPECT_TRUE(silent_old.at_end(kSoon));
  LineClient drips(tcp());
  try {
    for (int i = 0; i < 2000; ++i) {
      drips.send_bytes(" ");
      usleep(10'000);
    }
    ADD_FAILURE() << "it may drip for ever";
  } catch (const ConnectionLost&) {
  }
  std::vector<LineClient> crowd;
  for (int i = 0; i < 40; ++i) crowd.emplace_back(tcp());
  const LineClient ada = joined("ada");
  EXPECT_TRUE(is_there(kAda, 1, 1));
  for (LineClient& one : crowd) EXPECT_TRUE(one.at_end(kSoon));
  EXPECT_TRUE(is_there(kAda, 1, 1));
}

TEST_F(ArenaStrangers, TooMuchIsCut) {
  open();
  LineClient wide(tcp());
  wide.send_bytes(std::string(20'000, 'x'));
  EXPECT_TRUE(wide.at_end(kSoon));
  EXPECT_NE(wide.received().find("too_long"), std::string::npos);
  LineClient wide_old(v09());
  wide_old.send_bytes(std::string(2'000, 'x'));
  EXPECT_TRUE(wide_old.at_end(kSoon));
  // Also of those who are let in.
  const auto flood = [](LineClient& client, const std::string& line) {
    try {
      for (int i = 0; i < 100'000; ++i) client.send(line);
    } catch (const ConnectionLost&) {
    }
    return client.at_end(kSoon);
  };
  LineClient ada = joined("ada");
  EXPECT_TRUE(flood(ada, R"({"type":"ping"})"));
  LineClient nonsense = joined("ada");
  EXPECT_TRUE(flood(nonsense, "\xff\xfe{"));
  EXPECT_TRUE(is_there(kAda, 0, 0));
}

TEST_F(ArenaStrangers, AsManyConnectionsAsWereAgreed) {
  open();
  LineClient ada = joined("ada");
  LineClient second(tcp());
  EXPECT_EQ(say_hello(second), "welcome");
  EXPECT_EQ(say(second, join("ada", tokens_["ada"])), "full");
  EXPECT_EQ(say(ada, R"({"type":"ping"})"), "pong");  // it is not disturbed
  EXPECT_EQ(say(ada, join("ada", tokens_["ada"])), "seated_already");
  ada.close();
  ASSERT_TRUE(is_there(kAda, 0, 0));
  EXPECT_EQ(say(second, join("ada", tokens_["ada"])), "ack");

  const LineClient one = joined("eve");
  const LineClient two = joined("eve");
  EXPECT_TRUE(is_there(kEve, 2, 2));
  // All or none.
  EXPECT_FALSE(entry_->seat({{kEve, 1}, {kEve, 2}, {kEve, 3}}));
  EXPECT_FALSE(entry_->seat({{kEve, 1}, {kBob, 1}}));
  EXPECT_TRUE(is_there(kEve, 2, 2));
  const auto links = entry_->seat({{kEve, 1}, {kEve, 2}, {kBob, 2, false}});
  ASSERT_TRUE(links);
  EXPECT_NE(links->at(0), nullptr);
  EXPECT_NE(links->at(1), nullptr);
  EXPECT_EQ(links->at(2), nullptr);
  EXPECT_TRUE(is_there(kEve, 0, 2));
}

// A seat is found again with the code of its table, even if nobody has noticed yet that the connection is dead.
TEST_F(ArenaStrangers, WhoComesBackFindsItsSeat) {
  open();
  std::vector<LineClient> eve;
  for (int i = 0; i < 2; ++i) eve.push_back(joined("eve"));
  auto links = entry_->seat({{kEve, 71}, {kEve, 72}});
  ASSERT_TRUE(links);
  EXPECT_TRUE(links->at(1)->arrival());
  EXPECT_FALSE(links->at(1)->arrival());
  LineClient again(tcp());
  EXPECT_EQ(say_hello(again), "welcome");
  EXPECT_EQ(
      say(again, json::serialize(json::object{
                     {"type", "resume"}, {"table", arena::table_code(72)}, {"token", tokens_["eve"]}, {"after", 5}})),
      "ack");
  EXPECT_TRUE(eve[1].at_end(kSoon));
  EXPECT_NE(eve[1].received().find("replaced"), std::string::npos);
  EXPECT_FALSE(links->at(1)->silence());
  // Until the game has noticed, nothing is sent that it could not understand.
  links->at(1)->send("early");
  const auto arrival = links->at(1)->arrival();
  ASSERT_TRUE(arrival);
  EXPECT_EQ(arrival->after, 5);
  links->at(1)->send("hello again");
  EXPECT_EQ(again.line(), "hello again");
  again.send("an answer");
  const auto line = links->at(1)->receive(std::chrono::steady_clock::now() + kSoon);
  ASSERT_TRUE(line);
  EXPECT_EQ(line->line, "an answer");
  EXPECT_LE(line->when, std::chrono::steady_clock::now());

  again.reset();
  ASSERT_TRUE(comes_true([&] { return links->at(1)->silence().has_value(); }));
  EXPECT_EQ(links->at(1)->silence()->fault, arena::Fault::kDisconnect);
  EXPECT_FALSE(links->at(1)->is_silent());  // it may still come back
  LineClient third = joined("eve");
  EXPECT_TRUE(links->at(1)->arrival());
  links->at(1)->finish("the end");
  EXPECT_EQ(third.line(), "the end");
  EXPECT_TRUE(is_there(kEve, 1, 2));
}

// As soon as a connection is lost another may take its place: nobody has to wait until the arena has noticed.
TEST_F(ArenaStrangers, AtOnce) {
  open();
  for (int i = 0; i < 200; ++i) {
    LineClient ada = joined("ada");
    if (i % 2 == 0) {
      ada.reset();
    } else {
      ada.close();
    }
  }
  std::optional<LineClient> ada(joined("ada"));
  auto links = entry_->seat({{kAda, 1}});
  ASSERT_TRUE(links);
  for (int i = 0; i < 200; ++i) {
    EXPECT_TRUE(links->front()->arrival());
    ada->reset();
    ada.emplace(joined("ada"));
  }
  EXPECT_TRUE(links->front()->arrival());
  EXPECT_TRUE(is_there(kAda, 0, 1));
}

TEST_F(ArenaStrangers, WhoIsTakenOutIsGone) {
  open();
  LineClient ada = joined("ada");
  LineClient eve = joined("eve");
  auto links = entry_->seat({{kEve, 1}});
  ASSERT_TRUE(links);
  entrants_[kEve].state.active = false;
  tokens_["ada"] = arena::new_token();
  entrants_[kAda].token_hash = arena::hash_of_token(tokens_["ada"]);
  entry_->admit(entrants_);
  EXPECT_TRUE(ada.at_end(kSoon));
  EXPECT_TRUE(eve.at_end(kSoon));
  EXPECT_TRUE(links->front()->is_silent());
  LineClient again(tcp());
  EXPECT_EQ(say_hello(again), "welcome");
  EXPECT_EQ(say(again, join("eve", tokens_["eve"])), "not_allowed");
  const LineClient new_ada = joined("ada");
  EXPECT_TRUE(is_there(kAda, 1, 1));
}

// Somebody who does not read is told apart from somebody who thinks.
TEST_F(ArenaStrangers, WhoDoesNotReadStalls) {
  Entry::Options options;
  options.unsent = 100'000;
  open(std::move(options));
  LineClient ada(tcp(), {}, 2048);
  ada.send(R"({"type":"hello","protocol":[1,1]})");
  ada.send(join("ada", tokens_["ada"]));
  ASSERT_TRUE(is_there(kAda, 1, 1));
  auto links = entry_->seat({{kAda, 1}});
  ASSERT_TRUE(links);
  arena::Link& link = *links->front();
  EXPECT_TRUE(link.arrival());
  link.send("a question");
  EXPECT_TRUE(link.sent_at());
  ASSERT_TRUE(comes_true([&] { return !link.silence(); }));
  for (int i = 0; i < 10'000 && link.sent_at(); ++i) link.send(std::string(10'000, 'x'));
  EXPECT_FALSE(link.sent_at());
  ASSERT_TRUE(comes_true([&] { return link.silence().has_value(); }));
  EXPECT_EQ(link.silence()->fault, arena::Fault::kStall);
  EXPECT_FALSE(link.is_silent());
  for (int i = 0; i < 100 && !link.is_silent(); ++i) link.send(std::string(10'000, 'x'));
  ASSERT_TRUE(comes_true([&] { return link.is_silent(); }));
  EXPECT_EQ(link.trouble().fault, arena::Fault::kStall);
}

}  // namespace
}  // namespace fogg::test
