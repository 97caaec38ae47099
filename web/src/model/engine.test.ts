// The fold against the engine: after the set-up and after every action of whole games the two must agree in everything, and every viewer
// must know what the engine says that viewer knows. tests/position_dump.cpp prints the engine's side; FOGG_POSITIONS names a folder with
// more games (RECORD.jsonl) and their positions (RECORD.positions) for a longer run; see tools/web-positions.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { total } from './cards';
import type { GameRecord } from './event';
import { cardsInAll } from './fold';
import type { Facts } from './testing';
import { editionOf, FIXTURES, factsOf, foldFacts, namesIn, POSITIONS, recordOf } from './testing';
import { Timeline } from './timeline';

async function compare(record: GameRecord, engine: readonly Facts[]): Promise<void> {
  const edition = await editionOf(record.header.edition);
  const all = new Timeline(edition, record.header, 'all', record.events);
  const spectator = new Timeline(edition, record.header, 'public', record.events);
  const seats = record.header.players.map(
    (_, seat) => new Timeline(edition, record.header, seat, record.events),
  );
  for (const { seq, claimable: _, completed: __, legal: ___, ...facts } of engine) {
    const n = all.countUpTo(seq);
    const seen = spectator.at(n);
    expect({ seq, ...foldFacts(all.at(n), seen) }).toEqual({ seq, ...facts });
    // What is public must not depend on the eyes; what is one's own must be complete.
    seats.forEach((timeline, seat) => {
      const mine = timeline.at(n);
      mine.seats.forEach((other, i) => {
        expect(other.hand.known).toEqual(facts[i === seat ? `hand${i}` : `seen${i}`]);
        expect(other.tickets).toEqual(i === seat ? all.at(n).seats[i]?.tickets : []);
      });
      expect(publicPart(timeline, n)).toEqual(publicPart(spectator, n));
    });
  }
  // Between the engine's positions: no card is lost.
  for (let n = 0; n <= all.length; n++) expect(cardsInAll(all.at(n))).toBe(edition.cardTotal);
}

function publicPart(timeline: Timeline, n: number): object {
  const { seq: _, seats, ...rest } = timeline.at(n);
  return {
    ...rest,
    edition: rest.edition.id,
    seats: seats.map((s) => ({ ...s, hand: s.hand.size, tickets: 0, offer: s.offer?.decks, chosen: 0 })),
  };
}

describe('the fold and the engine agree on', () => {
  test.each(namesIn(POSITIONS))('%s', async (name) => {
    await compare(recordOf(join(FIXTURES, name)), factsOf(POSITIONS, name));
  });

  // Records and positions side by side.
  const more = [join(POSITIONS, 'undo'), ...(process.env.FOGG_POSITIONS ? [process.env.FOGG_POSITIONS] : [])];
  const pairs = more.flatMap((folder) => namesIn(folder).map((name) => [name, folder] as const));
  test.each(pairs)('%s in %s', { timeout: 120_000 }, async (name, folder) => {
    await compare(recordOf(join(folder, name)), factsOf(folder, name.replace(/jsonl$/, 'positions')));
  });
});

test('all fixtures fold from every viewpoint, and end as they say', async () => {
  for (const name of namesIn(FIXTURES)) {
    const record = recordOf(join(FIXTURES, name));
    const edition = await editionOf(record.header.edition);
    for (const viewpoint of ['all', 'public', 0, 1] as const) {
      const { last } = new Timeline(edition, record.header, viewpoint, record.events);
      expect(last.phase).toBe('over');
      last.seats.forEach((seat, i) => {
        const score = last.over?.scores?.[i];
        if (!score) return;
        expect(seat.routePoints).toBe(score.routes);
        expect(seat.goods).toBe(score.goods ?? 0);
        expect(seat.ticketCount).toBe(score.completed + score.uncompleted);
        expect(total(seat.hand.known)).toBeLessThanOrEqual(seat.hand.size);
      });
    }
  }
});
