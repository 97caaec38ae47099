// A bot for Fogg in C++. It reads one JSON object per line and answers each request with the number of one of its actions. The standard library has
// no JSON; the few things needed here are found with regular expressions.
//
//   g++ -std=c++17 -O2 -o bot bot.cpp
//   fogg check-bot ./bot --folder examples/cpp
#include <iostream>
#include <regex>
#include <string>

// The sum of all numbers that follow a pattern.
int sum(const std::string& text, const std::regex& pattern) {
  int all = 0;
  for (std::sregex_iterator found(text.begin(), text.end(), pattern), end; found != end; ++found)
    all += std::stoi((*found)[1]);
  return all;
}

// How much we would like to do this. The texts are explained in docs/actions.md.
int worth(const std::string& text) {
  static const std::regex cards_pattern(R"(\*(\d+))");
  static const std::regex locomotives_pattern(R"(locomotive\d?\*(\d+))");
  const std::string verb = text.substr(0, text.find(' '));
  if (verb == "claim") {
    // "claim Boston-NewYork.2 red*1 locomotive*1": long routes bring most, and locomotives are too good to waste.
    const int cards = sum(text, cards_pattern);
    return cards >= 3 ? 100 * cards - sum(text, locomotives_pattern) : 0;
  }
  if (verb == "keep") return 50 - static_cast<int>(text.size());  // few tickets, as nothing here looks at them
  if (verb == "draw") return 20;
  return verb == "take" || verb == "pay" ? 10 : 1;
}

int main() {
  static const std::regex request_pattern(R"re("request":(\d+))re");
  static const std::regex action_pattern(R"re(\{"id":(\d+),"text":"([^"]*)")re");
  for (std::string line; std::getline(std::cin, line);) {
    if (line.rfind(R"({"type":"request")", 0) != 0) continue;
    std::smatch request;
    std::regex_search(line, request, request_pattern);
    std::string best;
    int most = -1000;
    for (std::sregex_iterator action(line.begin(), line.end(), action_pattern), end; action != end; ++action) {
      const int value = worth((*action)[2]);
      if (value <= most) continue;
      most = value;
      best = (*action)[1];
    }
    // endl, not a mere line feed: without it the answer stays in a buffer.
    std::cout << R"({"type":"move","request":)" << request[1] << R"(,"action":)" << best << "}" << std::endl;
  }
}
