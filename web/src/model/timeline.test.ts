import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GameEvent, GameRecord, Viewpoint } from './event';
import { isOutcome, isVisible } from './event';
import { cardsInAll, step } from './fold';
import type { Position } from './position';
import { opening } from './position';
import { editionOf, FIXTURES, namesIn, POSITIONS, recordOf } from './testing';
import { fold, stops, Timeline } from './timeline';

const record = recordOf(join(FIXTURES, 'maerklin-foreign-route.jsonl'));
const edition = await editionOf('maerklin');

test('any order of looking gives the same positions as going step by step', () => {
  const timeline = new Timeline(edition, record.header, 'all', record.events);
  const all = [opening(edition, record.header)];
  for (const event of record.events) all.push(step(all.at(-1) ?? expect.fail(), event));
  for (let i = 0; i < 500; i++) {
    const n = (i * 7919) % all.length;
    expect(timeline.at(n)).toEqual(all[n]);
  }
  expect(timeline.at(-5)).toEqual(all[0]);
  expect(timeline.at(1e9)).toEqual(all.at(-1));
  expect(timeline.at(Number.NaN)).toEqual(all[0]);
});

test('a live game grows; what was seen already is passed over', () => {
  const timeline = new Timeline(edition, record.header, 0);
  record.events.forEach((event, i) => {
    expect(timeline.append(event)).toBe(true);
    if (i % 10 === 0) expect(timeline.last).toBe(timeline.at(i + 1));
  });
  expect(timeline.append(record.events[5] ?? expect.fail())).toBe(false);
  expect(timeline.last).toEqual(fold(edition, record.header, record.events, 0));
});

test.each(['public', 0, 1] as const)(
  'what the server leaves out for %s makes no difference',
  (viewpoint: Viewpoint) => {
    const sent = record.events.filter((event) => isVisible(event, viewpoint));
    expect(sent.length).toBeLessThan(record.events.length);
    const live = new Timeline(edition, record.header, viewpoint, sent);
    const whole = new Timeline(edition, record.header, viewpoint, record.events);
    for (const { seq } of sent) expect(live.at(live.countUpTo(seq))).toEqual(whole.at(whole.countUpTo(seq)));
  },
);

test('nothing that did not change is made anew', () => {
  const timeline = new Timeline(edition, record.header, 'all', record.events);
  const draw = record.events.findIndex((e) => e.kind === 'action' && e.action?.type === 'draw');
  const before = timeline.at(draw);
  const after = timeline.at(draw + 1);
  expect(after.claims).toBe(before.claims);
  expect(after.row).toBe(before.row);
  const idle = before.seats.findIndex((_, seat) => seat !== record.events[draw]?.actor);
  expect(after.seats[idle]).toBe(before.seats[idle]);
});

describe('going back', () => {
  test('over a hidden event, and again to a place before the last going back', () => {
    const going = recordOf(join(POSITIONS, 'undo/usa-2004.jsonl'));
    const undos = going.events.filter((event) => event.kind === 'undo');
    expect(undos.length).toBeGreaterThan(5);
    return editionOf('usa-2004').then((usa) => {
      for (const viewpoint of ['all', 'public', 0, 1] as const) {
        const sent = going.events.filter((event) => isVisible(event, viewpoint));
        const timeline = new Timeline(usa, going.header, viewpoint, sent);
        let number = 0;
        for (const undo of undos) {
          const at = timeline.at(timeline.countUpTo(undo.seq));
          const back = timeline.at(timeline.countUpTo(undo.toSeq));
          number += 1;
          expect(at).toEqual({ ...back, seq: undo.seq, undos: number });
        }
      }
    });
  });
  test('again and again in a short time', async () => {
    const going = recordOf(join(FIXTURES, 'usa-2004-2p-last-round.jsonl'));
    const usa = await editionOf('usa-2004');
    const from = stops(going.events)[4] ?? expect.fail();
    const events = going.events.slice(0, from);
    const draw = {
      ...(going.events.find((e) => e.kind === 'action' && e.action?.type === 'draw') ?? expect.fail()),
    };
    for (let i = 0; i < 200; i++) {
      const seq = from + 2 * i + 1;
      const undo = {
        kind: 'undo',
        seq: seq + 1,
        toSeq: from,
        actor: 0,
        tMs: null,
        visibleTo: 'all',
      } as const;
      events.push({ ...draw, seq }, undo);
    }
    const timeline = new Timeline(usa, going.header, 'all', events);
    expect(timeline.last).toEqual({ ...timeline.at(from), seq: from + 400, undos: 200 });
  });
});

test('stops are where the next action may come', () => {
  const list = stops(record.events);
  const actions = record.events.filter((event) => event.kind === 'action').length;
  expect(list).toHaveLength(actions + 2); // and the set-up, and the end
  for (const n of list) {
    const next = record.events[n];
    expect(next === undefined || !isOutcome(next)).toBe(true);
  }
});

