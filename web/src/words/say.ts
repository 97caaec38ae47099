// Things of the model in words: cards, routes, tickets, reasons.
import { endName } from '../model/board';
import type { Counts } from '../model/cards';
import { CARDS } from '../model/cards';
import type { Board, Ticket } from '../model/edition';
import type { Seat } from '../model/event';
import type { TicketProgress } from '../model/tickets';
import type { WhyNot } from '../model/whynot';
import type { Words } from './index';

export type Names = (seat: Seat) => string;

/** "a, b and c" */
export function listed(words: Words, items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} ${words.and} ${items.at(-1)}`;
}

/** "2 red and 1 locomotive": behind "with". */
export function cardList(words: Words, cards: Counts): string {
  return listed(
    words,
    CARDS.flatMap((kind) => (cards[kind] ? [words.paid[kind](cards[kind])] : [])),
  );
}

function lookup(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** A city or a country, by its id. */
export function placeName(words: Words, board: Board, id: string): string {
  const country = board.cityById.get(id)?.country ?? id;
  return lookup(words.place, country) ?? endName(board, id);
}

/** "to Köln", "in die Schweiz": behind "travels". */
export function towards(words: Words, board: Board, id: string): string {
  const country = board.cityById.get(id)?.country ?? id;
  return lookup(words.towards, country) ?? words.towardsCity(placeName(words, board, id));
}

export function routeName(words: Words, board: Board, a: string, b: string): string {
  return `${placeName(words, board, a)} – ${placeName(words, board, b)}`;
}

export function ticketName(words: Words, board: Board, ticket: Ticket): string {
  return `${routeName(words, board, ticket.a, ticket.b)} (${ticket.points})`;
}

export function deckName(words: Words, name: string): string {
  return lookup(words.deck, name) ?? name;
}

/** `name`: what the edition's own file calls it. */
export function editionName(words: Words, id: string, name = id): string {
  return lookup(words.start.editionName, id) ?? name;
}

export function seatColorName(words: Words, color: string): string {
  return lookup(words.seatColor, color) ?? color;
}

export function reasonText(words: Words, reason: WhyNot, names: Names): string {
  const { why } = words;
  switch (reason.why) {
    case 'taken':
      return why.taken(names(reason.by));
    case 'over':
      return why.over;
    case 'parallel_owned':
      return why.parallelOwned;
    case 'parallel_closed':
      return why.parallelClosed(names(reason.by));
    case 'trains':
      return why.trains(reason.have, reason.need);
    case 'ferry':
      return why.ferry(reason.have, reason.need);
    case 'cards':
      return reason.color
        ? why.cardsOf(words.card[reason.color], reason.have, reason.need)
        : why.cards(reason.have, reason.need);
    case 'station_there':
      return why.stationThere(names(reason.by));
    case 'no_station_left':
      return why.noStationLeft;
    case 'not_your_turn':
      return reason.player === null ? why.notNow(words.phase.start) : why.notYourTurn(names(reason.player));
    case 'not_now':
      return why.notNow(words.phase[reason.phase]);
  }
}

export function progressText(words: Words, progress: TicketProgress): string {
  const { ticket } = words;
  switch (progress.state) {
    case 'done':
      return ticket.done;
    case 'open':
      return ticket.open(progress.trains ?? 0);
    case 'station':
      return progress.stations > 0 ? ticket.station(progress.stations) : ticket.hope;
    case 'lost':
      return ticket.lost;
  }
}
