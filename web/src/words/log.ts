// What happened, one sentence per event that is worth one.
import { findRoute } from '../model/board';
import type { Action, GameEvent, Seat } from '../model/event';
import { step } from '../model/fold';
import type { Position } from '../model/position';
import { seatOf } from '../model/position';
import type { Words } from './index';
import type { Names } from './say';
import { cardList, deckName, listed, placeName, routeName, ticketName, towards } from './say';

/**
 * `before` is the position before the event, `next` the event that follows: a card drawn is told together with the drawing. Null: the
 * event is part of what was told already, or shows on the board.
 */
export function sentence(
  words: Words,
  names: Names,
  before: Position,
  event: GameEvent,
  next?: GameEvent,
): string | null {
  const { log } = words;
  const { board } = before.edition;
  const actor = event.actor === null ? '' : names(event.actor);
  switch (event.kind) {
    case 'action':
      return event.action
        ? actionSentence(words, names, before, event.actor, event.action, event, next)
        : log.unknown(actor);
    case 'card':
      if (!('tunnel' in event.to)) return null;
      return log.revealed(words.card[event.card ?? 'unknown']);
    case 'offer': {
      const tickets = event.tickets.flatMap((ticket) => (ticket ? [ticketName(words, board, ticket)] : []));
      return tickets.length > 0 ? log.offer(actor, listed(words, tickets)) : null;
    }
    case 'first_player':
      return log.first(names(event.seat));
    case 'reset':
      return log.reset;
    case 'reshuffle':
      return log.reshuffle(event.cards);
    case 'kept':
      // Whoever saw the choice has been told what it was.
      return seatOf(before, event.actor).chosen ? null : log.kept(actor, words.count.tickets(event.count));
    case 'end': {
      const best = event.winners[0] === undefined ? undefined : event.scores[event.winners[0]];
      const winners = listed(words, event.winners.map(names));
      const won = event.winners.length > 1 ? log.share : log.wins;
      return `${log.end(words.ending[event.ending])}. ${won(winners, best?.total ?? 0)}`;
    }
    case 'key':
    case 'clock':
      return null;
    case 'forfeit':
    case 'undo':
    case 'refusal':
    case 'timeout':
    case 'takeover':
    case 'disconnect':
    case 'reconnect':
      return log[event.kind](actor);
  }
}

/** What an event has brought about besides: a tunnel built without a surcharge, the last round. */
export function news(words: Words, names: Names, before: Position, after: Position): readonly string[] {
  const list: string[] = [];
  const { tunnel } = before;
  const owner = tunnel ? (after.claims[tunnel.route] ?? null) : null;
  if (tunnel && !tunnel.asked && owner !== null && before.claims[tunnel.route] === null) {
    const { cities, routes } = before.edition.board;
    const end = (which: 'a' | 'b') => cities[routes[tunnel.route]?.[which] ?? -1]?.id ?? '';
    list.push(words.log.built(names(owner), routeName(words, before.edition.board, end('a'), end('b'))));
  }
  if (!before.lastRound && after.lastRound) {
    const { by } = after.lastRound;
    list.push(words.log.lastRound(names(by), seatOf(after, by).trains));
  }
  return list;
}

function actionSentence(
  words: Words,
  names: Names,
  before: Position,
  seat: Seat,
  action: Action,
  event: GameEvent,
  next: GameEvent | undefined,
): string {
  const { log } = words;
  const { board, decks } = before.edition;
  const name = names(seat);
  const city = (id: string) => placeName(words, board, id);
  switch (action.type) {
    case 'draw': {
      const drawn = next?.kind === 'card' && 'hand' in next.to && next.to.hand === seat ? next.card : null;
      return drawn ? log.drawCard(name, words.oneCard[drawn]) : log.draw(name);
    }
    case 'take':
      return log.take(name, words.oneCard[action.card]);
    case 'tickets': {
      const mix = action.mix?.flatMap((n, d) =>
        n > 0 ? [`${n} ${deckName(words, decks[d]?.name ?? '')}`] : [],
      );
      if (mix) return log.mix(name, listed(words, mix));
      return log.tickets(name, words.count.tickets(seatOf(step(before, event), seat).offer?.size ?? 0));
    }
    case 'keep': {
      const offer = seatOf(before, seat).offer?.tickets ?? [];
      const kept = action.positions.flatMap((position) => offer[position - 1] ?? []);
      const known = kept.length === action.positions.length;
      const tickets = known
        ? listed(
            words,
            kept.map((t) => ticketName(words, board, t)),
          )
        : null;
      return log.kept(name, tickets ?? words.count.tickets(action.positions.length));
    }
    case 'claim': {
      const route = findRoute(board, action.a, action.b, action.track);
      const tell = route?.tunnel ? log.tunnel : log.claim;
      return tell(
        name,
        routeName(words, board, action.a, action.b),
        route?.length ?? 0,
        cardList(words, action.cards),
      );
    }
    case 'station':
      return log.station(name, city(action.city), cardList(words, action.cards));
    case 'pay':
      return log.pay(name, cardList(words, action.cards));
    case 'place':
    case 'move':
      return log[action.type](name, city(action.city));
    case 'go':
      return goSentence(words, names, before, seat, event);
    case 'stop':
      return log.stop(name, before.journey?.goods ?? 0);
    case 'decline':
    case 'skip':
    case 'pass':
      return log[action.type](name);
  }
}

function goSentence(words: Words, names: Names, before: Position, seat: Seat, event: GameEvent): string {
  const { log } = words;
  const { board } = before.edition;
  const action = event.kind === 'action' && event.action?.type === 'go' ? event.action : null;
  const route = action && findRoute(board, action.a, action.b, action.track);
  if (!action || !route) return log.unknown(names(seat));
  const to = board.cities[before.journey?.at ?? -1]?.id === action.a ? action.b : action.a;
  const tile = seatOf(step(before, event), seat).goods - seatOf(before, seat).goods;
  const where = towards(words, board, to);
  const told = tile > 0 ? log.goTile(names(seat), where, tile) : log.go(names(seat), where);
  const owner = before.claims[route.index] ?? null;
  return owner === null || owner === seat ? told : log.foreign(told, names(owner));
}