/** As a log of a spectator makes it: hidden cards and tickets are null. */
function partial(whole: GameRecord, everyNthOfRow: number): GameRecord {
  const events = whole.events.map((event): GameEvent => {
    if (event.kind === 'offer') return { ...event, tickets: event.tickets.map(() => null) };
    if (event.kind !== 'card') return event;
    const hidden = 'hand' in event.to || ('row' in event.to && event.seq % everyNthOfRow === 0);
    return hidden ? { ...event, card: null } : event;
  });
  return { ...whole, events };
}

test.each(namesIn(FIXTURES).filter((name) => name.startsWith('usa')))(
  '%s with unknown values',
  async (name) => {
    const whole = recordOf(join(FIXTURES, name));
    const usa = await editionOf(whole.header.edition);
    const known = new Timeline(usa, whole.header, 'public', whole.events);
    const counts = (timeline: Timeline, n: number) => {
      const { seats, ...p } = timeline.at(n);
      return {
        ...p,
        edition: 0,
        row: 0,
        discards: p.discards.size,
        seats: seats.map((s) => ({ ...s, hand: s.hand.size, tickets: 0, offer: 0, chosen: 0 })),
      };
    };
    // Hidden things unknown: a spectator loses nothing. Cards of the row unknown too: counts stay right.
    const hidden = new Timeline(usa, whole.header, 'all', partial(whole, Number.POSITIVE_INFINITY).events);
    const more = new Timeline(usa, whole.header, 'all', partial(whole, 3).events);
    for (let n = 0; n <= known.length; n++) {
      expect(counts(hidden, n)).toEqual({ ...counts(known, n), seq: hidden.at(n).seq });
      expect(hidden.at(n).seats.map((s) => s.hand)).toEqual(known.at(n).seats.map((s) => s.hand));
      if (n % 5 === 0) expect(counts(more, n)).toEqual({ ...counts(known, n), seq: more.at(n).seq });
      expect(cardsInAll(more.at(n))).toBe(usa.cardTotal);
    }
  },
);

// Logs of spectators, made into records by `fogg replay LOG --record`; the games are those of the same names in tests/fixtures.
test.each(namesIn(join(POSITIONS, 'partial')))('%s from a log is the same game', async (name) => {
  const log = recordOf(join(POSITIONS, 'partial', name));
  const whole = recordOf(join(FIXTURES, name));
  const usa = await editionOf(log.header.edition);
  const [shown, real] = [log, whole].map(({ header, events }) => {
    const timeline = new Timeline(usa, header, 'all', events);
    return stops(events).map((n) => timeline.at(n));
  });
  expect(shown?.length).toBe(real?.length);
  // A log does not tell parallel gray routes apart.
  const pairs = (p: Position) =>
    p.edition.board.routes.map((r) => `${r.a}-${r.b} ${p.claims[r.index]}`).toSorted();
  const known = (p: Position | undefined) =>
    p && {
      ...{ phase: p.phase, player: p.player, turns: p.turns, passes: p.passes, lastRound: p.lastRound },
      ...{ claims: pairs(p), deck: p.deck, ticketDecks: p.ticketDecks, discards: p.discards.size },
      seats: p.seats.map((s) => [s.points, s.trains, s.hand.size, s.ticketCount, s.offer?.size]),
    };
  real?.forEach((p, i) => {
    // All choose at once at the start, so a log does not say in which order.
    if (p.phase !== 'start') expect(known(shown?.[i])).toEqual(known(p));
  });
  expect(shown?.at(-1)?.over?.scores?.map(({ total }) => total)).toEqual(
    real?.at(-1)?.over?.scores?.map(({ total }) => total),
  );
});

test('events that make no sense change something or nothing, and never throw', () => {
  const shuffled = record.events.toSorted((x, y) => ((x.seq * 7919) % 1009) - ((y.seq * 7919) % 1009));
  let position = opening(edition, record.header);
  for (const event of shuffled) position = step(position, event);
  const foreign = recordOf(join(FIXTURES, 'europe-tunnel-paid.jsonl'));
  for (const event of foreign.events) position = step(position, event);
  expect(position.edition).toBe(edition);
});

test('how long it takes', async () => {
  const long = recordOf(join(FIXTURES, 'usa-2004-5p-last-round.jsonl'));
  const usa = await editionOf('usa-2004');
  const runs = 20;
  const begin = performance.now();
  for (let i = 0; i < runs; i++) fold(usa, long.header, long.events, 'all');
  const each = (performance.now() - begin) / runs;
  const timeline = new Timeline(usa, long.header, 'all', long.events);
  timeline.at(timeline.length);
  const scrub = performance.now();
  for (let i = 0; i < 1000; i++) timeline.at((i * 7919) % timeline.length);
  const jump = (performance.now() - scrub) / 1000;
  console.info(
    `folding ${long.events.length} events: ${each.toFixed(2)} ms; a jump anywhere: ${jump.toFixed(3)} ms`,
  );
});
