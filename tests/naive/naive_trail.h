// Questions about one player's network: are two cities joined, how long is the longest trail.
// Part of the naive second implementation of the rules; it shares no code with the engine.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace naive {

// One claimed route, as far as networks are concerned.
struct Track {
  std::string a;
  std::string b;
  int length;
};

// Whether the tracks lead from one city to the other (docs/rules.md, "End and score": completed tickets).
bool joined(const std::vector<Track>& tracks, const std::string& from, const std::string& to);

// The same for all cities at once: for every city on a track the name of its group; cities are joined if their groups
// are the same. Station after station is tried with many networks, and asking for each pair of cities would take long.
std::map<std::string, std::string> joined_groups(const std::vector<Track>& tracks);

// The most trains on a trail that uses no track twice; cities may be passed again (same place: longest path).
int longest_trail(const std::vector<Track>& tracks);

}  // namespace naive
