// Choosing tickets: toggle those to keep, see whether the choice is allowed, and where it is the player's, order those that go back.
import type { LegalAction } from './choices';

interface Option {
  readonly positions: readonly number[];
  /** One, or one for every order of the returns. */
  readonly actions: readonly { readonly returned: readonly number[] | null; readonly legal: LegalAction }[];
}

export interface Keep {
  /** How many tickets are on offer, and how many must be kept. */
  readonly size: number;
  readonly least: number;
  readonly options: ReadonlyMap<string, Option>;
}

/** Positions count from 1, as in the record. */
export type Selection = readonly number[];

const keyOf = (selection: Selection): string => selection.toSorted((x, y) => x - y).join();

/** Null if no tickets are to be chosen. */
export function keepOf(actions: readonly LegalAction[]): Keep | null {
  const options = new Map<
    string,
    { positions: Selection; actions: { returned: Selection | null; legal: LegalAction }[] }
  >();
  let size = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const legal of actions) {
    if (legal.action.type !== 'keep') continue;
    const { positions, returned } = legal.action;
    const key = keyOf(positions);
    const option = options.get(key) ?? { positions, actions: [] };
    option.actions.push({ returned, legal });
    options.set(key, option);
    // All may always be kept, so the greatest position is the number on offer.
    size = Math.max(size, ...positions);
    least = Math.min(least, positions.length);
  }
  return size > 0 ? { size, least, options } : null;
}

export function toggled(selection: Selection, position: number): Selection {
  return selection.includes(position)
    ? selection.filter((other) => other !== position)
    : [...selection, position].toSorted((x, y) => x - y);
}

export function isAllowed(keep: Keep, selection: Selection): boolean {
  return keep.options.has(keyOf(selection));
}

/** The positions that go back, in the order offered. */
export function returnsOf(keep: Keep, selection: Selection): Selection {
  return Array.from({ length: keep.size }, (_, i) => i + 1).filter(
    (position) => !selection.includes(position),
  );
}

/** Whether the player decides in which order they go back. */
export function orderIsChosen(keep: Keep, selection: Selection): boolean {
  return (keep.options.get(keyOf(selection))?.actions.length ?? 0) > 1;
}

/** Null if the choice is not allowed. Without an order, or with one that is not the player's to choose, it is the order offered. */
export function keepAction(keep: Keep, selection: Selection, order?: Selection): LegalAction | null {
  const option = keep.options.get(keyOf(selection));
  if (!option) return null;
  const wanted = (order ?? returnsOf(keep, selection)).join();
  const found = option.actions.find(({ returned }) => returned?.join() === wanted);
  return (found ?? (option.actions.length === 1 ? option.actions[0] : undefined))?.legal ?? null;
}
