// Any bytes as a log of protocol v0.9: a game as far as it can be followed, never a crash. What observers are told of it is itself a log,
// of the same game.
#include "fuzz.h"
#include "playback/import_v09.h"
#include "playback/playback.h"

namespace fogg::fuzz {
namespace {

void check_stop(const playback::Stop& stop) {
  require(stop.line >= 0, "a stop has a line");
  require(!stop.message.empty() && stop.message.size() < 500, "a stop says why");
  require(stop.message.find('\n') == std::string::npos, "in one line");
}

// What observers hear.
std::string told(const playback::Playback& playback) {
  std::string messages = playback.opening;
  for (const playback::Frame& frame : playback.frames) messages += frame.messages;
  return messages;
}

void check_import(const playback::Editions& editions, std::string_view text) {
  const auto imported = playback::import_v09(editions, v09::read_log(text));
  if (!imported) return check_stop(imported.error());
  const std::vector<std::string> lines = playback::record_lines(*imported);
  require(parse_header(lines[0]).has_value(), "the header can be read");
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto event = parse_event(*imported->edition, lines[i]);
    require(event.has_value(), "an event can be read");
    require(event_line(*imported->edition, *event) == lines[i], "and says the same");
  }
}

void check_playback(const playback::Editions& editions, std::string_view text) {
  const auto playback = playback::load(editions, text);
  if (!playback) return check_stop(playback.error());
  if (playback->stop) check_stop(*playback->stop);
  require(playback->scores.has_value() || playback->stop.has_value(), "it ends with scores, or says why not");
  for (const playback::Frame& frame : playback->frames) require(!frame.words.empty(), "every action has words");
  if (!playback->speaks_v09()) return;
  const std::string messages = told(*playback);
  const v09::Log log = v09::read_log(messages);
  require(!log.stop && log.notes.empty(), "what is told can be read");
  require(log.dialect == playback->dialect, "in its dialect");
  const auto again = playback::load(editions, messages, {{}, playback->edition->id});
  require(again.has_value(), "what is told can be played");
  require(again->players == playback->players, "by as many");
  // Passes are lines of text, which are not read: a strange game that begins with one looks different.
  const bool passes = messages.find("has to pass") != std::string::npos;
  require(passes || told(*again) == messages, "and is the same game");
}

}  // namespace
}  // namespace fogg::fuzz

// NOLINTNEXTLINE(readability-identifier-naming): the name libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fogg;
  static const Catalog kCatalog = *Catalog::open({});
  static const playback::Editions kEditions(kCatalog);
  const std::string_view text = fuzz::text_of(data, size);
  fuzz::check_playback(kEditions, text);
  if (!playback::is_record(text)) fuzz::check_import(kEditions, text);
  return 0;
}
