// A program for the arena that answers at once: any of the actions, by a fixed row of numbers. It looks for what it needs and reads nothing else.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

int main() {
  std::ios::sync_with_stdio(false);
  unsigned random = 1;
  std::vector<std::size_t> starts;
  for (std::string line; std::getline(std::cin, line);) {
    const std::string_view text = line;
    if (!text.starts_with(R"({"type":"request")")) continue;
    constexpr std::string_view kRequest = R"("request":)";
    constexpr std::string_view kAction = R"({"id":)";
    starts.clear();
    for (std::size_t at = text.find(kAction); at != std::string_view::npos; at = text.find(kAction, at + 1))
      starts.push_back(at + kAction.size());
    const std::size_t request = text.find(kRequest);
    if (starts.empty() || request == std::string_view::npos) return 1;
    random = random * 1664525U + 1013904223U;
    const std::size_t chosen = starts[(random >> 8U) % starts.size()];
    std::printf("{\"type\":\"move\",\"request\":%ld,\"action\":%ld}\n",
                std::strtol(line.c_str() + request + kRequest.size(), nullptr, 10),
                std::strtol(line.c_str() + chosen, nullptr, 10));
    std::fflush(stdout);
  }
}
