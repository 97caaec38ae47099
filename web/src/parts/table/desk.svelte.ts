// One seat's desk: what may be done now, what is being chosen, and what the map shows of it.
import type { Highlights, Mark, Target } from '../../map/types';
import { otherEnd, routeOf } from '../../model/board';
import type { Card } from '../../model/cards';
import type { Choices, LegalAction, Payment } from '../../model/choices';
import type { Edition } from '../../model/edition';
import type { Position } from '../../model/position';
import { seatOf } from '../../model/position';
import type { TicketProgress } from '../../model/tickets';
import { ticketProgress } from '../../model/tickets';
import { whyNoStation, whyNot } from '../../model/whynot';
import type { LiveGame } from '../../net/game.svelte';
import type { Hint } from '../../net/messages';
import type { Words } from '../../words';
import type { Names } from '../../words/say';
import { reasonText } from '../../words/say';
import { droppedPayments, payableWith } from './payment';
import { ticketMarks } from './ticket-marks';

/** What a person is being asked before a move goes out. */
export type Question =
  | { readonly kind: 'claim' | 'station'; readonly index: number; readonly payments: readonly Payment[] }
  | { readonly kind: 'mix' }
  | { readonly kind: 'journey'; readonly city: number; readonly legal: LegalAction };

export interface Hinted {
  readonly routes: ReadonlySet<number>;
  readonly cities: ReadonlySet<number>;
  readonly market: Card | 'draw' | 'tickets' | null;
}

const NONE: ReadonlySet<number> = new Set();

export class Desk {
  readonly game: LiveGame;
  readonly seat: number;
  question = $state.raw<Question | null>(null);
  /** Cities are clicked to build a station. */
  stationMode = $state(false);
  /** A card of the hand that is pointed at, or was pressed: only where it can be used glows. */
  pointedCard = $state<Card | null>(null);
  pressedCard = $state<Card | null>(null);
  pointedTicket = $state<number | null>(null);
  pinnedTicket = $state<number | null>(null);
  /** A ticket on offer, by its place in the offer. */
  pointedOffer = $state<number | null>(null);
  /** The route below a dragged card. */
  dropOn = $state<number | null>(null);
  hint = $state.raw<Hint | null>(null);
  /** Where the hint points. */
  hinted = $state.raw<Hinted | null>(null);
  /** What the server would not do, in words. */
  failure = $state('');

  constructor(game: LiveGame, seat: number) {
    this.game = game;
    this.seat = seat;
  }

  choices = $derived.by<Choices | null>(() => this.game.request?.choices ?? null);
  tickets = $derived.by<readonly TicketProgress[]>(() =>
    this.game.position ? ticketProgress(this.game.position, this.seat) : [],
  );
  /** Tickets on offer to this seat that are still to be chosen from. */
  offered = $derived.by<readonly TicketProgress[]>(() => {
    const { position } = this.game;
    const mine = position ? seatOf(position, this.seat) : null;
    const tickets = mine?.offer?.tickets?.flatMap((ticket) => ticket ?? []) ?? [];
    return position && tickets.length > 0 && !mine?.chosen
      ? ticketProgress(position, this.seat, tickets)
      : [];
  });

  private shownTickets = $derived.by<readonly TicketProgress[]>(() => {
    const offer = this.offered[this.pointedOffer ?? -1];
    const own = this.tickets[this.pointedTicket ?? this.pinnedTicket ?? -1];
    if (offer ?? own) return [offer ?? own].flatMap((one) => one ?? []);
    return this.offered.length > 0 ? this.offered : this.tickets;
  });
  private oneTicket = $derived(
    this.offered[this.pointedOffer ?? -1] ??
      this.tickets[this.pointedTicket ?? this.pinnedTicket ?? -1] ??
      null,
  );

  marks = $derived.by<ReadonlyMap<number, Mark>>(() => {
    const { edition } = this.game;
    return edition ? ticketMarks(edition.board, this.shownTickets) : new Map();
  });

  /** Routes that a click does something with. */
  private routes = $derived.by<ReadonlySet<number>>(() => {
    const { choices } = this;
    if (!choices || this.stationMode) return NONE;
    if (choices.go.size > 0) return new Set(choices.go.keys());
    const card = this.pointedCard ?? this.pressedCard;
    if (card) return new Set(this.targetsOf(card));
    const all = [...choices.claims.keys()];
    // Who points at a ticket looks for its way only.
    const way = this.tickets[this.pointedTicket ?? -1]?.missing;
    return new Set(way ? all.filter((route) => way.includes(route)) : all);
  });
  private cities = $derived.by<ReadonlySet<number>>(() => {
    const { choices } = this;
    if (!choices) return NONE;
    if (this.stationMode) return new Set(choices.stations.keys());
    return new Set([...choices.place.keys(), ...choices.move.keys()]);
  });

