// A record as a list of events with their lines; used by the parts of `verify`.
#pragma once

#include <istream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "data/catalog.h"
#include "record/event.h"

namespace fogg {

struct NumberedEvent {
  Event event;
  int line = 0;
};

struct Record {
  Header header;
  std::vector<NumberedEvent> events;
};

// Thrown inside `verify`, and turned into its verdict.
struct LineFault {
  int line;
  std::string message;
};
struct UnknownValue {};

// Reads all lines and checks their form, the header, the numbering and the times.
std::pair<Record, std::shared_ptr<const Edition>> read_record(const Catalog& catalog, std::istream& in);

}  // namespace fogg
