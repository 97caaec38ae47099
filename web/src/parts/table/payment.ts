// From a list of legal payments to what a person is asked.
import type { Card } from '../../model/cards';
import type { Payment } from '../../model/choices';
import { byColor } from '../../model/choices';

export interface ColorStep {
  /** Null: locomotives alone. */
  readonly color: Card | null;
  readonly payments: readonly Payment[];
}

/** The colors to choose from, each with its splits between color and locomotives, the cheapest first. */
export function colorSteps(payments: readonly Payment[]): readonly ColorStep[] {
  return [...byColor(payments)].map(([color, list]) => ({ color, payments: list }));
}

/** What a card of the hand can have a part in. */
export function payableWith(payments: readonly Payment[], card: Card): readonly Payment[] {
  return payments.filter((payment) => (payment.cards[card] ?? 0) > 0);
}

/**
 * What dropping a card on something means. A color without locomotives is meant as it is, and so are locomotives alone: one payment.
 * Otherwise there is something to choose: several.
 */
export function droppedPayments(payments: readonly Payment[], card: Card): readonly Payment[] {
  const fitting = payableWith(payments, card);
  const isJoker = card === 'locomotive' || card === 'locomotive4';
  const pure = fitting.filter((payment) => (isJoker ? payment.color === null : payment.jokers === 0));
  return pure.length === 1 ? pure : fitting;
}
