// The pages of a competition over real HTTP and WebSocket: what they say, what they keep to themselves, and who may not disturb them.
#include "arena_pages_support.h"

#include "arena/pages_json.h"
#include "wire/v1_message.h"

namespace fogg::arena::test {
namespace {

// -- The API

TEST(ArenaPages, SayHowItStands) {
  Competition cup;
  cup.finish(1);
  cup.finish(2);
  const auto pages = cup.pages();
  pages->tell({{"round 1: 4 games", "round", {"1", "4"}}, {"kick x: there is no entrant x"}});
  const json::object arena = json_at(*pages, "/api/arena");
  EXPECT_EQ(text_of(arena, "name"), "Cup <b>");
  EXPECT_EQ(text_of(arena, "phase"), "running");
  EXPECT_EQ(text_of(arena, "format"), "round-robin");
  EXPECT_EQ(text_of(arena, "watch"), "live");
  EXPECT_EQ(arena.at("games").at("over"), 2);
  EXPECT_EQ(arena.at("games").at("open"), 2);
  EXPECT_EQ(arena.at("news").at(0),
            (json::value{{"line", "round 1: 4 games"}, {"kind", "round"}, {"values", {"1", "4"}}}));
  EXPECT_EQ(arena.at("news").as_array().size(), 1U) << "what went wrong for the organiser is nobody's business";
  const json::array& entrants = arena.at("entrants").as_array();
  ASSERT_EQ(entrants.size(), 2U);
  std::set<std::string> names;
  for (const json::value& entrant : entrants) {
    names.insert(text_of(entrant.as_object(), "name"));
    EXPECT_EQ(entrant.at("games"), 2);
    EXPECT_TRUE(entrant.at("elo").at("value").is_double());
    EXPECT_TRUE(entrant.at("points").at("value").is_double());
    EXPECT_TRUE(entrant.at("rank").at("value").is_double());
    EXPECT_EQ(entrant.at("faults").at("games"), 0);
  }
  EXPECT_EQ(names, (std::set<std::string>{kNasty, kQuoted}));
  // The same bot in all seats of the same deals.
  EXPECT_EQ(arena.at("pairs").at(0).at(1).at("value"), 0.5);
  EXPECT_EQ(arena.at("pairs").at(0).at(1).at("games"), 2);
  EXPECT_TRUE(arena.at("pairs").at(0).at(0).is_null());

  const json::object games = json_at(*pages, "/api/arena/games");
  EXPECT_EQ(games.at("total"), 2);
  EXPECT_TRUE(games.at("next").is_null());
  const json::object last = games.at("games").at(0).as_object();
  EXPECT_EQ(last.at("number"), 2);
  EXPECT_EQ(last.at("record"), true);
  EXPECT_EQ(last.at("seats").at(0).at("name"), kNasty);
  const Outcome outcome = cup.played(2).outcome;
  EXPECT_EQ(last.at("seats").at(0).at("points"), outcome.points[0]);
  EXPECT_EQ(last.at("seats").at(1).at("rank"), outcome.ranks[1]);
  const json::object page = json_at(*pages, "/api/arena/games?most=1");
  EXPECT_EQ(page.at("next"), 1);
  EXPECT_EQ(json_at(*pages, "/api/arena/games?most=1&before=1").at("games").at(0).at("number"), 1);
  EXPECT_TRUE(json_at(*pages, "/api/arena/games?faults=1").at("games").as_array().empty());
  EXPECT_EQ(json_at(*pages, "/api/arena/games?entrant=1").at("games").as_array().size(), 2U);

  EXPECT_EQ(text_of(json_at(*pages, "/api/games").at("arena").as_object(), "name"), "Cup <b>");
  for (const char* path : {"/", "/arena", "/arena/screen", "/replay?game=1", "/watch/AAAB"})
    EXPECT_EQ(status_of(http_get(pages->port(), path)), 200) << path;
  EXPECT_EQ(status_of(http_get(pages->port(), "/api/editions/usa-2004")), 200);
}

TEST(ArenaPages, FollowTheBook) {
  Competition cup;
  const auto pages = cup.pages();
  EXPECT_EQ(json_at(*pages, "/api/arena").at("games").at("over"), 0);
  cup.finish(1);
  EXPECT_TRUE(comes_true([&] { return json_at(*pages, "/api/arena").at("games").at("over") == 1; }));
  // Played once more, it counts once.
  cup.book().rerun(1);
  EXPECT_TRUE(comes_true([&] { return json_at(*pages, "/api/arena/games").at("total") == 0; }));
  cup.finish(1);
  cup.finish(2);
  EXPECT_TRUE(comes_true([&] { return json_at(*pages, "/api/arena/games").at("total") == 2; }));
  EXPECT_TRUE(comes_true([&] { return json_at(*pages, "/api/arena").at("entrants").at(0).at("games") == 2; }));
  // Somebody leaves.
  cup.book().drop_entrant(1, "kicked");
  EXPECT_TRUE(comes_true([&] {
    const json::object arena = json_at(*pages, "/api/arena");
    for (const json::value& one : arena.at("entrants").as_array())
      if (one.at("active") == false) return text_of(one.as_object(), "why_inactive") == "kicked";
    return false;
  }));
}

TEST(ArenaPages, RefuseWhatMakesNoSense) {
  Competition cup;
  cup.finish(1);
  const auto pages = cup.pages();
  const auto status = [&](const std::string& target, const std::string& method = "GET") {
    return status_of(http_get(pages->port(), target, method));
  };
  for (const char* query : {"before=x", "before=-1", "most=0", "most=201", "most=", "entrant=2", "entrant=-1",
                            "faults=7", "deal=1", "before=99999999999999999999"})
    EXPECT_EQ(status(fmt::format("/api/arena/games?{}", query)), 400) << query;
  for (const char* number : {"0", "5", "x", "-1", "", "1x", "99999999999999999999", "%31", "../1"})
    EXPECT_EQ(status(fmt::format("/api/games/{}/record", number)), 404) << number;
  for (const char* path : {"/status", "/metrics", "/api", "/api/arena/", "/api/arena/key", "/arena.db",
                           "/arena/arena.db", "/api/editions/none", "/arena/../arena.db"})
    EXPECT_EQ(status(path), 404) << path;
  for (const char* method : {"POST", "PUT", "DELETE"}) EXPECT_EQ(status("/api/arena", method), 405) << method;
  EXPECT_EQ(status("/ws"), 426);
  EXPECT_EQ(json_at(*pages, "/api/arena").at("games").at("over"), 1);
}

TEST(ArenaPages, AreEscapedWhereTheyAreHtml) {
  Competition cup;
  cup.finish(1);
  const auto pages = cup.pages();
  const std::string answer = http_get(pages->port(), "/arena/report.html");
  EXPECT_EQ(status_of(answer), 200);
  EXPECT_NE(answer.find("text/html"), std::string::npos);
  EXPECT_EQ(answer.find("<img"), std::string::npos);
  EXPECT_EQ(answer.find("</script>"), std::string::npos);
  EXPECT_NE(answer.find("&lt;img/src=x/onerror=alert(1)&gt;"), std::string::npos);
  EXPECT_NE(answer.find("href=\"/replay?game=1\""), std::string::npos);
  // JSON is never taken for a page.
  for (const char* path : {"/api/arena", "/api/arena/games", "/api/games", "/arena/summary.json", "/arena/ranking.csv"})
    EXPECT_NE(http_get(pages->port(), path).find("X-Content-Type-Options: nosniff"), std::string::npos) << path;
}

// -- What is nobody's business yet

TEST(ArenaPages, ShowNoRecordWhileTheSameCardsAreToBePlayed) {
  Competition cup;
  cup.finish(1);
  const auto pages = cup.pages();
  const std::string refused = http_get(pages->port(), "/api/games/1/record");
  EXPECT_EQ(status_of(refused), 403);
  EXPECT_NE(refused.find("the same cards are still to be played"), std::string::npos);
  EXPECT_EQ(json_at(*pages, "/api/arena/games").at("games").at(0).at("record"), false);
  cup.finish(3);
  EXPECT_EQ(status_of(http_get(pages->port(), "/api/games/3/record")), 403);

  cup.finish(2);
  for (const int number : {1, 2}) {
    const std::string record = body_of(http_get(pages->port(), fmt::format("/api/games/{}/record", number)));
    EXPECT_EQ(record, *record_of(cup.catalog(), cup.book(), number));
    EXPECT_EQ(record.find(R"("kind":"key")"), std::string::npos);
  }
  EXPECT_EQ(status_of(http_get(pages->port(), "/api/games/3/record")), 403);
  // One that was called off does not come any more.
  cup.book().drop_entrant(0, "kicked");
  EXPECT_EQ(status_of(http_get(pages->port(), "/api/games/3/record")), 200);
}

TEST(ArenaPages, NeverTellAKeyBeforeTheEnd) {
  Competition cup;
  for (int i = 1; i <= 3; ++i) cup.finish(i);
  const auto pages = cup.pages();
  std::string all;
  for (const char* path : {"/", "/api/arena", "/api/arena/games", "/api/arena/running", "/api/games",
                           "/api/games/1/record", "/api/games/2/record", "/api/games/3/record", "/api/games/4/record",
                           "/arena/report.html", "/arena/summary.json", "/arena/ranking.csv", "/status", "/healthz"})
    all += http_get(pages->port(), path);
  for (const std::string& key : cup.keys()) EXPECT_EQ(all.find(key), std::string::npos);

  cup.finish(4);
  cup.book().set_phase(Phase::kOver);
  EXPECT_TRUE(comes_true([&] { return text_of(json_at(*pages, "/api/arena"), "phase") == "over"; }));
  const std::string record = http_get(pages->port(), "/api/games/3/record");
  EXPECT_EQ(status_of(record), 200);
  EXPECT_NE(record.find(hex(deal_key(a_key(), 2))), std::string::npos);
  EXPECT_EQ(record.find(hex(a_key())), std::string::npos);
}

TEST(ArenaPages, KeepRecordsToTheEndIfTheOrganiserSaysSo) {
  Competition cup;
  cup.finish(1);
  cup.finish(2);
  const auto pages = cup.pages(WatchRule::kNone);
  EXPECT_EQ(status_of(http_get(pages->port(), "/api/games/1/record")), 403);
  EXPECT_EQ(text_of(json_at(*pages, "/api/arena"), "watch"), "none");
  cup.book().set_phase(Phase::kAborted);
  EXPECT_TRUE(comes_true([&] { return status_of(http_get(pages->port(), "/api/games/1/record")) == 200; }));
}

// -- Watching

// A game that goes on as far as the test wants.
class OnStage {
 public:
  OnStage(Competition& cup, int number)
      : cup_(cup),
        game_(cup.game(number)),
        seated_(cup.seated(number)),
        key_(a_key()),
        moves_(cup.played(number).played),
        live_(std::make_unique<Broadcast>(&cup.stage(), game_, cup.edition(), seated_, key_)) {}

