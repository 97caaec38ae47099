// A bot's hint in words, and where it points.
import { findRoute } from '../../model/board';
import { isCard } from '../../model/cards';
import type { Action } from '../../model/event';
import type { Position } from '../../model/position';
import { seatOf } from '../../model/position';
import type { HintReason } from '../../net/messages';
import type { Words } from '../../words';
import { cardList, deckName, listed, placeName, routeName, ticketName } from '../../words/say';
import type { Hinted } from './desk.svelte';

/** "3 short and 1 long" */
export function mixText(words: Words, position: Position, numbers: readonly number[]): string {
  const { decks } = position.edition;
  return listed(
    words,
    numbers.flatMap((n, d) => (n > 0 ? [`${n} ${deckName(words, decks[d]?.name ?? '')}`] : [])),
  );
}

export function adviceText(words: Words, position: Position, seat: number, action: Action): string {
  const { table } = words;
  const { board } = position.edition;
  const city = (id: string) => placeName(words, board, id);
  switch (action.type) {
    case 'draw':
      return table.drawBlind;
    case 'take':
      return table.takeCard(words.card[action.card]);
    case 'tickets':
      return action.mix ? table.drawMix(mixText(words, position, action.mix)) : table.drawTickets;
    case 'keep': {
      const offer = seatOf(position, seat).offer?.tickets ?? [];
      const kept = action.positions.flatMap((place) => offer[place - 1] ?? []);
      return table.advice.keep(
        listed(
          words,
          kept.map((ticket) => ticketName(words, board, ticket)),
        ),
      );
    }
    case 'claim':
      return table.advice.claim(routeName(words, board, action.a, action.b), cardList(words, action.cards));
    case 'pay':
      return table.advice.pay(cardList(words, action.cards));
    case 'station':
      return table.advice.station(city(action.city), cardList(words, action.cards));
    case 'place':
      return table.placeIn(city(action.city));
    case 'move':
      return table.move(city(action.city));
    case 'go':
      return table.advice.go(routeName(words, board, action.a, action.b));
    case 'decline':
    case 'skip':
    case 'stop':
      return table[action.type];
    case 'pass':
      return table.advice.pass;
  }
}

/** Null for a reason this page has no words for. */
export function hintReason(words: Words, position: Position, reason: HintReason): string | null {
  const all = words.table.reason;
  const { kind, number: n } = reason;
  const ticket = reason.ticket ? ticketName(words, position.edition.board, reason.ticket) : '';
  switch (kind) {
    case 'serves_ticket':
    case 'completes_ticket':
    case 'station_helps':
    case 'ticket_too_far':
      return all[kind](ticket);
    case 'ticket_worth':
    case 'ticket_costs':
      return all[kind](ticket, n);
    case 'needs_color':
      return isCard(reason.card) ? all.needs_color(words.card[reason.card], n) : null;
    case 'not_needed':
      return isCard(reason.card) ? all.not_needed(words.card[reason.card]) : null;
    case 'on_plan':
    case 'may_be_taken':
    case 'points':
    case 'saves_for_plan':
    case 'saves_for_route':
    case 'end_is_near':
    case 'new_tickets':
    case 'goods':
    case 'goods_around':
      return all[kind](n);
    case 'fits_gray':
    case 'spares_joker':
    case 'joker_is_scarce':
    case 'joker_for_long':
    case 'row_has_nothing':
    case 'passenger_card':
    case 'plan_is_done':
    case 'nobody_else':
      return all[kind];
    default:
      return null;
  }
}

export function pointsAt(position: Position, action: Action): Hinted {
  const { board } = position.edition;
  const route = 'track' in action ? findRoute(board, action.a, action.b, action.track)?.index : undefined;
  const city = 'city' in action ? board.cityById.get(action.city)?.index : undefined;
  return {
    routes: new Set(route === undefined ? [] : [route]),
    cities: new Set(city === undefined ? [] : [city]),
    market:
      action.type === 'take'
        ? action.card
        : action.type === 'draw' || action.type === 'tickets'
          ? action.type
          : null,
  };
}
