// Any bytes as a record: a verdict, never a crash; a bad one names a line.
#include <sstream>

#include "fuzz.h"
#include "record/verify.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fogg;
  static const Catalog kCatalog = *Catalog::open({});
  std::istringstream in{std::string(fuzz::text_of(data, size))};
  const Verdict verdict = verify_record(kCatalog, in);
  if (!verdict.good) {
    fuzz::require(verdict.line >= 1, "a fault has a line");
    fuzz::require(!verdict.message.empty(), "a fault has a message");
  }
  return 0;
}
