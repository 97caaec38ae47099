// A playback on a TCP port, as if the game were live, for observers that speak protocol v0.9.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "playback/playback.h"

namespace fogg::playback {

struct ServeOptions {
  std::string address = "127.0.0.1";
  unsigned short port = 0;  // 0: any free one
  std::chrono::milliseconds pace{1000};  // between two actions
  int from = 1;  // actions before this one are told at once
};

enum class Served {
  kFinished,     // everything was told
  kInterrupted,  // SIGINT
  kTerminated,   // SIGTERM
};

// What cannot be helped: a port in use, an address that is not one.
struct ServeError {
  std::string message;
};

// Returns when everything has been told. `listening` is called with the address and port as soon as clients can connect.
tl::expected<Served, ServeError> serve(const Playback& playback, const ServeOptions& options,
                                       const std::function<void(const std::string& where)>& listening);

}  // namespace fogg::playback