  // So many more moves; false at the end.
  bool go_on(std::size_t moves) {
    done_ = std::min(moves_.size(), done_ + 2 * moves);
    live_->follow(moves_.substr(0, done_), Broadcast::kSlow);
    return done_ < moves_.size();
  }
  void end() { live_.reset(); }
  // The whole record, and what everybody may see of it.
  std::string record() {
    Header header;
    header.edition = game_.edition;
    header.data_hash = cup_.edition()->data_hash;
    for (const EntrantEntry* entrant : seated_) header.players.push_back({entrant->spec.name, entrant->spec.bot});
    return *record_of_moves(*cup_.edition(), header, deal_key(key_, game_.deal), moves_, false);
  }

 private:
  Competition& cup_;
  const Game game_;
  const Seated seated_;
  const ChaKey key_;
  const std::string moves_;
  std::size_t done_ = 0;
  std::unique_ptr<Broadcast> live_;
};

// Number and kind of every event that someone without rights sees, from a record.
std::vector<std::pair<std::int64_t, std::string>> public_kinds(const std::string& record) {
  std::string out;
  v1::write_events(record, v1::kEveryone, 0, out);
  std::vector<std::pair<std::int64_t, std::string>> all;
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);) {
    const json::object event = json::parse(line).at("event").as_object();
    all.emplace_back(event.at("seq").as_int64(), text_of(event, "kind"));
  }
  return all;
}
std::vector<std::pair<std::int64_t, std::string>> heard_kinds(const std::string& events) {
  std::vector<std::pair<std::int64_t, std::string>> all;
  std::istringstream lines(events);
  for (std::string line; std::getline(lines, line);) {
    const json::object event = json::parse(line).as_object();
    all.emplace_back(event.at("seq").as_int64(), text_of(event, "kind"));
  }
  return all;
}

