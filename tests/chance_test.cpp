// Sources of chance, and the small sets and counts they pick from.
#include <algorithm>
#include <bit>
#include <cstring>
#include <set>

#include "habits.h"

namespace fogg::test {
namespace {

// -- ChaCha8

// A second ChaCha, as slow and plain as the description of the cipher: bytes in, bytes out.
std::vector<std::uint8_t> plain_chacha(const ChaKey& key, std::uint64_t nonce, std::uint64_t counter, int rounds) {
  std::vector<std::uint32_t> input;
  auto add_bytes = [&](const std::vector<std::uint8_t>& bytes) {
    for (std::size_t i = 0; i < bytes.size(); i += 4) {
      std::uint32_t word = 0;
      for (std::size_t j = 0; j < 4; ++j) word |= static_cast<std::uint32_t>(bytes[i + j]) << (8 * j);
      input.push_back(word);
    }
  };
  const std::string constant = "expand 32-byte k";
  add_bytes({constant.begin(), constant.end()});
  add_bytes({key.begin(), key.end()});
  for (const std::uint64_t number : {counter, nonce}) {
    std::vector<std::uint8_t> bytes;
    for (unsigned i = 0; i < 8; ++i) bytes.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
    add_bytes(bytes);
  }
  std::vector<std::uint32_t> x = input;
  auto turn = [](std::uint32_t value, unsigned by) { return (value << by) | (value >> (32 - by)); };
  auto quarter = [&](std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
    x[a] += x[b], x[d] = turn(x[d] ^ x[a], 16);
    x[c] += x[d], x[b] = turn(x[b] ^ x[c], 12);
    x[a] += x[b], x[d] = turn(x[d] ^ x[a], 8);
    x[c] += x[d], x[b] = turn(x[b] ^ x[c], 7);
  };
  for (int i = 0; i < rounds / 2; ++i) {
    quarter(0, 4, 8, 12), quarter(1, 5, 9, 13), quarter(2, 6, 10, 14), quarter(3, 7, 11, 15);
    quarter(0, 5, 10, 15), quarter(1, 6, 11, 12), quarter(2, 7, 8, 13), quarter(3, 4, 9, 14);
  }
  std::vector<std::uint8_t> out;
  for (std::size_t i = 0; i < 16; ++i) {
    for (unsigned j = 0; j < 4; ++j) out.push_back(static_cast<std::uint8_t>((x[i] + input[i]) >> (8 * j)));
  }
  return out;
}

std::string hex(const std::vector<std::uint8_t>& bytes) {
  std::string out;
  for (const std::uint8_t byte : bytes) out += fmt::format("{:02x}", byte);
  return out;
}

std::vector<std::uint8_t> block_bytes(const ChaKey& key, std::uint64_t nonce, std::uint64_t counter) {
  std::vector<std::uint8_t> out;
  for (const std::uint64_t word : chacha8_block(key, nonce, counter)) {
    for (unsigned i = 0; i < 8; ++i) out.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
  }
  return out;
}

TEST(ChaCha, KnownAnswers) {
  // The plain one is right: the published answer for the twenty rounds everybody knows.
  EXPECT_EQ(hex(plain_chacha({}, 0, 0, 20)).substr(0, 64),
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7");
  // And with eight rounds, key, nonce and counter zero.
  EXPECT_EQ(hex(plain_chacha({}, 0, 0, 8)).substr(0, 32), "3e00ef2f895f40d67f5bb8e81f09a5a1");
  EXPECT_EQ(hex(block_bytes({}, 0, 0)).substr(0, 32), "3e00ef2f895f40d67f5bb8e81f09a5a1");
}

TEST(ChaCha, AgreesWithThePlainOne) {
  FastGenerator random(1);
  for (int i = 0; i < 1000; ++i) {
    ChaKey key;
    for (std::uint8_t& byte : key) byte = static_cast<std::uint8_t>(random.next());
    const std::uint64_t nonce = i % 3 == 0 ? static_cast<std::uint64_t>(i) % 5 : random.next();
    const std::uint64_t counter = i % 2 == 0 ? static_cast<std::uint64_t>(i) : random.next();
    ASSERT_EQ(block_bytes(key, nonce, counter), plain_chacha(key, nonce, counter, 8));
  }
}

// -- Chance with a key

ChaKey some_key() {
  ChaKey key;
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::uint8_t>(7 * i + 1);
  return key;
}

// Number i of a stream is word i % 8 of block i / 8, with the stream's number as nonce: part of the format of games.
TEST(KeyedChance, NumbersAreTheWordsOfTheBlocks) {
  KeyedGenerator generator(some_key());
  for (std::uint64_t i = 0; i < 100; ++i) {
    for (const Stream stream : {Stream::kCards, Stream::kFirstPlayer, Stream::kTickets}) {
      const auto bytes = plain_chacha(some_key(), static_cast<std::uint64_t>(stream), i / 8, 8);
      std::uint64_t expected = 0;
      for (unsigned j = 0; j < 8; ++j) expected |= static_cast<std::uint64_t>(bytes[8 * (i % 8) + j]) << (8 * j);
      ASSERT_EQ(generator.next(stream), expected);
    }
  }
}

TEST(KeyedChance, GoesOnFromItsIndices) {
  for (int stop = 0; stop < 40; ++stop) {
    KeyedGenerator one(some_key());
    FastGenerator random(static_cast<std::uint64_t>(stop));
    for (int i = 0; i < stop; ++i) one.next(static_cast<Stream>(random.pick(3)));
    KeyedGenerator two(some_key(), one.indices());
    for (int i = 0; i < 50; ++i) {
      const auto stream = static_cast<Stream>(random.pick(3));
      ASSERT_EQ(one.next(stream), two.next(stream));
    }
    ASSERT_EQ(one.indices(), two.indices());
  }
}

// A whole game, with the source of chance thrown away and made again before every action.
TEST(KeyedChance, GamesGoOnFromIndices) {
  for (const std::string& id : edition_ids()) {
    const Edition& e = edition(id);
    KeyedChance whole(some_key());
    State a;
    State b;
    start(e, a, 4, whole);
    KeyedChance begin(some_key());
    start(e, b, 4, begin);
    auto indices = begin.indices();
    FastGenerator random(3);
    while (!a.over()) {
      const int seat = a.actor();
      const Action action = choose(e, a, seat, Habit::kUniform, random);
      apply_legal(e, a, seat, action, whole);
      KeyedChance again(some_key(), indices);
      apply_legal(e, b, seat, action, again);
      indices = again.indices();
      ASSERT_TRUE(same_state(e, a, b));
    }
  }
}

// The tickets do not depend on how many cards were drawn, nor the other way round.
TEST(KeyedChance, StreamsAreIndependent) {
  const Edition& e = edition("usa-2004");
  std::vector<std::vector<int>> offers;
  for (const int draws : {0, 2, 10}) {
    KeyedChance chance(some_key());
    State s;
    start(e, s, 2, chance);
    const int first = s.first_player;
    for (const int seat : {0, 1}) ASSERT_FALSE(apply(e, s, seat, Action::keeping(7), chance));
    for (int i = 0; i < 2 * draws; ++i) ASSERT_FALSE(apply(e, s, s.player, Action::draw(), chance));
    const auto seat = static_cast<std::size_t>(s.player);
    ASSERT_EQ(s.player, first);
    ASSERT_FALSE(apply(e, s, s.player, Action::tickets(), chance));
    offers.push_back({s.offer[seat].begin(), s.offer[seat].begin() + 3});
  }
  EXPECT_EQ(offers[0], offers[1]);
  EXPECT_EQ(offers[0], offers[2]);

  KeyedGenerator plain(some_key());
  KeyedGenerator mixed(some_key());
  for (int i = 0; i < 30; ++i) {
    mixed.next(Stream::kTickets);
    ASSERT_EQ(plain.next(Stream::kCards), mixed.next(Stream::kCards));
  }
}

TEST(KeyedChance, AnotherKeyAnotherGame) {
  ChaKey other = some_key();
  other[31] ^= 0x80U;
  EXPECT_NE(chacha8_block(some_key(), 1, 0), chacha8_block(other, 1, 0));
  EXPECT_NE(chacha8_block(some_key(), 1, 0), chacha8_block(some_key(), 2, 0));
  EXPECT_NE(chacha8_block(some_key(), 1, 0), chacha8_block(some_key(), 1, 1));
}

// How a number becomes an outcome never changes: the upper 64 bits of the product.
TEST(KeyedChance, Scale) {
  EXPECT_EQ(scale(0, 110), 0U);
  EXPECT_EQ(scale(~0ULL, 110), 109U);
  EXPECT_EQ(scale(1ULL << 63U, 110), 55U);
  EXPECT_EQ(scale((1ULL << 63U) - 1, 110), 54U);
  EXPECT_EQ(scale(~0ULL, 1), 0U);
  FastGenerator random(2);
  for (int n = 1; n <= kMaxCards; ++n) {
    std::vector<int> met(static_cast<std::size_t>(n), 0);
    for (int i = 0; i < 200 * n; ++i) ++met.at(random.pick(n));
    EXPECT_GT(*std::ranges::min_element(met), 100) << n;
    EXPECT_LT(*std::ranges::max_element(met), 300) << n;
  }
}

// -- Counts of cards

TEST(CardCounts, AtAgreesWithCountingThemOff) {
  FastGenerator random(3);
  for (int i = 0; i < 20000; ++i) {
    CardCounts counts;
    const int most = 1 + static_cast<int>(random.pick(14));
    std::vector<Card> laid_out;
    for (int kind = 0; kind < kCardKinds; ++kind) {
      const int number = static_cast<int>(random.pick(3)) == 0 ? 0 : static_cast<int>(random.pick(most + 1));
      if (static_cast<int>(laid_out.size()) + number > kMaxCards) break;
      counts.of[static_cast<std::size_t>(kind)] = static_cast<std::uint8_t>(number);
      laid_out.insert(laid_out.end(), static_cast<std::size_t>(number), static_cast<Card>(kind));
    }
    ASSERT_EQ(counts.total(), static_cast<int>(laid_out.size()));
    for (std::size_t place = 0; place < laid_out.size(); ++place) {
      ASSERT_EQ(counts.at(static_cast<std::uint32_t>(place)), laid_out[place]) << place;
    }
  }
  // As many as there may be, all of one kind or spread.
  for (int kind = 0; kind < kCardKinds; ++kind) {
    CardCounts counts;
    counts.of[static_cast<std::size_t>(kind)] = kMaxCards;
    ASSERT_EQ(counts.total(), kMaxCards);
    for (std::uint32_t place = 0; place < kMaxCards; ++place) ASSERT_EQ(counts.at(place), static_cast<Card>(kind));
  }
}

TEST(CardCounts, AddAndRemove) {
  FastGenerator random(4);
  CardCounts counts;
  std::array<int, kCardKinds> plain{};
  for (int i = 0; i < 20000; ++i) {
    const auto kind = random.pick(kCardKinds);
    const int number = 1 + static_cast<int>(random.pick(3));
    const int room = kMaxCards - counts.total();
    if (random.pick(2) == 0 && number <= room) {
      counts.add(static_cast<Card>(kind), number);
      plain[kind] += number;
    } else if (plain[kind] >= number) {
      counts.remove(static_cast<Card>(kind), number);
      plain[kind] -= number;
    }
    for (std::size_t k = 0; k < kCardKinds; ++k) ASSERT_EQ(counts.of[k], plain[k]);
    for (std::size_t spare = kCardKinds; spare < counts.of.size(); ++spare) ASSERT_EQ(counts.of[spare], 0);
  }
}

// -- The row

TEST(Row, AgreesWithAPlainList) {
  FastGenerator random(5);
  Row row{};
  row.clear();
  std::array<std::uint8_t, kRow> plain;
  plain.fill(kEmptyPlace);
  for (int i = 0; i < 20000; ++i) {
    const auto place = random.pick(kRow);
    const std::uint8_t card = random.pick(4) == 0 ? kEmptyPlace : static_cast<std::uint8_t>(random.pick(kCardKinds));
    row.set(place, card);
    plain[place] = card;
    ASSERT_TRUE(std::ranges::equal(row, plain));
    ASSERT_EQ(row.has_empty_place(), std::ranges::count(plain, kEmptyPlace) > 0);
    for (int kind = 0; kind < kCardKinds; ++kind) {
      ASSERT_EQ(row.count(static_cast<Card>(kind)), std::ranges::count(plain, kind));
    }
  }
}

// -- Sets

TEST(BitSet, AgreesWithStdSet) {
  FastGenerator random(6);
  for (int i = 0; i < 3000; ++i) {
    std::set<int> plain;
    std::set<int> other_plain;
    BitSet set;
    BitSet other;
    const int size = static_cast<int>(random.pick(i % 3 == 0 ? 128 : 12));
    for (int j = 0; j < size; ++j) {
      const int member = static_cast<int>(random.pick(128));
      plain.insert(member);
      set |= BitSet::single(member);
      if (random.pick(2) == 0) {
        other_plain.insert(member);
        other |= BitSet::single(member);
      }
    }
    ASSERT_EQ(set.size(), static_cast<int>(plain.size()));
    ASSERT_EQ(set.empty(), plain.empty());
    std::vector<int> members;
    set.each([&](int member) { members.push_back(member); });
    ASSERT_TRUE(std::ranges::equal(members, plain));
    for (int rank = 0; rank < set.size(); ++rank) ASSERT_EQ(set.nth(rank), members[static_cast<std::size_t>(rank)]);
    const BitSet both = set & other;
    const BitSet either = set | other;
    const BitSet rest = set.without(other);
    const BitSet up = set.up();
    const BitSet down = set.down();
    for (int member = 0; member < 128; ++member) {
      ASSERT_EQ(set.has(member), plain.contains(member));
      ASSERT_EQ(both.has(member), plain.contains(member) && other_plain.contains(member));
      ASSERT_EQ(either.has(member), plain.contains(member) || other_plain.contains(member));
      ASSERT_EQ(rest.has(member), plain.contains(member) && !other_plain.contains(member));
      ASSERT_EQ(up.has(member), plain.contains(member - 1));
      ASSERT_EQ(down.has(member), plain.contains(member + 1));
    }
  }
  for (int count = 0; count <= 128; ++count) {
    const BitSet first = BitSet::first(count);
    ASSERT_EQ(first.size(), count);
    for (int member = 0; member < 128; ++member) ASSERT_EQ(first.has(member), member < count);
  }
}

// Parallel routes by shifting bits, against looking at every pair.
TEST(BitSet, ParallelRoutes) {
  const Edition& e = edition("usa-2004");
  const auto& routes = e.board.routes;
  int pairs = 0;
  for (int a = 0; a < static_cast<int>(routes.size()); ++a) {
    RouteSet expected;
    for (int b = 0; b < static_cast<int>(routes.size()); ++b) {
      const Route& x = routes[static_cast<std::size_t>(a)];
      const Route& y = routes[static_cast<std::size_t>(b)];
      if (a != b && std::minmax(x.a, x.b) == std::minmax(y.a, y.b)) expected |= RouteSet::single(b);
    }
    pairs += expected.size();
    ASSERT_EQ(e.parallel_to(RouteSet::single(a)), expected) << a;
  }
  EXPECT_EQ(pairs, 2 * 22);
}

// Places of tickets, eight at a time, against one at a time.
TEST(BitSet, TicketsAtAPlace) {
  play_games(1, [&](const Edition& e, const State& s) {
    for (std::uint8_t place = 0; place <= ticket_at::kReturned; ++place) {
      TicketSet expected;
      for (int t = 0; t < e.ticket_count(); ++t) {
        if (s.where(t) == place) expected |= TicketSet::single(t);
      }
      ASSERT_EQ(s.tickets_at(e, place), expected);
    }
  });
}

}  // namespace
}  // namespace fogg::test
