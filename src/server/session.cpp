#include "server/session.h"

namespace fogg::server {

Session::Session(boost::asio::ip::tcp::socket socket, const Limits& limits, Reception& reception)
    : Connection(Tongue::kV09, std::move(socket), limits), reception_(reception) {}

void Session::greet() {
  std::string out;
  v09::Writer(out, reception_.config().dialect).request(reception_.color_for_next(), v09::TurnType::kJoin);
  say(std::move(out));
}

void Session::say(std::string text) {
  reception_.metrics().bytes_sent += text.size();
  send(std::make_shared<const std::string>(std::move(text)));
}

void Session::refused(v09::ErrorCode code) {
  reception_.metrics().refused(code);
  if (count_refusal() < reception_.config().max_refusals) return;
  std::string out;
  v09::Writer(out, reception_.config().dialect).text("too many refused lines in a row: the connection is closed");
  say(std::move(out));
  close_when_sent();
}

void Session::refuse(v09::TurnType type, v09::ErrorCode code, v09::SeatColor player, std::string_view explanation) {
  std::string out;
  v09::Writer writer(out, reception_.config().dialect);
  if (!explanation.empty()) writer.text(explanation);
  writer.refusal(player, type, code);
  // Who has not joined is asked to again.
  if (!table) writer.request(player, v09::TurnType::kJoin);
  say(std::move(out));
  refused(code);
}

bool Session::on_line(std::string_view line) {
  const Edition& edition = table ? table->edition() : reception_.usual_edition();
  const auto command = v09::parse_command(edition.board, line);
  const bool is_query =
      command && (command->type == v09::TurnType::kBoardState || command->type == v09::TurnType::kListAllRoutes);
  if (reception_.frozen() && !is_query) return false;
  note_line();
  ++reception_.metrics().lines;
  const auto here = table;  // a command may end the table
  if (!command) {
    if (here) {
      here->wrong_format(*this, command.error().type);
    } else {
      refuse(command.error().type, v09::ErrorCode::kWrongTurnFormat, reception_.color_for_next());
    }
  } else if (here) {
    here->command(*this, *command);
  } else if (command->type == v09::TurnType::kJoin) {
    reception_.join(*this, command->join);
  } else if (command->type == v09::TurnType::kListAllRoutes && v09::can_play(edition)) {
    const auto nobody = std::make_unique<State>();
    std::string out;
    v09::Writer writer(out, reception_.config().dialect);
    writer.all_routes(edition, *nobody, {}, reception_.color_for_next());
    writer.request(reception_.color_for_next(), v09::TurnType::kJoin);
    say(std::move(out));
  } else {
    refuse(command->type, v09::ErrorCode::kNotPlayersTurn, reception_.color_for_next());
  }
  return true;
}

void Session::on_long_line() {
  std::string out;
  v09::Writer writer(out, reception_.config().dialect);
  writer.text("this line is too long: the connection is closed");
  writer.refusal(reception_.color_for_next(), v09::TurnType::kUnknown, v09::ErrorCode::kWrongTurnFormat);
  reception_.metrics().refused(v09::ErrorCode::kWrongTurnFormat);
  say(std::move(out));
  close_when_sent();
}

void Session::on_closed() {
  if (table) {
    const auto here = std::move(table);
    table = nullptr;
    here->left(*this);
  }
  reception_.gone(*this);
}

}  // namespace fogg::server