json::object watch_message(int number, int after = 0) {
  return {{"type", "watch"}, {"table", watch_code(number)}, {"after", after}};
}

TEST(ArenaWatching, ShowsWhatEverybodyAtTheTableSees) {
  Competition cup;
  const auto pages = cup.pages();
  OnStage game(cup, 1);
  ASSERT_TRUE(game.go_on(10));
  const json::object running = json_at(*pages, "/api/arena/running").at("games").at(0).as_object();
  EXPECT_EQ(running.at("number"), 1);
  EXPECT_EQ(text_of(running, "code"), "AAAB");
  EXPECT_EQ(running.at("seats").at(0).at("name"), kQuoted);
  EXPECT_TRUE(running.at("seats").at(0).at("points").is_int64());

  WebClient watcher(pages->port());
  watcher.hello();
  watcher.say({{"type", "lobby"}, {"follow", true}});
  const json::object lobby = watcher.until("lobby");
  EXPECT_EQ(text_of(lobby.at("tables").at(0).as_object(), "code"), "AAAB");
  watcher.say(watch_message(1));
  const json::object watching = watcher.until("watching");
  EXPECT_EQ(text_of(watching.at("table").as_object(), "status"), "running");
  EXPECT_EQ(watching.at("table").at("header").at("players").at(0).at("name"), kQuoted);
  while (game.go_on(3)) {
  }
  game.end();
  while (text_of(watcher.until("table").at("table").as_object(), "status") != "over") {
  }
  // Everything in order, once, and no more than that: what is hidden has no line, or one without what is hidden.
  const std::string record = game.record();
  EXPECT_EQ(heard_kinds(watcher.events()), public_kinds(record));
  std::istringstream lines(record);
  int hidden = 0;
  for (std::string line; std::getline(lines, line);) {
    std::string shown;
    v1::write_events(line + "\n", v1::kEveryone, 0, shown);
    if (shown.find(line) != std::string::npos || line.find("\"seq\"") == std::string::npos) continue;
    ++hidden;
    EXPECT_EQ(watcher.heard().find(line), std::string::npos) << line;
  }
  EXPECT_GT(hidden, 10);
  for (const std::string& key : cup.keys()) EXPECT_EQ(watcher.heard().find(key), std::string::npos);
  EXPECT_TRUE(json_at(*pages, "/api/arena/running").at("games").as_array().empty());

  // It is gone, and its record is not to be had while its mirror is to be played.
  watcher.say({{"type", "leave"}});
  watcher.until("ack");
  EXPECT_EQ(watcher.refused(watch_message(1)), "no_table");
}

