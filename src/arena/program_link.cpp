#include "arena/program_link.h"

#include <fmt/format.h>

namespace fogg::arena {

namespace {

constexpr auto kPatience = std::chrono::milliseconds(200);
constexpr std::size_t kErrorsShown = 300;

}  // namespace

Link::Trouble ProgramLink::trouble() {
  // Its output is closed a little before it is over; how it ended says more.
  program_->wait_for_end(std::chrono::steady_clock::now() + kPatience);
  const ProgramReport& report = program_->stop(kPatience);
  closed_ = true;
  Trouble trouble{Fault::kCrash, report.fault.empty() ? report.how : report.fault};
  // As channel.cpp and output.cpp put it.
  if (report.fault.starts_with("too much output")) trouble.fault = Fault::kFlood;
  if (report.fault.starts_with("does not read")) trouble.fault = Fault::kStall;
  if (trouble.words.empty()) trouble.words = "closed its output";
  if (!report.errors.empty()) {
    // Mostly the end says what happened.
    const std::size_t from = report.errors.size() > kErrorsShown ? report.errors.size() - kErrorsShown : 0;
    trouble.words += fmt::format("; its error output ends with: {}", report.errors.substr(from));
  }
  return trouble;
}

void ProgramLink::close() {
  if (std::exchange(closed_, true)) return;
  program_->stop(kPatience);
}

}  // namespace fogg::arena
