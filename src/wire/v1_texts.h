// Parts of messages that never change for an edition: every request names its choices and the routes that are taken, mostly the same as the
// one before. Each is written once by each thread and kept.
#pragma once

#include <string>
#include <vector>

#include "engine/action.h"
#include "engine/edition.h"

namespace fogg::v1 {

class Texts {
 public:
  // This thread's.
  static Texts& of(const Edition& edition);

  // `{"id":3,"text":"draw deck","action":{…}}`. Valid until an edition is asked for that was not yet.
  const std::string& choice(const Edition& edition, const Action& action);
  // As route_fields.
  const std::string& route(const Edition& edition, int route);

 private:
  std::string edition_;
  std::string data_hash_;
  std::vector<std::string> choices_;  // by action; empty if not yet written
  std::vector<std::string> routes_;
};

// The same without keeping anything.
std::string choice_json(const Edition& edition, const Action& action);

}  // namespace fogg::v1