TEST(ArenaWatching, GoesOnAfterALostConnection) {
  Competition cup;
  const auto pages = cup.pages();
  OnStage game(cup, 1);
  game.go_on(20);
  WebClient first(pages->port());
  first.hello();
  first.say(watch_message(1));
  first.until("deciding");
  const auto before = heard_kinds(first.events());
  ASSERT_FALSE(before.empty());
  first.socket().close();
  game.go_on(10);
  WebClient again(pages->port());
  again.hello();
  again.say(watch_message(1, static_cast<int>(before.back().first)));
  again.until("deciding");
  auto all = before;
  for (const auto& event : heard_kinds(again.events())) all.push_back(event);
  const auto whole = public_kinds(game.record());
  ASSERT_GT(all.size(), before.size());
  EXPECT_TRUE(std::equal(all.begin(), all.end(), whole.begin()));
}

TEST(ArenaWatching, IsForWatchingOnly) {
  Competition cup;
  const auto pages = cup.pages();
  OnStage game(cup, 1);
  game.go_on(5);
  WebClient guest(pages->port());
  EXPECT_EQ(guest.refused(watch_message(1)), "hello_first");
  EXPECT_EQ(guest.refused({{"type", "hello"}, {"protocol", {7, 9}}}), "protocol");
  guest.hello();
  guest.say({{"type", "ping"}});
  guest.until("pong");
  guest.say_raw("nonsense");
  EXPECT_EQ(text_of(guest.until("error"), "code"), "bad_json");
  EXPECT_EQ(guest.refused({{"type", "create"}, {"edition", "usa-2004"}, {"seats", {"me", "random"}}, {"name", "x"}}),
            "not_allowed");
  EXPECT_EQ(guest.refused({{"type", "join"}, {"table", "AAAB"}, {"name", "x"}}), "not_allowed");
  EXPECT_EQ(guest.refused({{"type", "move"}, {"request", 1}, {"action", 1}}), "not_allowed");
  EXPECT_EQ(guest.refused({{"type", "chat"}, {"text", "x"}}), "not_allowed");
  EXPECT_EQ(guest.refused({{"type", "leave"}}), "not_seated");
  EXPECT_EQ(guest.refused({{"type", "watch"}, {"table", "ZZZZ"}, {"after", 0}}), "no_table");
  EXPECT_EQ(guest.refused({{"type", "watch"}, {"table", "AAAB"}, {"after", 0}, {"token", std::string(32, 'a')}}),
            "bad_token");
  guest.say(watch_message(1));
  guest.until("watching");
  EXPECT_EQ(guest.refused(watch_message(1)), "seated_already");
  // Who does nothing but nonsense is sent away.
  for (int i = 0; i < 60; ++i) guest.say_raw("{}");
  while (guest.next()) {
  }
  EXPECT_EQ(json_at(*pages, "/api/arena/running").at("games").as_array().size(), 1U);
}

