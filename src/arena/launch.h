// Starts a process with pipes for its input and output.
#pragma once

#include <sys/types.h>
#include <string>
#include <tl/expected.hpp>

#include "arena/fd.h"
#include "arena/sandbox.h"

namespace fogg::arena {

struct Launched {
  pid_t pid = -1;
  Fd process;  // a pidfd; none if the kernel is older than 5.3
  pid_t inner_pid = -1;  // the first process of the sandbox, whose end is the end of all others in it
  Fd inner;
  Fd in, out, err;  // our ends; none of them ever blocks
  Fd leash;  // of a sandbox that waits to be let go
};
// The process is killed when the calling thread ends, so this is for a thread that lives as long as programs should. It leads a session of its
// own, and no file of ours is open in it but the pipes. Whoever has the result waits for the end of the process.
tl::expected<Launched, std::string> launch(const Launch& launch);
// Waits until the sandbox is ready, and lets the program begin. From any thread. If there is an error, the process is gone.
tl::expected<void, std::string> let_go(Launched& launched);

}  // namespace fogg::arena
