// The last tunnel that was tried, read from the events: it may be settled before anybody has seen its cards.
import { findRoute } from '../../model/board';
import type { Card, Counts } from '../../model/cards';
import type { ActionType, Seat } from '../../model/event';
import { isVisible } from '../../model/event';
import { paidColor } from '../../model/special';
import type { Timeline } from '../../model/timeline';

export interface TunnelTry {
  /** Of the claim; tells one try from another. */
  readonly seq: number;
  readonly seat: Seat;
  readonly route: number;
  readonly shown: Counts;
  readonly revealed: readonly { readonly card: Card | null; readonly costs: boolean }[];
  readonly end: 'asked' | 'free' | 'paid' | 'declined';
}

/** The last one after the event `since`. */
export function lastTunnel(timeline: Timeline, since: number): TunnelTry | null {
  const { events } = timeline;
  let next: ActionType | null = null;
  let revealed: (Card | null)[] = [];
  for (let i = events.length - 1; i >= 0; i--) {
    const event = events[i];
    if (!event || event.seq <= since || event.kind === 'undo') return null;
    if (!isVisible(event, timeline.viewpoint)) continue;
    if (event.kind === 'card' && 'tunnel' in event.to) revealed = [event.card, ...revealed];
    if (event.kind !== 'action' || !event.action) continue;
    const { action } = event;
    if (action.type === 'claim') {
      const { board } = timeline.last.edition;
      const route = findRoute(board, action.a, action.b, action.track);
      if (route?.tunnel && revealed.length > 0)
        return tryOf(event.seq, event.actor, route.index, action.cards, revealed, next);
    }
    next = action.type;
    revealed = [];
  }
  return null;
}

function tryOf(
  seq: number,
  seat: Seat,
  route: number,
  shown: Counts,
  revealed: readonly (Card | null)[],
  next: ActionType | null,
): TunnelTry {
  const color = paidColor(shown);
  const cards = revealed.map((card) => ({
    card,
    costs: card === 'locomotive' || (card !== null && card === color),
  }));
  const asked = cards.some((one) => one.costs);
  const end = next === 'pay' ? 'paid' : next === 'decline' ? 'declined' : asked ? 'asked' : 'free';
  return { seq, seat, route, shown, revealed: cards, end };
}