TEST(ArenaWatching, EndsWhereSomebodyCouldProfit) {
  Competition cup;
  OnStage game(cup, 1);
  game.go_on(5);
  const auto refused_by = [&](const std::unique_ptr<Pages>& pages) {
    WebClient guest(pages->port());
    guest.hello();
    guest.say({{"type", "lobby"}});
    EXPECT_TRUE(guest.until("lobby").at("tables").as_array().empty());
    const json::object running = json_at(*pages, "/api/arena/running").at("games").at(0).as_object();
    EXPECT_FALSE(running.contains("code"));
    EXPECT_FALSE(running.at("seats").at(0).as_object().contains("points"));
    return guest.refused(watch_message(1));
  };
  EXPECT_EQ(refused_by(cup.pages(WatchRule::kOver)), "not_allowed");
  EXPECT_EQ(refused_by(cup.pages(WatchRule::kNone)), "not_allowed");

  const auto pages = cup.pages();
  WebClient watcher(pages->port());
  watcher.hello();
  watcher.say(watch_message(1));
  watcher.until("watching");
  EntrantEntry outsider;
  outsider.spec.name = "visitor";
  outsider.spec.way = Way::kConnects;
  cup.book().add_entrant(outsider);
  std::string last;
  while (const auto message = watcher.next()) last = text_of(*message, "code");
  EXPECT_EQ(last, "not_allowed");
  EXPECT_EQ(refused_by(pages), "not_allowed");
  EXPECT_EQ(text_of(json_at(*pages, "/api/arena"), "watch"), "over");
  // The organiser may know better.
  const auto open = cup.pages(WatchRule::kLive);
  WebClient other(open->port());
  other.hello();
  other.say(watch_message(1));
  other.until("watching");
}

TEST(ArenaWatching, RulesFollowFromWhoTakesPart) {
  std::vector<EntrantEntry> entrants(2);
  EXPECT_EQ(usual_rule(entrants, true), WatchRule::kLive);
  entrants[1].spec.way = Way::kProgram;
  EXPECT_EQ(usual_rule(entrants, false), WatchRule::kLive);
  EXPECT_EQ(usual_rule(entrants, true), WatchRule::kOver);
  for (const Way way : {Way::kConnects, Way::kConnectsV09}) {
    entrants[1].spec.way = way;
    EXPECT_EQ(usual_rule(entrants, false), WatchRule::kOver);
    entrants[1].state.active = false;
    EXPECT_EQ(usual_rule(entrants, false), WatchRule::kOver);
  }
}

TEST(ArenaWatching, ManyAtOnceAllSeeTheSame) {
  Competition cup;
  const auto pages = cup.pages();
  OnStage game(cup, 1);
  game.go_on(5);
  std::vector<std::unique_ptr<WebClient>> crowd;
  for (int i = 0; i < 80; ++i) {
    crowd.push_back(std::make_unique<WebClient>(pages->port()));
    crowd.back()->hello();
    crowd.back()->say(watch_message(1));
    crowd.back()->until("watching");
    if (i % 10 == 0) game.go_on(4);
  }
  while (game.go_on(50)) {
  }
  game.end();
  const auto whole = public_kinds(game.record());
  for (const auto& watcher : crowd) {
    while (text_of(watcher->until("table").at("table").as_object(), "status") != "over") {
    }
    EXPECT_EQ(heard_kinds(watcher->events()), whole);
  }
}

