// The line to a program that was started for this game.
#pragma once

#include <memory>
#include <utility>

#include "arena/link.h"
#include "arena/program.h"

namespace fogg::arena {

class ProgramLink final : public Link {
 public:
  explicit ProgramLink(std::unique_ptr<Program> program) : program_(std::move(program)) {}
  ~ProgramLink() override { close(); }

  void send(std::string_view line) override {
    if (!closed_) program_->send(line);
  }
  std::optional<std::chrono::steady_clock::time_point> sent_at() const override { return program_->sent_at(); }
  std::optional<Stamped> receive(std::chrono::steady_clock::time_point deadline) override {
    return program_->receive(deadline);
  }
  bool is_silent() const override { return program_->is_silent(); }
  Trouble trouble() override;
  void close() override;

 private:
  std::unique_ptr<Program> program_;
  bool closed_ = false;
};

}  // namespace fogg::arena
