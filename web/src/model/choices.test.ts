// Choices are made of requests as the engine would send them: tests/positions/requests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { total } from './cards';
import type { LegalAction } from './choices';
import { byColor, choicesOf } from './choices';
import { isAllowed, keepAction, keepOf, orderIsChosen, returnsOf, toggled } from './keep';
import { parseLegal } from './parse';
import type { Position } from './position';
import { acting, seatOf } from './position';
import { editionOf, FIXTURES, factsOf, namesIn, POSITIONS, recordOf } from './testing';
import { Timeline } from './timeline';
import { whyNoStation, whyNot } from './whynot';

interface Request {
  readonly phase: string;
  readonly seat: number;
  readonly actions: readonly LegalAction[];
  readonly position: Position;
}

async function requestsOf(name: string): Promise<Request[]> {
  const record = recordOf(join(FIXTURES, name));
  const edition = await editionOf(record.header.edition);
  const timeline = new Timeline(edition, record.header, 'all', record.events);
  const lines = readFileSync(join(POSITIONS, 'requests', name), 'utf8')
    .split('\n')
    .filter(Boolean);
  return lines.map((line) => {
    const { seq, phase, seat, actions } = JSON.parse(line) as {
      seq: number;
      phase: string;
      seat: number;
      actions: unknown[];
    };
    const read = parseLegal(actions);
    if (!read.ok) throw new Error(read.message);
    return { phase, seat, actions: read.value, position: timeline.at(timeline.countUpTo(seq)) };
  });
}

const requests = (await Promise.all(namesIn(join(POSITIONS, 'requests')).map(requestsOf))).flat();
const some = (edition: string, phase: string): Request => {
  const found = requests.find((r) => r.position.edition.id === edition && r.phase === phase);
  if (!found) throw new Error(`no request of ${edition}, ${phase}`);
  return found;
};
const choicesFor = ({ position, seat, actions }: Request) =>
  choicesOf(position.edition.board, actions, seatOf(position, seat).hand.known);

test('every legal action is found again, once', () => {
  expect(requests.length).toBeGreaterThanOrEqual(20);
  for (const request of requests) {
    const c = choicesFor(request);
    const payments = [...c.claims.values(), ...c.stations.values(), c.pay].flat().map(({ legal }) => legal);
    const kept = [...(c.keep?.options.values() ?? [])].flatMap((o) => o.actions.map(({ legal }) => legal));
    const maps = [c.take, c.place, c.move, c.go].flatMap((map) => [...map.values()]);
    const mixes = c.mixes.map(({ legal }) => legal);
    const singles = [c.draw, c.tickets, c.decline, c.skip, c.stop, c.pass].filter((legal) => legal !== null);
    const all = [...payments, ...kept, ...maps, ...mixes, ...singles];
    expect(all.map(({ id }) => id).toSorted()).toEqual(request.actions.map(({ id }) => id).toSorted());
    expect(acting(request.position)).toContain(request.seat);
  }
});

test('payments: fewest locomotives first, and each as long as the route', () => {
  for (const request of requests) {
    const { claims } = choicesFor(request);
    for (const [index, payments] of claims) {
      const route = request.position.edition.board.routes[index];
      const jokers = payments.map((payment) => payment.jokers);
      expect(jokers).toEqual(jokers.toSorted((x, y) => x - y));
      for (const { cards } of payments) expect(total(cards)).toBe(route?.length);
      const groups = [...byColor(payments).keys()];
      expect(groups.includes(null) ? groups.at(-1) : null).toBeNull();
    }
  }
});

