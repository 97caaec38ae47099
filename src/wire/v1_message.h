// Messages of the server in the current protocol (docs/protocol.md). Each call appends one line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/play.h"
#include "engine/refusal.h"
#include "engine/view.h"
#include "wire/v1_command.h"

namespace fogg::v1 {

struct SeatInfo {
  std::string name;
  std::string_view color;
  std::string bot;  // empty: a person, or a program of somebody's own
  bool present = false;
  bool stand_in = false;  // a bot plays on for it
  std::optional<int> points = {};
};

struct TableInfo {
  std::int64_t id = 0;
  std::string code;
  std::string edition;
  std::string data;  // hash of the edition's data
  std::string_view status;
  std::vector<SeatInfo> seats;
  int seat_count = 0;
  std::vector<std::string> bots = {};  // who will sit down when all others have
  bool listed = true;
  std::string_view observers;
  double move_time = 0;  // 0: no limit
  bool chat = true;
  bool v09 = false;
  bool rated = true;
  int watching = 0;
  int turns = 0;
  std::string header = {};  // of the record, as JSON; empty before the start
};

struct EditionInfo {
  std::string id;
  std::string name;
  int least = 2;
  int most = 5;
  bool v09 = false;
};

// A seat that has to decide.
struct DecidingSeat {
  int seat = 0;
  std::optional<std::int64_t> left_ms;  // none: no limit
};

class Writer {
 public:
  // `ref`: of the message that is answered, as JSON.
  explicit Writer(std::string& out, std::string_view ref = {}) : out_(out), ref_(ref) {}

  void welcome(std::string_view server, const std::vector<EditionInfo>& editions);
  void lobby(const std::vector<TableInfo>& tables);
  void seated(const TableInfo& table, int seat, std::string_view token, std::string_view observer_token);
  void watching(const TableInfo& table);
  void table(const TableInfo& table);
  // `line`: of a record, without its line feed.
  void event(std::string_view line);
  // `with_position`: also what the seat knows of the position.
  void request(const Edition& edition, const State& state, int seat, int number, std::optional<std::int64_t> left_ms,
               bool with_position);
  void deciding(const std::vector<DecidingSeat>& seats);
  void ack(int seq, bool again = false);
  void error(ErrorCode code, std::string_view message, std::string_view path = {});
  void illegal(const Refusal& refusal);
  void speaks();  // the error for a client that speaks other versions only
  void chat(std::optional<int> seat, std::string_view name, std::string_view text, std::int64_t t_ms);
  void notice(std::string_view code, std::string_view message);
  void rematch(std::string_view table);
  void hint(const Edition& edition, const Action& action, std::string_view bot, std::string_view thoughts);
  void pong();

 private:
  void begin(std::string_view type);
  void field(std::string_view key, std::string_view value);
  void end();

  std::string& out_;
  std::string_view ref_;
};

// Messages for the events of a part of a record that a viewer may see and that come after the one with this number. Viewers: a seat, or one
// of these.
inline constexpr int kEveryone = -1;
inline constexpr int kSeesAll = -2;
void write_events(std::string_view record, int viewer, int after, std::string& out);

// What a seat knows of the position, as JSON.
std::string position_json(const Edition& edition, const View& view);

std::string quoted(std::string_view text);

}  // namespace fogg::v1
