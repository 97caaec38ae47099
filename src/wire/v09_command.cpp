#include "wire/v09_command.h"

namespace fogg::v09 {

namespace {

// More words than any command has are only counted.
struct Words {
  static constexpr int kMost = 4 + kMaxLength;
  std::array<std::string_view, kMost> word;
  int count = 0;

  explicit Words(std::string_view line) {
    auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    std::size_t at = 0;
    while (true) {
      while (at < line.size() && is_blank(line[at])) ++at;
      if (at == line.size()) return;
      const std::size_t begin = at;
      while (at < line.size() && !is_blank(line[at])) ++at;
      if (count < kMost) word[static_cast<std::size_t>(count)] = line.substr(begin, at - begin);
      ++count;
    }
  }
  std::string_view operator[](int i) const { return word[static_cast<std::size_t>(i)]; }
};

bool read(const Words& words, JoinCommand& join) {
  if (words.count != 3 && words.count != 4) return false;
  join.name = words[1];
  const auto type = client_type(words[2]);
  if (!type) return false;
  join.type = *type;
  if (words.count == 3) return true;
  join.wish = seat_color(words[3]);
  return *type == ClientType::kPlayer && join.wish.has_value();
}

bool read(const Words& words, DrawCommand& draw) {
  if (words.count < 2) return false;
  const auto hidden = truth(words[1]);
  if (!hidden || words.count != (*hidden ? 2 : 3)) return false;
  draw.hidden = *hidden;
  if (*hidden) return true;
  const auto color = card(words[2]);
  if (!color) return false;
  draw.card = *color;
  return true;
}

bool read(const Words& words, KeepCommand& keep) {
  if (words.count > 1 + kMaxOffer) return false;
  keep.words = words.count - 1;
  for (int i = 0; i < keep.words; ++i) {
    const auto kept = truth(words[1 + i]);
    if (!kept) return false;
    if (*kept) keep.set |= 1 << i;
  }
  return true;
}

bool read(const Board& board, const Words& words, ClaimCommand& claim) {
  if (words.count < 3 || words.count > 4 + kMaxLength) return false;
  claim.a = city(board, words[1]);
  claim.b = city(board, words[2]);
  if (claim.a < 0 || claim.b < 0) return false;
  claim.count = words.count - 3;
  for (int i = 0; i < claim.count; ++i) {
    const auto color = card(words[3 + i]);
    if (!color) return false;
    claim.colors[static_cast<std::size_t>(i)] = *color;
  }
  return true;
}

}  // namespace

tl::expected<Command, WrongFormat> parse_command(const Board& board, std::string_view line) {
  // Writers of .NET begin with a byte order mark unless told not to.
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  const Words words(line);
  Command command;
  if (words.count > 0) command.type = turn_type(words[0]).value_or(TurnType::kUnknown);
  bool good = false;
  switch (command.type) {
    case TurnType::kJoin: good = read(words, command.join); break;
    case TurnType::kDrawPassengerCars: good = read(words, command.draw); break;
    case TurnType::kDrawDestinationTickets:
    case TurnType::kBoardState:
    case TurnType::kListAllRoutes: good = words.count == 1; break;
    case TurnType::kClaimDestinationTickets: good = read(words, command.keep); break;
    case TurnType::kClaimRoute: good = read(board, words, command.claim); break;
    default: command.type = TurnType::kUnknown; break;
  }
  if (!good) return tl::unexpected(WrongFormat{command.type});
  return command;
}

}  // namespace fogg::v09
