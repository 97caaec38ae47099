import { expect, test } from 'vitest';
import type { Counts } from '../../model/cards';
import type { LegalAction, Payment } from '../../model/choices';
import { choicesOf } from '../../model/choices';
import { editionOf } from '../../model/testing';
import { colorSteps, droppedPayments, payableWith } from './payment';

const { board } = await editionOf('usa-2004');
// Duluth – Helena, whatever it really costs.
function payments(ways: readonly Counts[]): readonly Payment[] {
  const actions = ways.map(
    (cards, id): LegalAction => ({
      id,
      text: '',
      action: { type: 'claim', a: 'Duluth', b: 'Helena', track: 0, cards },
    }),
  );
  return [...choicesOf(board, actions).claims.values()][0] ?? [];
}

test('a color is asked for first, and locomotives alone come last', () => {
  const list = payments([{ locomotive: 3 }, { red: 3 }, { red: 2, locomotive: 1 }, { blue: 3 }]);
  expect(colorSteps(list).map((step) => [step.color, step.payments.length])).toEqual([
    ['red', 2],
    ['blue', 1],
    [null, 1],
  ]);
});

test('a card fits where it is part of a payment', () => {
  const list = payments([{ red: 3 }, { red: 2, locomotive: 1 }, { blue: 3 }]);
  expect(payableWith(list, 'red')).toHaveLength(2);
  expect(payableWith(list, 'locomotive')).toHaveLength(1);
  expect(payableWith(list, 'green')).toHaveLength(0);
});

test('a dropped color means itself alone if it suffices, else the person chooses', () => {
  const list = payments([{ red: 3 }, { red: 2, locomotive: 1 }, { locomotive: 3 }]);
  expect(droppedPayments(list, 'red').map((p) => p.cards)).toEqual([{ red: 3 }]);
  expect(droppedPayments(list, 'locomotive').map((p) => p.cards)).toEqual([{ locomotive: 3 }]);
  const short = payments([
    { red: 2, locomotive: 1 },
    { red: 1, locomotive: 2 },
  ]);
  expect(droppedPayments(short, 'red')).toHaveLength(2);
  expect(droppedPayments(short, 'locomotive')).toHaveLength(2);
});