  highlights = $derived.by<Highlights>(() => {
    const asked = this.question?.kind === 'claim' ? [this.question.index] : [];
    const dug = this.game.position?.tunnel?.route ?? null;
    const hovered = [
      ...asked,
      ...[this.dropOn, dug].filter((route) => route !== null),
      ...(this.hinted?.routes ?? []),
    ];
    return {
      claimable: this.routes,
      wanted: new Set([...(this.oneTicket?.missing ?? []), ...(this.game.position?.journey?.path ?? [])]),
      hovered: new Set(hovered),
      cities: new Set([...this.cities, ...(this.hinted?.cities ?? [])]),
    };
  });

  /** After each decision everything begins anew. */
  reset(): void {
    this.question = null;
    this.stationMode = false;
    this.pressedCard = null;
    this.failure = '';
    this.pointedOffer = null;
    this.forgetHint();
  }

  forgetHint(): void {
    this.hint = null;
    this.hinted = null;
  }

  toggleStations(): void {
    this.question = null;
    this.stationMode = !this.stationMode;
  }

  send(legal: LegalAction | null | undefined): void {
    if (!legal) return;
    this.reset();
    this.game.move(legal);
  }

  clickRoute(index: number): void {
    const { choices } = this;
    const step = choices?.go.get(index);
    const payments = choices?.claims.get(index) ?? [];
    const card = this.pressedCard;
    if (step) this.send(step);
    else this.choose('claim', index, card ? droppedPayments(payments, card) : payments);
  }

  /** A card of the hand was let go over a route. */
  dropCard(index: number | null, card: Card): void {
    this.dropOn = null;
    this.pointedCard = null;
    if (index !== null)
      this.choose('claim', index, droppedPayments(this.choices?.claims.get(index) ?? [], card));
  }

  /** Where a card may be dropped. */
  targetsOf(card: Card): readonly number[] {
    return [...(this.choices?.claims ?? [])].flatMap(([route, payments]) =>
      payableWith(payments, card).length > 0 ? [route] : [],
    );
  }

  clickCity(index: number): void {
    const { choices, game } = this;
    if (!choices) return;
    const place = choices.place.get(index);
    const move = choices.move.get(index);
    const at = game.position?.journey?.at ?? null;
    if (this.stationMode) this.choose('station', index, choices.stations.get(index) ?? []);
    else if (place) this.send(place);
    else if (move) this.question = { kind: 'journey', city: index, legal: move };
    else if (at !== null && game.edition) {
      // The next city says which way, unless several tracks lead there.
      const { board } = game.edition;
      const ways = [...choices.go.keys()].filter((route) => otherEnd(routeOf(board, route), at) === index);
      if (ways.length === 1) this.send(choices.go.get(ways[0] ?? -1));
    }
  }

  private choose(kind: 'claim' | 'station', index: number, payments: readonly Payment[]): void {
    if (payments.length === 1) this.send(payments[0]?.legal);
    else this.question = payments.length > 0 ? { kind, index, payments } : null;
  }

  /** What is said at a place of the map: that something can be done there, or why not. */
  note(words: Words, names: Names, target: Target): string {
    const { position, edition } = this.game;
    if (!position || !edition) return '';
    return target.kind === 'route'
      ? this.routeNote(words, names, position, target.index)
      : this.cityNote(words, names, position, edition, target.index);
  }

  private routeNote(words: Words, names: Names, position: Position, index: number): string {
    if (this.choices?.go.has(index)) return words.table.canGo;
    if (this.choices?.claims.has(index)) return words.table.canClaim;
    // Its name says already whose it is.
    if ((position.claims[index] ?? null) !== null) return '';
    const reason = whyNot(position, this.seat, index);
    return reason ? reasonText(words, reason, names) : '';
  }

  private cityNote(words: Words, names: Names, position: Position, edition: Edition, index: number): string {
    const { choices } = this;
    if (choices?.place.has(index)) return words.table.canPlace;
    if (choices?.move.has(index)) return words.table.canMove;
    if (edition.stations.each === 0 || position.phase !== 'turn' || position.player !== this.seat) return '';
    if (choices?.stations.has(index)) return words.table.canBuild;
    const reason = whyNoStation(position, this.seat, index);
    return reason ? reasonText(words, reason, names) : '';
  }
}
