#include "cli/play_command.h"

#include <array>
#include <istream>
#include <ostream>
#include <random>

#include "cli/play_session.h"

namespace fogg::cli {

static_assert(Chance<TableChance>);

namespace {

// The first of them that this program has.
std::string first_known(std::initializer_list<const char*> specs) {
  for (const char* spec : specs) {
    if (make_bot(spec)) return spec;
  }
  return "hungry";
}

}  // namespace

std::string default_opponent() { return first_known({"planner:level=medium", "planner"}); }
std::string default_adviser() { return first_known({"planner"}); }

int play(const Edition& edition, const PlayOptions& options, TableChance& chance, std::uint64_t bot_seed,
         std::istream& in, std::ostream& out) {
  Session session(edition, options, chance, bot_seed, in, out);
  if (const std::string problem = session.seat_everybody(); !problem.empty()) {
    out << problem << "\n";
    return 2;
  }
  return session.run();
}

int play(const Edition& edition, const PlayOptions& options, std::istream& in, std::ostream& out) {
  std::random_device device;
  const std::uint64_t seed = options.seed.value_or((std::uint64_t{device()} << 32U) | device());
  FastChance source(seed);
  TableChance chance(source);
  return play(edition, options, chance, seed, in, out);
}

}  // namespace fogg::cli
