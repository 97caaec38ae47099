// What a bot thought, in words and tables: for hints and for `fogg explain`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bots/thoughts.h"
#include "cli/play_style.h"
#include "engine/view.h"

namespace fogg::cli {

// "claim Boston-New York (2) with 2 red", "keep 1 and 3 (Boston-Miami, Denver-El Paso)". `view`: of who acts, before it is done.
std::string action_words(const Edition& edition, const View& view, const Action& action);

// A whole sentence, and the code's name: "serves_ticket".
std::string motive_words(const Edition& edition, const Motive& motive);

// Options that read the same, as those with parallel tracks do, as one.
Thoughts merged(const Edition& edition, const View& view, const Thoughts& thoughts);

// The actions a hint shows, best first.
std::vector<Action> hinted(const Action& best, const Thoughts& thoughts);
// What a bot would do and why, with numbers as in `hinted`. Ends with a line break.
std::string hint_text(const Edition& edition, const View& view, const Style& style, std::string_view bot,
                      const Action& best, const Thoughts& thoughts);
// Up to `most` options as a table with all that is known of each, and the reasons below it.
std::string thoughts_table(const Edition& edition, const View& view, const Style& style, const Thoughts& thoughts,
                           std::size_t most);
// The options as a JSON list, all of them: texts of actions, figures, reasons as codes and in words.
std::string thoughts_json(const Edition& edition, const Thoughts& thoughts);
// The reasons of one option, a line each, below `first`.
std::string reasons_text(const Edition& edition, const Style& style, const Thought& thought, std::string_view first);

}  // namespace fogg::cli
