// Playing and scoring use no heap: whole games without a single allocation.
#include <atomic>
#include <cstdlib>
#include <new>

#include "engine/score.h"
#include "engine/view.h"
#include "habits.h"

namespace {

// Allocations of the whole program so far.
std::atomic<long> g_allocations{0};

void* counted(std::size_t size) {
  ++g_allocations;
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* counted(std::size_t size, std::align_val_t align) {
  ++g_allocations;
  const auto step = static_cast<std::size_t>(align);
  void* memory = std::aligned_alloc(step, (size + step - 1) / step * step);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

// The other forms lead to these.
void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, std::align_val_t align) { return counted(size, align); }
void* operator new[](std::size_t size, std::align_val_t align) { return counted(size, align); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace fogg::test {
namespace {

TEST(Allocations, TheHookCounts) {
  const long before = g_allocations;
  delete new int(1);
  std::vector<int> list(100);
  EXPECT_EQ(list.size(), 100U);
  EXPECT_GE(g_allocations - before, 1);
}

TEST(Allocations, AGameNeedsNone) {
  std::vector<const Edition*> editions;
  for (const std::string& id : edition_ids()) editions.push_back(&edition(id));
  long games = 0;
  long winners = 0;
  const long before = g_allocations;
  for (std::uint64_t seed = 0; seed < (long_run() ? 500U : 25U); ++seed) {
    for (const Edition* e : editions) {
      for (int players = 2; players <= 5; ++players) {
        for (const Habit habit : kHabits) {
          FastChance chance(seed);
          FastGenerator random(seed, 5);
          State s;
          start(*e, s, players, chance);
          while (!s.over()) {
            const int seat = any_actor(s, random);
            const Action action = choose(*e, s, seat, habit, random);
            if (apply(*e, s, seat, action, chance)) std::abort();  // no gtest in here: it would allocate
          }
          for (const Score& mine : score(*e, s)) winners += mine.winner ? 1 : 0;
          ++games;
        }
      }
    }
  }
  EXPECT_EQ(g_allocations - before, 0);
  EXPECT_GE(winners, games);
}

// The same with the chance of real games, and with views and redealing.
TEST(Allocations, ViewsAndRedealingNeedNone) {
  const Edition& e = edition("usa-2025");
  FastGenerator random(1);
  const long before = g_allocations;
  for (std::uint8_t seed = 0; seed < 5; ++seed) {
    KeyedChance chance(ChaKey{seed});
    State s;
    start(e, s, 4, chance);
    while (!s.over()) {
      const int seat = any_actor(s, random);
      const View view = view_of(e, s, seat);
      State dealt;
      if (!redeal(e, view, random, dealt)) std::abort();
      if (Legal(e, visible_state(e, view), seat).count() == 0) std::abort();
      apply_legal(e, s, seat, choose(e, s, seat, Habit::kUniform, random), chance);
    }
  }
  EXPECT_EQ(g_allocations - before, 0);
}

}  // namespace
}  // namespace fogg::test