TEST(ArenaWatching, WhoDoesNotReadIsCutOffAndNobodyWaits) {
  Competition cup;
  const auto pages = cup.pages();
  WebClient stuck(pages->port(), 4096);
  stuck.hello();
  WebClient alive(pages->port());
  alive.hello();
  // A game that tells far more than any real one.
  const std::string record = *record_of_moves(
      *cup.edition(),
      [&] {
        Header header;
        header.edition = "usa-2004";
        header.data_hash = cup.edition()->data_hash;
        header.players = {{"a", "hungry"}, {"b", "hungry"}};
        return header;
      }(),
      deal_key(a_key(), 1), cup.played(1).played, false);
  Header header;
  header.edition = "usa-2004";
  header.data_hash = cup.edition()->data_hash;
  header.players = {{"a", "hungry"}, {"b", "hungry"}};
  server::Game position(cup.edition(), header, deal_key(a_key(), 1), false);
  const std::string first = position.take_record();
  const auto play = std::make_shared<Play>(cup.game(1), cup.edition(), header);
  play->add(position, first);
  cup.stage().enter(play);
  stuck.say(watch_message(1));
  stuck.until("watching");
  const std::string body = record.substr(record.find('\n') + 1);
  // The stuck one is cut off when what waits for it is too much; the pages answer all the while.
  EXPECT_TRUE(comes_true([&] {
    for (int i = 0; i < 10; ++i) play->add(position, body);
    alive.say({{"type", "ping"}});
    alive.until("pong");
    usleep(260'000);  // who asks more often is told to wait
    alive.say({{"type", "lobby"}});
    return alive.until("lobby").at("tables").at(0).at("watching") == 0;
  }));
  cup.stage().leave(*play);
}

TEST(ArenaWatching, QuickGamesAreNotBroughtOntoTheStage) {
  Competition cup;
  const Seated seated = cup.seated(1);
  const ChaKey key = a_key();
  const std::string moves = cup.played(1).played;
  Broadcast live(&cup.stage(), cup.game(1), cup.edition(), seated, key);
  live.follow(moves.substr(0, 100), Broadcast::kSlow - std::chrono::milliseconds(1));
  EXPECT_TRUE(cup.stage().plays().empty());
  live.follow(moves.substr(0, 102), Broadcast::kSlow);
  ASSERT_EQ(cup.stage().plays().size(), 1U);
  // All of it, from the beginning.
  EXPECT_TRUE(cup.stage().plays()[0]->record_from(0).starts_with("{\"fogg\":\"record\""));
  EXPECT_EQ(cup.stage().plays()[0]->look().points.size(), 2U);
}

TEST(ArenaPages, SayGoodbye) {
  Competition cup;
  auto pages = cup.pages();
  const int port = pages->port();
  WebClient guest(port);
  guest.hello();
  WebClient silent(port);  // says nothing, and reads nothing
  pages.reset();
  EXPECT_EQ(text_of(guest.until("notice"), "code"), "stopping");
  EXPECT_FALSE(guest.next());
  EXPECT_THROW(http_get(port, "/api/arena"), fogg::test::ConnectionLost);
}

TEST(ArenaPages, KnowAddresses) {
  const auto where = [](const std::string& text) {
    const auto found = address_and_port(text);
    return found ? fmt::format("{} {}", found->first, found->second) : "none";
  };
  EXPECT_EQ(where("8020"), "127.0.0.1 8020");
  EXPECT_EQ(where("0"), "127.0.0.1 0");
  EXPECT_EQ(where("0.0.0.0:80"), "0.0.0.0 80");
  EXPECT_EQ(where("[::1]:80"), "::1 80");
  for (const char* bad : {"", "x", "-1", "65536", "localhost:80", "1.2.3:80", "127.0.0.1:", ":80", "80x", "1:2:3"})
    EXPECT_EQ(where(bad), "none") << bad;
  Competition cup;
  const auto pages = cup.pages();
  EXPECT_THROW(Pages(open_book(cup.file(), Access::kLook), cup.catalog(), nullptr,
                     Pages::Options{"127.0.0.1", pages->port(), {}, false, ""}),
               PagesError);
}

}  // namespace
}  // namespace fogg::arena::test
