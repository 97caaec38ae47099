// Who has to decide, as guests are told it: held against the engine at every action of whole games.
#include "guest_client.h"
#include "playback/replay.h"
#include "server_player.h"
#include "server_replay.h"

namespace fogg::test {
namespace {

using Seats = std::set<int>;

Seats seats_in(const json::array& deciding) {
  Seats seats;
  for (const json::value& one : deciding) seats.insert(static_cast<int>(one.at("seat").as_int64()));
  return seats;
}

bool is_step(const json::object& event) { return is(event.at("kind"), "action") || is(event.at("kind"), "undo"); }

// Who could act before each action or undo of a record, and at last after all of them.
std::vector<Seats> who_could_act(const std::string& text) {
  std::istringstream in(text);
  const auto [record, edition] = read_record(catalog(), in);
  const int players = static_cast<int>(record.header.players.size());
  auto who = [players](const State& state) {
    Seats seats;
    for (int seat = 0; seat < players && !state.over(); ++seat) {
      if (state.may_act(seat)) seats.insert(seat);
    }
    return seats;
  };
  std::vector<Seats> list;
  std::vector<Seats> past;  // after so many moves that stand
  bool partial = false;
  const auto stop = playback::replay_record(*edition, record,
                                            {[&](const State& state) {
                                               past = {who(state)};
                                               list = past;
                                             },
                                             [&](const playback::Move& move) {
                                               past.push_back(who(move.after));
                                               list.push_back(past.back());
                                             },
                                             [&](int moves) {
                                               past.resize(static_cast<std::size_t>(moves) + 1);
                                               list.push_back(past.back());
                                             }},
                                            partial);
  EXPECT_FALSE(stop.has_value());
  EXPECT_FALSE(partial);
  return list;
}

// What one guest has been told before each action or undo it heard of.
class Witness {
 public:
  void take_in(const json::object& message) {
    const std::string type = text_of(message, "type");
    if (type == "deciding") last_ = seats_in(message.at("seats").as_array());
    if (type != "event" || !is_step(message.at("event").as_object())) return;
    const json::object& event = message.at("event").as_object();
    before_[event.at("seq").as_int64()] = last_;
  }
  // Each of them, and the last word, against the record.
  void expect_right(const std::string& record) const {
    const std::vector<Seats> should = who_could_act(record);
    std::size_t step = 0;
    for (const std::string& line : lines_of(record)) {
      const json::object event = json::parse(line).as_object();
      if (!event.contains("seq") || !is_step(event)) continue;
      const Seats& may_act = should.at(step++);
      const auto told = before_.find(event.at("seq").as_int64());
      // A pass is nobody's decision: it comes with what was done before it.
      const json::value* action = event.if_contains("action");
      if (told == before_.end() || (action != nullptr && is(action->at("type"), "pass"))) continue;
      ASSERT_EQ(told->second, may_act) << line;
    }
    EXPECT_EQ(last_, Seats());
  }
  std::size_t steps() const { return before_.size(); }

