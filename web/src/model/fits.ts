// Whether a record was played on this board: with other data than the page's own the fold would show nonsense.
import { deckOf, findRoute } from './board';
import type { Edition } from './edition';
import type { Action, GameEvent, Header } from './event';

export interface Misfit {
  /** Of the event; 0: the header. */
  readonly seq: number;
  readonly message: string;
}

function placeFault(edition: Edition, action: Action): string | null {
  const { board } = edition;
  if (action.type === 'claim' || action.type === 'go') {
    const { a, b, track } = action;
    return findRoute(board, a, b, track) ? null : `no route ${a}-${b}${track > 0 ? `.${track}` : ''}`;
  }
  if ('city' in action && !board.cityById.has(action.city)) return `no city ${action.city}`;
  return null;
}

function eventFault(edition: Edition, event: GameEvent): string | null {
  if (event.kind === 'action' && event.action) return placeFault(edition, event.action);
  if (event.kind !== 'offer') return null;
  const foreign = event.tickets.find((ticket) => ticket !== null && deckOf(edition, ticket) < 0);
  return foreign ? `no ticket ${foreign.a}-${foreign.b} (${foreign.points})` : null;
}

/** Null: all places and tickets are there. */
export function misfit(edition: Edition, header: Header, events: readonly GameEvent[]): Misfit | null {
  const { min, max } = edition.players;
  const players = header.players.length;
  if (header.edition !== edition.id) return { seq: 0, message: `edition ${header.edition}` };
  if (players < min || players > max) return { seq: 0, message: `${players} players` };
  for (const event of events) {
    const message = eventFault(edition, event);
    if (message) return { seq: event.seq, message };
  }
  return null;
}
