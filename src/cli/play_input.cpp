#include "cli/play_input.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <span>

namespace fogg::cli {

std::optional<Line> read_line(std::istream& in) {
  Line line;
  bool any = false;
  // Character by character: a line of any length must not be kept in memory.
  for (int c = in.get(); c != std::istream::traits_type::eof(); c = in.get()) {
    any = true;
    if (c == '\n') break;
    if (line.text.size() < kMaxLine) {
      line.text += static_cast<char>(c);
    } else if (c != '\r') {
      line.too_long = true;
    }
  }
  if (!any) return {};
  if (!line.text.empty() && line.text.back() == '\r') line.text.pop_back();
  return line;
}

namespace {

// U+00C0 to U+00FF, the letters of western Europe.
constexpr std::string_view kPlainLetters = "aaaaaaaceeeeiiiidnooooo?ouuuuypsaaaaaaaceeeeiiiidnooooo?ouuuuypy";
static_assert(kPlainLetters.size() == 64);

struct Character {
  char32_t code;
  std::size_t bytes;
};
Character character_at(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  const std::size_t bytes = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
  if (first < 0x80) return {first, 1};
  if (bytes == 1 || text.size() < bytes) return {U'?', 1};
  char32_t code = first & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {U'?', 1};
    code = (code << 6U) | (byte(i) & 0x3FU);
  }
  return {code, bytes};
}

char plain(char32_t code) {
  if (code == U'\t' || code == 0xA0) return ' ';
  if (code >= 0x20 && code < 0x7F) return static_cast<char>(std::tolower(static_cast<int>(code)));
  if (code >= 0xC0 && code <= 0xFF) return kPlainLetters[code - 0xC0];
  if (code >= 0x2010 && code <= 0x2015) return '-';
  return '?';
}

bool begins(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

}  // namespace

std::string fold(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Character next = character_at(text);
    out += plain(next.code);
    text.remove_prefix(next.bytes);
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  out.erase(0, out.find_first_not_of(' '));
  return out;
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Character next = character_at(text);
    const bool control = next.code < 0x20 || (next.code >= 0x7F && next.code < 0xA0);
    const bool broken = next.bytes == 1 && static_cast<unsigned char>(text[0]) >= 0x80;
    out += control || broken ? "?" : text.substr(0, next.bytes);
    text.remove_prefix(next.bytes);
  }
  return out;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 30;
  std::string out = fold(text);
  if (out.size() > kLongest) out = out.substr(0, kLongest) + "...";
  return "'" + out + "'";
}

std::vector<std::string> words_of(std::string_view folded) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : folded) {
    if (c != ' ') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

std::optional<int> whole_number(std::string_view word) {
  if (word.empty() || word.size() > 4) return {};
  int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || value < 0) return {};
  return value;
}

std::vector<Card> match_card(std::string_view word) {
  if (word.empty()) return {};
  // The letters of the card blocks, and other words people use.
  if (word == "b") return {Card::kBlue};
  if (word == "k") return {Card::kBlack};
  if (word == "p" || word == "pink") return {Card::kPurple};
  for (const std::string_view other : {"+", "4+", "l4", "loco4", "locos4", "locomotives4", "loco4+", "locomotive4+"}) {
    if (word == other) return {Card::kLocomotive4};
  }
  for (const std::string_view other : {"@", "person", "passengers"}) {
    if (word == other) return {Card::kPassenger};
  }
  for (const std::string_view other : {"locos", "locomotives", "joker", "jokers", "wild", "rainbow"}) {
    if (word == other) return {Card::kLocomotive};
  }
  // What begins "locomotive" means the common one.
  if (begins(name(Card::kLocomotive), word)) return {Card::kLocomotive};
  std::vector<Card> found;
  for (int kind = 0; kind < kCardKinds; ++kind) {
    if (begins(kCardNames[static_cast<std::size_t>(kind)], word)) found.push_back(static_cast<Card>(kind));
  }
  return found;
}

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += word;
  return out;
}

// The words of a city's name, in all spellings of "Saint".
std::vector<std::vector<std::string>> spellings(const City& city) {
  std::string name = fold(city.name);
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = ' ';
  }
  std::vector<std::vector<std::string>> all = {words_of(name)};
  // The id is a name without accents, as it is typed where they are not at hand: "koeln".
  if (const std::string id = fold(city.id); id != joined(all[0])) all.push_back({id});
  static constexpr std::array<std::string_view, 3> kSaints = {"saint", "st", "ste"};
  for (std::size_t w = 0; w < all[0].size(); ++w) {
    if (std::ranges::find(kSaints, all[0][w]) == kSaints.end()) continue;
    for (const std::string_view saint : kSaints) {
      if (all[0][w] == saint) continue;
      all.push_back(all[0]);
      all.back()[w] = saint;
    }
  }
  return all;
}

constexpr int kLaterWord = 3;
constexpr int kNoMatch = 100;

int match_rank(const std::vector<std::string>& name, const std::vector<std::string>& words) {
  const std::string whole = joined(name);
  const std::string typed = joined(words);
  if (typed == whole) return 0;
  std::string initials;
  for (const std::string& word : name) initials += word[0];
  if (name.size() > 1 && typed == initials) return 1;
  if (begins(whole, typed)) return 2;
  if (words.size() <= name.size() && std::ranges::equal(words, std::span(name).first(words.size()),
                                                        [](const auto& a, const auto& b) { return begins(b, a); })) {
    return 2;
  }
  if (words.size() == 1 && typed.size() >= 3 &&
      std::any_of(name.begin() + 1, name.end(), [&](const std::string& word) { return begins(word, typed); })) {
    return kLaterWord;
  }
  return kNoMatch;
}

}  // namespace

CityMatch match_city(const Board& board, std::vector<std::string> words) {
  CityMatch best{{}, kNoMatch};
  // "st." and "new-york" have marks in them that names do not count.
  for (std::string& word : words) {
    std::erase_if(word, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
  }
  std::erase(words, "");
  if (words.empty()) return best;
  for (std::size_t city = 0; city < board.cities.size(); ++city) {
    int rank = kNoMatch;
    for (const auto& name : spellings(board.cities[city])) {
      if (!name.empty()) rank = std::min(rank, match_rank(name, words));
    }
    if (rank < best.rank) best = {{}, rank};
    if (rank == best.rank && rank != kNoMatch) best.cities.push_back(static_cast<int>(city));
  }
  // "city" is a later word of several names and says nothing.
  if (best.rank == kLaterWord && best.cities.size() > 1) return {{}, kNoMatch};
  return best;
}

int similar_city(const Board& board, std::string_view word) {
  constexpr std::size_t kFarthest = 2;
  std::size_t best = kFarthest + 1;
  int found = -1;
  if (word.size() < 4) return -1;
  for (std::size_t city = 0; city < board.cities.size(); ++city) {
    const std::string name = joined(spellings(board.cities[city])[0]);
    // Edit distance, row by row.
    std::vector<std::size_t> row(name.size() + 1);
    for (std::size_t i = 0; i <= name.size(); ++i) row[i] = i;
    for (std::size_t j = 1; j <= word.size(); ++j) {
      std::size_t diagonal = row[0];
      row[0] = j;
      for (std::size_t i = 1; i <= name.size(); ++i) {
        const std::size_t replaced = diagonal + (name[i - 1] == word[j - 1] ? 0 : 1);
        diagonal = row[i];
        row[i] = std::min({replaced, row[i] + 1, row[i - 1] + 1});
      }
    }
    if (row.back() < best) {
      best = row.back();
      found = static_cast<int>(city);
    }
  }
  return found;
}

}  // namespace fogg::cli
