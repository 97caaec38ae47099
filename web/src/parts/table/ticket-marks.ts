// Tickets on the map: marks on the cities they end in.
import type { Mark } from '../../map/types';
import { endCities } from '../../model/board';
import type { Board } from '../../model/edition';
import type { TicketProgress, TicketState } from '../../model/tickets';

const MARK: Readonly<Record<TicketState, Mark>> = {
  done: 'done',
  open: 'open',
  station: 'open',
  lost: 'lost',
};
const RANK: Readonly<Record<Mark, number>> = { lost: 0, done: 1, open: 2 };

/** Where several tickets end, what is still to be done shows. */
export function ticketMarks(board: Board, tickets: readonly TicketProgress[]): ReadonlyMap<number, Mark> {
  const marks = new Map<number, Mark>();
  for (const { ticket, state } of tickets) {
    for (const city of [...endCities(board, ticket.a), ...endCities(board, ticket.b)]) {
      const old = marks.get(city);
      if (!old || RANK[MARK[state]] > RANK[old]) marks.set(city, MARK[state]);
    }
  }
  return marks;
}
