// Several people at one screen: whose cards are shown, and when the screen has to be passed on.
import type { Seat } from '../../model/event';

export interface Front {
  /** Whose view is shown. */
  readonly shown: Seat;
  /** The screen must be passed to this person first; nobody's cards may be seen. */
  readonly passTo: Seat | null;
}

/**
 * `own`: the seats played here; `asked`: those that have to decide; `confirmed`: who said last to sit in front. Nobody is thrown out
 * while deciding, and somebody who waits may look on until another one is asked.
 */
export function frontOf(own: readonly Seat[], asked: readonly Seat[], confirmed: Seat | null): Front {
  const only = own.length === 1 ? own[0] : undefined;
  if (only !== undefined) return { shown: only, passTo: null };
  const here = confirmed !== null && own.includes(confirmed) ? confirmed : null;
  if (here !== null && asked.includes(here)) return { shown: here, passTo: null };
  // After the one in front, around the table.
  const order = own.toSorted((x, y) => x - y);
  const later = order.filter((seat) => seat > (here ?? -1));
  const next = [...later, ...order].find((seat) => asked.includes(seat) && seat !== here);
  if (next !== undefined) return { shown: here ?? next, passTo: next };
  return here === null ? { shown: order[0] ?? 0, passTo: order[0] ?? 0 } : { shown: here, passTo: null };
}
