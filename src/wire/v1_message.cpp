#include "wire/v1_message.h"

#include <fmt/format.h>
#include <algorithm>
#include <boost/json.hpp>
#include <utility>

#include "record/event.h"
#include "wire/v1_texts.h"

namespace fogg::v1 {

namespace {

std::string table_json(const TableInfo& table) {
  std::string seats;
  for (const SeatInfo& seat : table.seats) {
    seats += fmt::format(R"({}{{"name":{},"color":"{}","bot":{},"present":{},"stand_in":{})", seats.empty() ? "" : ",",
                         quoted(seat.name), seat.color, seat.bot.empty() ? "null" : quoted(seat.bot), seat.present,
                         seat.stand_in);
    if (seat.points) seats += fmt::format(R"(,"points":{})", *seat.points);
    seats += '}';
  }
  std::string bots;
  for (const std::string& bot : table.bots) bots += (bots.empty() ? "" : ",") + quoted(bot);
  const std::string clock = table.move_time > 0 ? fmt::format(R"({{"move":{}}})", table.move_time) : "null";
  return fmt::format(
      R"({{"id":{},"code":"{}","edition":{},"data":"{}","status":"{}","seats":[{}],"seat_count":{},"bots":[{}],"listed":{},"observers":"{}",)"
      R"("clock":{},"chat":{},"v09":{},"rated":{},"watching":{},"turns":{},"header":{}}})",
      table.id, table.code, quoted(table.edition), table.data, table.status, seats, table.seat_count, bots,
      table.listed, table.observers, clock, table.chat, table.v09, table.rated, table.watching, table.turns,
      table.header.empty() ? "null" : table.header);
}

}  // namespace

std::string quoted(std::string_view text) {
  return boost::json::serialize(boost::json::value(boost::json::string_view(text.data(), text.size())));
}

void Writer::begin(std::string_view type) {
  out_ += R"({"type":")";
  out_ += type;
  out_ += '"';
  if (!ref_.empty()) field("ref", ref_);
}

void Writer::field(std::string_view key, std::string_view value) {
  out_ += ",\"";
  out_ += key;
  out_ += "\":";
  out_ += value;
}

void Writer::end() { out_ += "}\n"; }

void Writer::welcome(std::string_view server, const std::vector<EditionInfo>& editions) {
  std::string list;
  for (const EditionInfo& edition : editions) {
    list += fmt::format(R"({}{{"id":{},"name":{},"players":[{},{}],"v09":{}}})", list.empty() ? "" : ",",
                        quoted(edition.id), quoted(edition.name), edition.least, edition.most, edition.v09);
  }
  begin("welcome");
  field("protocol", fmt::to_string(kVersion));
  field("server", quoted(server));
  field("editions", fmt::format("[{}]", list));
  end();
}

void Writer::lobby(const std::vector<TableInfo>& tables) {
  std::string list;
  for (const TableInfo& table : tables) {
    if (!list.empty()) list += ',';
    list += table_json(table);
  }
  begin("lobby");
  field("tables", fmt::format("[{}]", list));
  end();
}

void Writer::seated(const TableInfo& table, int seat, std::string_view token, std::string_view observer_token) {
  begin("seated");
  field("seat", fmt::to_string(seat));
  if (!token.empty()) field("token", quoted(token));
  if (!observer_token.empty()) field("observer_token", quoted(observer_token));
  field("table", table_json(table));
  end();
}

void Writer::watching(const TableInfo& table) {
  begin("watching");
  field("table", table_json(table));
  end();
}

void Writer::table(const TableInfo& table) {
  begin("table");
  field("table", table_json(table));
  end();
}

void Writer::event(std::string_view line) {
  begin("event");
  field("event", line);
  end();
}

void Writer::request(const Edition& edition, const State& state, int seat, int number,
                     std::optional<std::int64_t> left_ms, bool with_position) {
  begin("request");
  field("seat", fmt::to_string(seat));
  field("request", fmt::to_string(number));
  field("left_ms", left_ms ? fmt::to_string(*left_ms) : "null");
  if (with_position) field("position", position_json(edition, view_of(edition, state, seat)));
  out_ += R"(,"actions":[)";
  const Legal legal(edition, state, seat);
  Texts& texts = Texts::of(edition);
  bool first = true;
  legal.each([&](const Action& action) {
    if (!std::exchange(first, false)) out_ += ',';
    out_ += texts.choice(edition, action);
  });
  out_ += ']';
  end();
}

