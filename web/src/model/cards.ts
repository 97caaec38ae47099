// Train cards: the kinds, and small multisets of them in the form the record writes: {"red":2,"locomotive":1}.

export const COLORS = ['purple', 'white', 'blue', 'yellow', 'orange', 'black', 'red', 'green'] as const;
/** In the order of the rules and of every file. */
export const CARDS = [...COLORS, 'locomotive', 'locomotive4', 'passenger'] as const;

export type Color = (typeof COLORS)[number];
export type Card = (typeof CARDS)[number];

/** What is zero is left out, so that equal counts are equal objects. */
export type Counts = Readonly<Partial<Record<Card, number>>>;

export const NO_CARDS: Counts = Object.freeze({});

const KINDS: ReadonlySet<string> = new Set(CARDS);
export function isCard(value: unknown): value is Card {
  return typeof value === 'string' && KINDS.has(value);
}

export function total(counts: Counts): number {
  let sum = 0;
  for (const kind of CARDS) sum += counts[kind] ?? 0;
  return sum;
}

export function changed(counts: Counts, kind: Card, by: number): Counts {
  return withCount(counts, kind, Math.max(0, (counts[kind] ?? 0) + by));
}

export function withCount(counts: Counts, kind: Card, number: number): Counts {
  const copy = { ...counts };
  if (number > 0) copy[kind] = number;
  else delete copy[kind];
  return copy;
}

/** `sign` −1 takes away, never below zero. */
export function combined(counts: Counts, more: Counts, sign: 1 | -1): Counts {
  let sum = counts;
  for (const kind of CARDS) {
    const number = more[kind];
    if (number) sum = changed(sum, kind, sign * number);
  }
  return sum;
}

/** Cards some of which may be unknown: a hand, the discards. The known ones are at most `size`. */
export interface Pile {
  readonly size: number;
  readonly known: Counts;
}

export const NO_PILE: Pile = Object.freeze({ size: 0, known: NO_CARDS });

export function isKnown(pile: Pile): boolean {
  return total(pile.known) === pile.size;
}
