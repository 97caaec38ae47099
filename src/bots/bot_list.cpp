// Which bots there are, and making them from their names.
#include "bots/bot.h"
#include "bots/longroute.h"
#include "bots/planner.h"
#include "bots/search.h"
#include "bots/simple_bots.h"
#include "bots/spec.h"

namespace fogg {

namespace {

struct Entry {
  BotInfo info;
  std::unique_ptr<Bot> (*make)(BotSpec&);
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> kEntries = {
      {{"random", "any legal action, each equally likely", {}}, [](BotSpec&) { return make_random(); }},
      {{"hungry", "claims the longest route it can pay for, otherwise draws for one", {}},
       [](BotSpec&) { return make_hungry(); }},
      {{"longroute", "two cheap tickets over few long routes, then the longest routes until the trains run out", {}},
       [](BotSpec&) { return make_longroute(); }},
      {{"planner", "plans routes for all tickets together, and when to take more", planner_options()}, make_planner},
      {{"search", "thinks ahead over what it cannot see, with planners in mind", search_options()}, make_search},
  };
  return kEntries;
}

}  // namespace

const std::vector<BotInfo>& bot_list() {
  static const std::vector<BotInfo> kBots = [] {
    std::vector<BotInfo> list;
    for (const Entry& entry : entries()) list.push_back(entry.info);
    return list;
  }();
  return kBots;
}

std::string bot_names() {
  std::string names;
  for (const BotInfo& bot : bot_list()) names += (names.empty() ? "" : ", ") + std::string(bot.name);
  return names;
}

std::unique_ptr<Bot> make_bot(std::string_view text, std::string* why) {
  BotSpec spec(text);
  std::unique_ptr<Bot> bot;
  for (const Entry& entry : entries()) {
    if (entry.info.name == spec.name()) bot = entry.make(spec);
  }
  bot != nullptr ? spec.finish() : spec.refuse_name(bot_names());
  if (spec.problem().empty()) return bot;
  if (why != nullptr) *why = spec.problem();
  return nullptr;
}

}  // namespace fogg