 private:
  Seats last_;
  std::map<std::int64_t, Seats> before_;
};

void watch_to_the_end(GuestClient& guest, Witness& witness) {
  while (guest.story().text().find(R"("kind":"key")") == std::string::npos) witness.take_in(guest.next());
  while (!guest.deciding().empty()) witness.take_in(guest.next());
}

TEST(Deciding, IsRightAtEveryActionForPlayersAndObservers) {
  const Folder folder;
  const ServerProcess server(folder, {"--pace", "off"});
  std::uint32_t seed = 11;
  for (const std::string edition : {"usa-2004", "europe", "maerklin"}) {
    SCOPED_TRACE(edition);
    GuestClient ada(server.tcp());
    ada.create(edition, {"me", "open", "hungry"}, {{"observers", "all"}});
    GuestClient everyone(server.tcp());
    everyone.ask({{"type", "watch"}, {"table", ada.code()}});
    EXPECT_TRUE(everyone.deciding().empty());  // nobody, before the start
    GuestClient bob(server.tcp());
    bob.join(ada.code(), "bob");
    std::thread first([&] { ada.play(seed); });
    Witness of_bob;
    std::mt19937 random(seed + 1);
    while (!bob.story().over()) {
      if (bob.request().empty()) {
        of_bob.take_in(bob.next());
        continue;
      }
      const json::object line = bob.move(random);
      bob.forget_request();
      bob.say(line);
    }
    watch_to_the_end(bob, of_bob);
    Witness of_everyone;
    watch_to_the_end(everyone, of_everyone);
    first.join();
    const std::string record = record_of(server, bob.id());
    of_bob.expect_right(record);
    of_everyone.expect_right(record);
    EXPECT_GT(of_everyone.steps(), 100U);
    seed += 2;
  }
}

TEST(Deciding, IsRightWhereMovesAreTakenBackAndAfterARestart) {
  const Folder folder;
  std::optional<ServerProcess> server(std::in_place, folder, std::vector<std::string>{"--pace", "off"});
  GuestClient ada(server->tcp());
  const json::object seated = ada.create("usa-2004", {"me", "hungry", "random"}, {{"observers", "all"}});
  const std::string token = text_of(seated, "observer_token");
  GuestClient all(server->tcp());
  Witness witness;
  for (int round = 0; round < 4; ++round) {
    ada.play(static_cast<std::uint32_t>(round), 7);
    if (ada.request().empty()) ada.until("request");
    ada.forget_request();
    ASSERT_EQ(text_of(ada.ask({{"type", "undo"}}), "type"), "ack");
    if (ada.request().empty()) ada.until("request");
    EXPECT_EQ(seats_in(ada.deciding()), Seats{ada.seat()});
    if (round != 1) continue;
    server.reset();
    server.emplace(folder, std::vector<std::string>{"--pace", "off"});
    ada.use_port(server->tcp());
    ada.resume();
    if (ada.request().empty()) ada.until("request");
    EXPECT_EQ(seats_in(ada.deciding()), Seats{ada.seat()});
    all.use_port(server->tcp());
    all.connect();
    all.hello();
    all.ask({{"type", "watch"}, {"table", ada.code()}, {"token", token}, {"after", ada.story().last()}});
    witness.take_in(all.until("deciding"));
    EXPECT_EQ(seats_in(all.deciding()), Seats{ada.seat()});
  }
  ada.play(99);
  watch_to_the_end(all, witness);
  witness.expect_right(record_of(*server, ada.id()));
}

TEST(Deciding, GetsShorterWithEveryChoiceOfFirstTickets) {
  const Folder folder;
  const ServerProcess server(folder, {"--pace", "off"});
  std::vector<std::unique_ptr<GuestClient>> guests;
  for (int i = 0; i < 4; ++i) guests.push_back(std::make_unique<GuestClient>(server.tcp()));
  GuestClient& ada = *guests[0];
  ada.create("usa-2004", {"me", "open", "open"}, {{"clock", {{"move", 100}}}});
  guests[1]->join(ada.code(), "bob");
  guests[2]->join(ada.code(), "cy");
  guests[3]->ask({{"type", "watch"}, {"table", ada.code()}});
  for (const auto& guest : guests) {
    while (guest->deciding().size() != 3) guest->next();
    for (const json::value& one : guest->deciding()) {
      EXPECT_GT(one.at("left_ms").as_int64(), 60'000);
      EXPECT_LE(one.at("left_ms").as_int64(), 100'000);
    }
  }
  Seats left = {0, 1, 2};
  for (const int seat : {1, 0}) {
    GuestClient& chooser = *guests[static_cast<std::size_t>(seat)];
    while (chooser.request().empty()) chooser.next();
    chooser.say({{"type", "move"}, {"request", 1}, {"action", "keep 1,2,3"}});
    left.erase(seat);
    for (const auto& guest : guests) {
      while (guest->deciding().size() != left.size()) guest->next();
      EXPECT_EQ(seats_in(guest->deciding()), left);
      EXPECT_EQ(guest->story().text().find(R"("kind":"kept")"), std::string::npos);
    }
  }
  // What was chosen is told when all have.
  EXPECT_EQ(guests[3]->story().text().find(R"("kind":"action")"), std::string::npos);
}

TEST(Deciding, ComesAgainWhenAClockStartsAnewOrABotPlaysOn) {
  const Folder folder;
  const ServerProcess server(folder, {"--pace", "off", "--stand-in", "hungry"});
  GuestClient ada(server.tcp());
  ada.create("usa-2004", {"me", "open"}, {{"clock", {{"move", 5}}}});
  GuestClient bob(server.tcp());
  bob.join(ada.code(), "bob");
  for (GuestClient* guest : {&ada, &bob}) {
    while (guest->request().empty()) guest->next();
    guest->say({{"type", "move"}, {"request", 1}, {"action", "keep 1,2,3"}});
    guest->forget_request();
  }
  for (GuestClient* guest : {&ada, &bob}) {
    while (guest->story().text().find(R"("kind":"kept")") == std::string::npos) guest->next();
    guest->until("deciding");
  }
  const bool ada_begins = seats_in(ada.deciding()).contains(ada.seat());
  GuestClient& actor = ada_begins ? ada : bob;
  GuestClient& other = ada_begins ? bob : ada;
  while (actor.request().empty()) actor.next();
  usleep(600'000);
  // The second card is another request, with its full time, for the same seat.
  actor.say({{"type", "move"}, {"request", 2}, {"action", "draw"}});
  const json::object again = other.until("deciding");
  EXPECT_EQ(seats_in(again.at("seats").as_array()), Seats{actor.seat()});
  EXPECT_GT(again.at("seats").at(0).at("left_ms").as_int64(), 4'000);
  // Nobody answers: a bot plays on, whose time has no limit, and then it is the other one's turn.
  EXPECT_TRUE(other.until("deciding").at("seats").at(0).at("left_ms").is_null());
  while (seats_in(other.deciding()) != Seats{other.seat()}) other.next();
}

}  // namespace
}  // namespace fogg::test
