// What hardly ever happens in games, shown by positions made up for it; the rulings' names are those of docs/rules.md.
import { describe, expect, test } from 'vitest';
import type { Action, EventBody, GameEvent, Header } from './event';
import { step } from './fold';
import type { Position, RowPlace } from './position';
import { opening } from './position';
import { editionOf } from './testing';

const header: Header = {
  format: 1,
  rules: 1,
  edition: 'usa-2004',
  data: '',
  players: [
    { name: 'ada', bot: null, color: null },
    { name: 'bob', bot: null, color: null },
  ],
  firstPlayer: 0,
  keyHash: null,
  seed: null,
};
const usa = await editionOf('usa-2004');
const europe = await editionOf('europe');

function event(body: EventBody): GameEvent {
  return { seq: 1, tMs: null, actor: 0, visibleTo: 'all', ...body } as GameEvent;
}
const act = (p: Position, action: Action) => step(p, event({ kind: 'action', actor: 0, action }));
const toRow = (p: Position, row: number, card: 'locomotive' | 'red') =>
  step(p, event({ kind: 'card', to: { row }, card }));

function turn(row: readonly RowPlace[], deck: number): Position {
  return { ...opening(usa, header), phase: 'turn', player: 0, row, deck };
}

describe('the second card', () => {
  test('`second-from-row`: with deck and discards empty it may come from the row', () => {
    expect(act(turn(['red', 'locomotive', null, null, null], 1), { type: 'draw' })).toMatchObject({
      phase: 'second',
      player: 0,
    });
  });
  test('`ends-with-one`: not if only locomotives lie there', () => {
    const after = act(turn(['locomotive', 'locomotive', null, null, null], 1), { type: 'draw' });
    expect(after).toMatchObject({ phase: 'turn', player: 1, turns: 1 });
  });
  test('`ends-with-one`: also if the card that fills the place is a locomotive', () => {
    const taken = act(turn(['red', 'locomotive', null, null, null], 1), { type: 'take', card: 'red' });
    expect(taken).toMatchObject({ phase: 'second', player: 0 });
    expect(toRow(taken, 0, 'locomotive')).toMatchObject({ phase: 'turn', player: 1, deck: 0 });
    expect(toRow(taken, 0, 'red')).toMatchObject({ phase: 'second', player: 0, deck: 0 });
  });
  test('discards that become the deck will do', () => {
    const p = {
      ...turn(['locomotive', 'locomotive', null, null, null], 1),
      discards: { size: 2, known: { red: 2 } },
    };
    expect(act(p, { type: 'draw' })).toMatchObject({ phase: 'second', player: 0 });
  });
  test('an unknown card of the row may be one to take; if the next player acts it was not', () => {
    const p = act(turn(['unknown', null, null, null, null], 1), { type: 'draw' });
    expect(p).toMatchObject({ phase: 'second', player: 0 });
    const next = step(p, event({ kind: 'action', actor: 1, action: { type: 'pass' } }));
    expect(next).toMatchObject({ phase: 'turn', player: 0, turns: 2, passes: 1 });
  });
});

describe('tunnels', () => {
  const tunnel = europe.board.routes.find((route) => route.tunnel) ?? expect.fail();
  const name = {
    a: europe.board.cities[tunnel.a]?.id ?? '',
    b: europe.board.cities[tunnel.b]?.id ?? '',
    track: tunnel.track,
  };
  const start = { ...opening(europe, header), phase: 'turn' as const, player: 0 };
  const claim: Action = { type: 'claim', ...name, cards: { locomotive: tunnel.length } };

  test('with nothing to reveal the route is built at once', () => {
    const after = act({ ...start, deck: 0 }, claim);
    expect(after).toMatchObject({ phase: 'turn', player: 1, tunnel: null });
    expect(after.claims[tunnel.index]).toBe(0);
  });
  test('an unknown card revealed: what comes next tells', () => {
    let p = act(start, claim);
    for (let i = 0; i < 3; i++) p = step(p, event({ kind: 'card', to: { tunnel: i }, card: null }));
    expect(p).toMatchObject({ phase: 'tunnel', player: 0 });
    expect(act(p, { type: 'decline' }).claims[tunnel.index]).toBeNull();
    const built = step(p, event({ kind: 'action', actor: 1, action: { type: 'draw' } }));
    expect(built.claims[tunnel.index]).toBe(0);
    expect(built).toMatchObject({ phase: 'second', player: 1 });
  });
});

test('`all-pass-ends`: only passes one after the other count', () => {
  const pass = (p: Position, actor: number) =>
    step(p, event({ kind: 'action', actor, action: { type: 'pass' } }));
  const one = pass(turn(['red', null, null, null, null], 5), 0);
  const card = (p: Position) =>
    step(p, event({ kind: 'action', actor: 1, action: { type: 'take', card: 'locomotive' } }));
  expect(pass(one, 1)).toMatchObject({ phase: 'over', over: { ending: 'all_passed' } });
  expect(card(one)).toMatchObject({ phase: 'turn', player: 0, passes: 0 });
  expect(pass(card(one), 0)).toMatchObject({ phase: 'turn', passes: 1 });
});

test('a forfeit ends the game without scores', () => {
  const after = step(turn([null, null, null, null, null], 50), event({ kind: 'forfeit', actor: 1 }));
  expect(after.over).toEqual({ ending: 'forfeit', forfeitBy: 1, scores: null, winners: null });
});