void Writer::deciding(const std::vector<DecidingSeat>& seats) {
  std::string list;
  for (const DecidingSeat& one : seats) {
    list += fmt::format(R"({}{{"seat":{},"left_ms":{}}})", list.empty() ? "" : ",", one.seat,
                        one.left_ms ? std::to_string(*one.left_ms) : "null");
  }
  begin("deciding");
  field("seats", "[" + list + "]");
  end();
}

void Writer::ack(int seq, bool again) {
  begin("ack");
  field("seq", fmt::to_string(seq));
  if (again) field("again", "true");
  end();
}

void Writer::error(ErrorCode code, std::string_view message, std::string_view path) {
  begin("error");
  field("code", quoted(name(code)));
  field("message", quoted(message));
  if (!path.empty()) field("path", quoted(path));
  end();
}

void Writer::illegal(const Refusal& refusal) {
  begin("error");
  field("code", quoted(name(ErrorCode::kIllegal)));
  field("message", quoted(fmt::format("the rules do not allow this now: {}", fogg::name(refusal.reason))));
  field("reason", quoted(fogg::name(refusal.reason)));
  field("have", fmt::to_string(refusal.have));
  field("need", fmt::to_string(refusal.need));
  end();
}

void Writer::speaks() {
  begin("error");
  field("code", quoted(name(ErrorCode::kProtocol)));
  field("message", quoted(fmt::format("this server speaks version {} of the protocol", kVersion)));
  field("speaks", fmt::format("[{},{}]", kVersion, kVersion));
  end();
}

void Writer::chat(std::optional<int> seat, std::string_view name, std::string_view text, std::int64_t t_ms) {
  begin("chat");
  field("seat", seat ? fmt::to_string(*seat) : "null");
  field("name", quoted(name));
  field("text", quoted(text));
  field("t_ms", fmt::to_string(t_ms));
  end();
}

void Writer::notice(std::string_view code, std::string_view message) {
  begin("notice");
  field("code", quoted(code));
  field("message", quoted(message));
  end();
}

void Writer::rematch(std::string_view table) {
  begin("rematch");
  field("table", quoted(table));
  end();
}

void Writer::hint(const Edition& edition, const Action& action, std::string_view bot, std::string_view thoughts) {
  begin("hint");
  field("action", choice_json(edition, action));
  field("bot", quoted(bot));
  field("thoughts", thoughts);
  end();
}

void Writer::pong() {
  begin("pong");
  end();
}

namespace {

bool is_visible_to_all(std::string_view line) { return line.find(R"("visible_to":"all")") != std::string_view::npos; }

bool is_visible_to(std::string_view line, int viewer, std::string_view own) {
  if (viewer == kSeesAll || is_visible_to_all(line)) return true;
  return viewer >= 0 && line.find(own) != std::string_view::npos;
}

int seq_of(std::string_view line) {
  constexpr std::string_view kStart = R"({"seq":)";
  int seq = 0;
  for (std::size_t i = kStart.size(); i < line.size() && line[i] >= '0' && line[i] <= '9'; ++i)
    seq = seq * 10 + (line[i] - '0');
  return seq;
}

}  // namespace

void write_events(std::string_view record, int viewer, int after, std::string& out) {
  Writer writer(out);
  const std::string own = fmt::format(R"("visible_to":[{}])", viewer);
  while (!record.empty()) {
    const std::size_t end = record.find('\n');
    const std::string_view line = record.substr(0, end);
    record.remove_prefix(std::min(line.size() + 1, record.size()));
    if (!line.starts_with(R"({"seq":)") || seq_of(line) <= after) continue;  // the header comes with the table
    if (is_visible_to(line, viewer, own)) writer.event(line);
  }
}

}  // namespace fogg::v1
