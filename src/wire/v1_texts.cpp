#include "wire/v1_texts.h"

#include <fmt/format.h>

#include "record/board_json.h"
#include "record/event.h"

namespace fogg::v1 {

std::string choice_json(const Edition& edition, const Action& action) {
  return fmt::format(R"({{"id":{},"text":"{}","action":{}}})", edition.action_id(action), text(edition, action),
                     action_json(edition, action));
}

Texts& Texts::of(const Edition& edition) {
  thread_local std::vector<Texts> all;
  for (Texts& one : all)
    if (one.data_hash_ == edition.data_hash && one.edition_ == edition.id) return one;
  // More than there are editions: somebody makes new ones.
  constexpr std::size_t kMost = 32;
  if (all.size() == kMost) all.clear();
  Texts& one = all.emplace_back();
  one.edition_ = edition.id;
  one.data_hash_ = edition.data_hash;
  one.choices_.resize(static_cast<std::size_t>(edition.action_count()));
  one.routes_.resize(edition.board.routes.size());
  return one;
}

const std::string& Texts::choice(const Edition& edition, const Action& action) {
  std::string& text = choices_.at(static_cast<std::size_t>(edition.action_id(action)));
  if (text.empty()) text = choice_json(edition, action);
  return text;
}

const std::string& Texts::route(const Edition& edition, int route) {
  std::string& text = routes_.at(static_cast<std::size_t>(route));
  if (text.empty()) text = route_fields(edition, route);
  return text;
}

}  // namespace fogg::v1
