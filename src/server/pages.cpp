// The contents of the HTTP port.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <boost/json.hpp>
#include <charconv>
#include <ctime>
#include <iterator>

#include "server/http.h"

namespace fogg::server {

namespace {

namespace json = boost::json;

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

json::string_view view(std::string_view text) { return {text.data(), text.size()}; }

std::string games_json(const std::vector<GameInfo>& games, int unlisted) {
  json::array list;
  for (const GameInfo& game : games) {
    json::object one;
    one["id"] = game.id;
    if (!game.code.empty()) one["code"] = game.code;
    one["edition"] = game.edition;
    one["status"] = view(game.status);
    one["players"] = game.players;
    one["created_ms"] = game.created_ms;
    if (game.turns) {
      one["turns"] = *game.turns;
      one["observers"] = game.observers;
    }
    json::array seats;
    for (const SeatInfo& seat : game.seats) {
      json::object who;
      who["name"] = seat.name;
      who["color"] = view(seat.color);
      if (!seat.bot.empty()) who["bot"] = seat.bot;
      if (!seat.state.empty()) who["state"] = seat.state;
      if (seat.points) who["route_points"] = *seat.points;
      if (seat.trains) who["trains"] = *seat.trains;
      if (seat.to_move) who["to_move"] = true;
      seats.push_back(std::move(who));
    }
    one["seats"] = std::move(seats);
    if (game.status != "waiting" && game.status != "broken")
      one["record"] = fmt::format("/api/games/{}/record", game.id);
    list.push_back(std::move(one));
  }
  json::object all;
  all["games"] = std::move(list);
  all["unlisted"] = unlisted;
  return json::serialize(all) + "\n";
}

constexpr std::string_view kHead = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="refresh" content="5"><title>Fogg</title><style>
:root{color-scheme:light dark;--ink:#2b2a27;--soft:#6d685e;--line:#d9d2c3;--paper:#faf7f0;--card:#fffdf8;--mark:#8a4b2a}
@media(prefers-color-scheme:dark){:root{--ink:#e9e4d8;--soft:#a49c8c;--line:#3d3a34;--paper:#1d1c1a;--card:#262421;--mark:#d9976b}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font:600 2rem/1.2 Georgia,serif;margin:0}
h2{font:600 1.15rem/1.3 Georgia,serif;margin:2rem 0 .5rem}
p{margin:.3rem 0;color:var(--soft)}a{color:var(--mark)}
.bad{color:#fff;background:#a3341f;padding:.5rem .8rem;border-radius:.4rem}
.game{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.7rem 1rem;margin:.6rem 0}
.game header{display:flex;flex-wrap:wrap;gap:.2rem 1rem;align-items:baseline}
.game b{font-family:Georgia,serif}.soft{color:var(--soft)}
table{border-collapse:collapse;width:100%;table-layout:fixed;margin-top:.4rem;font-variant-numeric:tabular-nums}
th{font-weight:400;text-align:left;color:var(--soft);font-size:.85rem}
td,th{padding:.15rem .6rem .15rem 0;border-top:1px solid var(--line)}
td.n,th.n{text-align:right;padding-right:0}
.dot{display:inline-block;width:.75em;height:.75em;border-radius:50%;margin-right:.5em;border:1px solid #0006;vertical-align:-.03em}
.Blue{background:#2f66b8}.Red{background:#c03a2b}.Green{background:#3b8a4a}.Yellow{background:#e3b62c}.Black{background:#333}
.name{overflow-wrap:anywhere;padding-left:1.25em;text-indent:-1.25em;width:34%}.n{width:16%}td{vertical-align:top}
</style></head><body><main>
)";

void show_game(std::string& out, const GameInfo& game) {
  auto to = std::back_inserter(out);
  fmt::format_to(to, "<section class=game><header><b>Game {}</b><span>{}</span>", game.id, escaped(game.edition));
  if (!game.code.empty()) fmt::format_to(to, "<span class=soft>table {}</span>", escaped(game.code));
  if (game.turns) fmt::format_to(to, "<span class=soft>{} turns</span>", *game.turns);
  if (game.observers > 0) fmt::format_to(to, "<span class=soft>{} watching</span>", game.observers);
  const std::time_t begun = game.created_ms / 1000;
  fmt::format_to(to, "<span class=soft>{:%Y-%m-%d %H:%M} UTC</span>", fmt::gmtime(begun));
  if (game.status == "waiting") {
    fmt::format_to(to, "<span class=soft>{} of {} seats taken</span>", game.seats.size(), game.players);
  } else if (game.status != "broken") {
    fmt::format_to(to, "<a href=\"/api/games/{}/record\">record</a>", game.id);
  }
  out += "</header>";
  if (!game.seats.empty()) {
    out += "<table><tr><th class=name>Player<th>";
    if (game.turns) out += "<th class=n>Route points<th class=n>Trains left";
    for (const SeatInfo& seat : game.seats) {
      std::string state(seat.color);
      const std::string more = seat.bot.empty() ? seat.state : "bot " + seat.bot;
      if (!more.empty()) state += ", " + more;
      if (seat.to_move) state += ", to move";
      fmt::format_to(to, "<tr><td class=name><span class=\"dot {}\"></span>{}<td class=soft>{}", seat.color,
                     escaped(seat.name), escaped(state));
      if (game.turns)
        fmt::format_to(to, "<td class=n>{}<td class=n>{}", seat.points.value_or(0), seat.trains.value_or(0));
    }
    out += "</table>";
  }
  out += "</section>\n";
}

std::string status_page(StatusSource& source) {
  const std::vector<GameInfo> games = source.games();
  std::string out(kHead);
  out += "<h1>Fogg</h1>\n<p>A server for railway board games. Not affiliated with the publishers of any of them.</p>\n";
  if (!source.healthy())
    out += "<p class=bad>The store cannot be written at the moment: tables wait until it can.</p>\n";
  struct Part {
    std::string_view status, title, none;
  };
  for (const Part& part :
       {Part{"running", "Being played", "Nobody is playing."},
        Part{"waiting", "Waiting for players", "No table is waiting; the next one to join opens one."},
        Part{"over", "Finished", "No game has been finished yet."}}) {
    fmt::format_to(std::back_inserter(out), "<h2>{}</h2>\n", part.title);
    bool any = false;
    for (const GameInfo& game : games) {
      if (game.status != part.status) continue;
      show_game(out, game);
      any = true;
    }
    if (!any) fmt::format_to(std::back_inserter(out), "<p>{}</p>\n", part.none);
  }
  if (const int unlisted = source.unlisted_tables(); unlisted > 0)
    fmt::format_to(std::back_inserter(out), "<h2>Not listed</h2>\n<p>{} more {}.</p>\n", unlisted,
                   unlisted == 1 ? "table" : "tables");
  out +=
      "<h2>For programs</h2>\n<p><a href=\"/api/games\">/api/games</a> · <a href=\"/healthz\">/healthz</a> · "
      "<a href=\"/metrics\">/metrics</a></p>\n</main></body></html>\n";
  return out;
}

// An edition and its map, for pages that do not carry them.
Page edition_page(const StatusSource& source, const std::string& id) {
  const auto texts = source.catalog().texts(id);
  if (!texts || !source.has_edition(id)) return {404, "text/plain; charset=utf-8", "there is no such edition\n"};
  return {200, "application/json", fmt::format("{{\"edition\":{},\"map\":{}}}\n", texts->edition, texts->map)};
}

// The number in /api/games/NUMBER/record.
std::optional<std::int64_t> game_in(std::string_view target) {
  constexpr std::string_view kBefore = "/api/games/";
  constexpr std::string_view kAfter = "/record";
  if (!target.starts_with(kBefore) || !target.ends_with(kAfter) || target.size() <= kBefore.size() + kAfter.size())
    return {};
  const std::string_view text = target.substr(kBefore.size(), target.size() - kBefore.size() - kAfter.size());
  std::int64_t id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return id;
}

}  // namespace

Page page_for(StatusSource& source, std::string_view target, const boost::asio::ip::address& from) {
  if (auto own = source.own_page(target)) return std::move(*own);
  target = target.substr(0, target.find('?'));
  if (target == "/status") return {200, "text/html; charset=utf-8", status_page(source)};
  if (target == "/healthz") {
    const bool good = source.healthy();
    return {good ? 200 : 503, "text/plain; charset=utf-8", good ? "ok\n" : "the store cannot be written\n"};
  }
  if (target == "/metrics") {
    if (!source.metrics_for(from)) return {403, "text/plain; charset=utf-8", "only from this machine\n"};
    return {200, "text/plain; version=0.0.4; charset=utf-8", source.metrics_text()};
  }
  if (target == "/api/games") return {200, "application/json", games_json(source.games(), source.unlisted_tables())};
  constexpr std::string_view kEditions = "/api/editions/";
  if (target.starts_with(kEditions)) return edition_page(source, std::string(target.substr(kEditions.size())));
  if (const auto id = game_in(target)) {
    std::string record = source.record(*id);
    if (!record.empty()) return {200, "application/x-ndjson", std::move(record)};
    return {404, "text/plain; charset=utf-8", "there is no such game\n"};
  }
  return {404, "text/plain; charset=utf-8", "there is no such page\n"};
}

}  // namespace fogg::server
