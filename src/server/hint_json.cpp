#include "server/hint_json.h"

#include <fmt/format.h>
#include <algorithm>

#include "record/board_json.h"

namespace fogg::server {

namespace {

std::string reason_json(const Edition& edition, const Motive& motive) {
  std::string about;
  if (is_about_ticket(motive.kind)) {
    about = fmt::format(R"(,"ticket":{{{}}})", ticket_fields(edition, motive.where));
  } else if (is_about_card(motive.kind)) {
    about = fmt::format(R"(,"card":"{}")", name(static_cast<Card>(motive.where)));
  }
  return fmt::format(R"({{"kind":"{}","number":{}{}}})", name(motive.kind), motive.number, about);
}

}  // namespace

std::string hint_json(const Edition& edition, const Thoughts& thoughts) {
  constexpr std::size_t kMost = 5;
  std::string options;
  for (std::size_t i = 0; i < std::min(kMost, thoughts.options.size()); ++i) {
    const Thought& thought = thoughts.options[i];
    std::string reasons;
    for (const Motive& motive : thought.motives) {
      if (!reasons.empty()) reasons += ',';
      reasons += reason_json(edition, motive);
    }
    std::string figures;
    if (thought.visits > 0) {
      const Expected& e = thought.expected;
      figures = fmt::format(
          R"(,"visits":{},"win":{:.4f},"expected":{{"routes":{:.2f},"tickets":{:.2f},"bonus":{:.2f}}},"lead":{:.2f})",
          thought.visits, thought.win, e.routes, e.tickets, e.bonus, thought.lead);
    }
    options +=
        fmt::format(R"({}{{"id":{},"text":"{}","share":{:.4f}{},"reasons":[{}]}})", options.empty() ? "" : ",",
                    edition.action_id(thought.action), text(edition, thought.action), thought.share, figures, reasons);
  }
  return fmt::format(R"({{"playouts":{},"options":[{}]}})", thoughts.playouts, options);
}

}  // namespace fogg::server