describe('keeping tickets', () => {
  test('at the start: at least two, the order is nobody’s to choose', () => {
    const { keep } = choicesFor(some('usa-2025', 'start'));
    if (!keep) return expect.fail();
    expect(keep).toMatchObject({ size: 4, least: 2 });
    expect(isAllowed(keep, [2])).toBe(false);
    const selection = toggled(toggled(toggled([], 4), 1), 2);
    expect(selection).toEqual([1, 2, 4]);
    expect(toggled(selection, 2)).toEqual([1, 4]);
    expect(orderIsChosen(keep, [1, 4])).toBe(false);
    expect(keepAction(keep, [4, 1])?.text).toBe('keep 1,4');
    expect(keepAction(keep, [3])).toBeNull();
  });
  test('later, where the order of returns is chosen', () => {
    const { keep } = choicesFor(some('usa-2025', 'choose'));
    if (!keep) return expect.fail();
    expect(keep).toMatchObject({ size: 3, least: 1 });
    expect(orderIsChosen(keep, [2])).toBe(true);
    expect(returnsOf(keep, [2])).toEqual([1, 3]);
    expect(keepAction(keep, [2])?.text).toBe('keep 2 return 1,3');
    expect(keepAction(keep, [2], [3, 1])?.text).toBe('keep 2 return 3,1');
    expect(orderIsChosen(keep, [1, 2])).toBe(false);
    expect(keepAction(keep, [1, 2], [3])?.text).toBe('keep 1,2');
    expect(keepAction(keep, [2], [1])).toBeNull();
  });
  test('nothing to choose', () => {
    expect(keepOf(some('usa-2025', 'turn').actions)).toBeNull();
  });
});

test('what only some editions have', () => {
  expect(choicesFor(some('maerklin', 'mix')).mixes.map(({ numbers }) => numbers)).toContainEqual([4, 0]);
  const tunnel = choicesFor(some('europe', 'tunnel'));
  expect(tunnel.decline).not.toBeNull();
  expect(choicesFor(some('europe', 'turn')).stations.size).toBeGreaterThan(0);
  const placing = choicesFor(some('maerklin', 'place'));
  expect(placing.place.size).toBeGreaterThan(0);
  expect(placing.skip).not.toBeNull();
  const journey = choicesFor(some('maerklin', 'journey'));
  expect(journey.go.size + (journey.stop ? 1 : 0)).toBeGreaterThan(0);
});

describe('why a route cannot be claimed', () => {
  test.each(namesIn(POSITIONS))('%s: a reason exactly where the engine allows no claim', async (name) => {
    const record = recordOf(join(FIXTURES, name));
    const edition = await editionOf(record.header.edition);
    const timeline = new Timeline(edition, record.header, 'all', record.events);
    for (const { seq, claimable } of factsOf(POSITIONS, name)) {
      const position = timeline.at(timeline.countUpTo(seq));
      const { player } = position;
      if (position.phase !== 'turn' || player === null) continue;
      const mine = edition.board.routes
        .map((route) => (whyNot(position, player, route.index) ? '.' : '+'))
        .join('');
      expect({ seq, claimable: mine }).toEqual({ seq, claimable });
      const other = (player + 1) % position.seats.length;
      expect(edition.board.routes.every((route) => whyNot(position, other, route.index) !== null)).toBe(true);
    }
  });
  test('stations', () => {
    for (const request of requests.filter((r) => r.position.edition.id === 'europe' && r.phase === 'turn')) {
      const { stations } = choicesFor(request);
      for (const { index } of request.position.edition.board.cities)
        expect(whyNoStation(request.position, request.seat, index) === null).toBe(stations.has(index));
    }
  });
  test('the reasons say what is missing', () => {
    const request = some('usa-2025', 'turn');
    const { position, seat } = request;
    const reasons = position.edition.board.routes.map(({ index }) => whyNot(position, seat, index));
    for (const reason of reasons) {
      if (reason && 'need' in reason) expect(reason.have).toBeLessThan(reason.need);
    }
    const before = requests.find((r) => r.position.edition.id === 'usa-2025' && r.phase === 'start');
    const poor = before && whyNot(before.position, before.seat, 0);
    expect(poor?.why === 'cards' || poor?.why === 'not_now').toBe(true);
  });
});
