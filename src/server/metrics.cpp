#include "server/metrics.h"

#include <fmt/format.h>
#include <algorithm>
#include <iterator>

namespace fogg::server {

void Metrics::answered(std::chrono::steady_clock::time_point asked) {
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - asked).count();
  const auto bound = std::lower_bound(kBounds.begin(), kBounds.end(), seconds);
  ++answers_[static_cast<std::size_t>(bound - kBounds.begin())];
  answer_seconds_ += seconds;
}

std::string Metrics::prometheus() const {
  std::string out;
  auto to = std::back_inserter(out);
  auto one = [&](std::string_view name, std::string_view kind, std::string_view help, std::uint64_t value) {
    fmt::format_to(to, "# HELP fogg_{0} {1}\n# TYPE fogg_{0} {2}\nfogg_{0} {3}\n", name, help, kind, value);
  };
  one("connections_total", "counter", "Connections accepted.", connections);
  one("connections_turned_away_total", "counter", "Connections beyond a limit.", connections_turned_away);
  one("connections_open", "gauge", "Connections now.", connections_open);
  one("lines_total", "counter", "Lines received.", lines);
  one("sent_bytes_total", "counter", "Bytes sent to clients.", bytes_sent);
  one("joins_total", "counter", "Seats taken by clients.", joins);
  one("rejoins_total", "counter", "Seats taken back.", rejoins);
  one("actions_total", "counter", "Actions of clients.", actions);
  one("bot_actions_total", "counter", "Actions of bots.", bot_actions);
  one("bot_failures_total", "counter", "Times another bot had to answer for one.", bot_failures);
  one("games_started_total", "counter", "Games begun.", games_started);
  one("games_finished_total", "counter", "Games played to the end.", games_finished);
  one("games_forfeited_total", "counter", "Games given up.", games_forfeited);
  one("tables_waiting", "gauge", "Tables that wait for players.", tables_waiting);
  one("tables_running", "gauge", "Tables with a running game.", tables_running);
  one("observers", "gauge", "Observers now.", observers);
  one("timeouts_total", "counter", "Requests not answered in time.", timeouts);
  one("takeovers_total", "counter", "Seats played on by a bot.", takeovers);
  one("disconnects_total", "counter", "Players who went away during a game.", disconnects);
  one("store_troubles_total", "counter", "Times the store could not be written.", store_troubles);
  one("frozen", "gauge", "1 while the store cannot be written.", frozen ? 1 : 0);
  out += "# HELP fogg_refusals_total Commands refused.\n# TYPE fogg_refusals_total counter\n";
  for (std::size_t code = 0; code < refusals.size(); ++code) {
    fmt::format_to(to, "fogg_refusals_total{{code=\"{}\"}} {}\n", name(static_cast<v09::ErrorCode>(code)),
                   refusals[code]);
  }
  out +=
      "# HELP fogg_answer_seconds From a line received to its answer handed to the network.\n"
      "# TYPE fogg_answer_seconds histogram\n";
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kBounds.size(); ++i) {
    sum += answers_[i];
    fmt::format_to(to, "fogg_answer_seconds_bucket{{le=\"{}\"}} {}\n", kBounds[i], sum);
  }
  sum += answers_.back();
  fmt::format_to(
      to, "fogg_answer_seconds_bucket{{le=\"+Inf\"}} {0}\nfogg_answer_seconds_sum {1}\nfogg_answer_seconds_count {0}\n",
      sum, answer_seconds_);
  return out;
}

}  // namespace fogg::server
