// Runs before everything else and is compiled for the oldest processors, so that a program made for newer ones ends with a sentence
// and not with an illegal instruction.
#if defined(__x86_64__) && defined(FOGG_CHECK_CPU)
#include <unistd.h>

namespace {

__attribute__((constructor(101))) void check_cpu() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
      __builtin_cpu_supports("fma"))
    return;
  constexpr char kSentence[] =
      "fogg: this program was built for processors of the level x86-64-v3 (AVX2, BMI, FMA), and this one is older.\n"
      "Build it for this machine with: cmake --preset release -DFOGG_BASELINE=x86-64 && cmake --build --preset "
      "release\n";
  if (write(STDERR_FILENO, kSentence, sizeof kSentence - 1) < 0) _exit(2);
  _exit(2);
}

}  // namespace
#endif
