// What may be done now, sorted for clicks and keys. It is all made of a request's list of legal actions; nothing here decides what is legal.
import { findRoute } from './board';
import type { Card, Counts } from './cards';
import type { Board } from './edition';
import type { Action } from './event';
import type { Keep } from './keep';
import { keepOf } from './keep';
import { paidColor } from './special';

/** As a request has it (docs/protocol.md). */
export interface LegalAction {
  readonly id: number;
  readonly text: string;
  readonly action: Action;
}

export interface Payment {
  readonly legal: LegalAction;
  readonly cards: Counts;
  /** The color paid with; null: locomotives alone. */
  readonly color: Card | null;
  /** Locomotives of both kinds. */
  readonly jokers: number;
}

export interface Mix {
  readonly legal: LegalAction;
  /** How many of each deck. */
  readonly numbers: readonly number[];
}

export interface Choices {
  readonly draw: LegalAction | null;
  /** By card: of several in the row the leftmost is taken, whichever is clicked. */
  readonly take: ReadonlyMap<Card, LegalAction>;
  readonly tickets: LegalAction | null;
  readonly mixes: readonly Mix[];
  readonly keep: Keep | null;
  /** By route and by city: the payments, the cheapest first. */
  readonly claims: ReadonlyMap<number, readonly Payment[]>;
  readonly stations: ReadonlyMap<number, readonly Payment[]>;
  readonly pay: readonly Payment[];
  readonly decline: LegalAction | null;
  /** By city. */
  readonly place: ReadonlyMap<number, LegalAction>;
  readonly skip: LegalAction | null;
  /** By city. */
  readonly move: ReadonlyMap<number, LegalAction>;
  /** By route. */
  readonly go: ReadonlyMap<number, LegalAction>;
  readonly stop: LegalAction | null;
  readonly pass: LegalAction | null;
}

function paymentOf(legal: LegalAction, cards: Counts): Payment {
  const jokers = (cards.locomotive ?? 0) + (cards.locomotive4 ?? 0);
  return { legal, cards, color: paidColor(cards), jokers };
}

/**
 * Fewest locomotives first. Among equals those that spare ordinary locomotives, which serve everywhere; then the color of which the hand
 * has most, so that small sets stay.
 */
function byPrice(hand: Counts): (x: Payment, y: Payment) => number {
  const held = (payment: Payment) => (payment.color ? (hand[payment.color] ?? 0) : 0);
  return (x, y) =>
    x.jokers - y.jokers ||
    (x.cards.locomotive ?? 0) - (y.cards.locomotive ?? 0) ||
    held(y) - held(x) ||
    x.legal.id - y.legal.id;
}

function added<K>(map: Map<K, Payment[]>, key: K | undefined, payment: Payment): void {
  if (key === undefined) return;
  const list = map.get(key);
  if (list) list.push(payment);
  else map.set(key, [payment]);
}

/** `hand` only serves to put the payments in order. */
export function choicesOf(board: Board, actions: readonly LegalAction[], hand: Counts = {}): Choices {
  const single = new Map<Action['type'], LegalAction>();
  const take = new Map<Card, LegalAction>();
  const mixes: Mix[] = [];
  const claims = new Map<number, Payment[]>();
  const stations = new Map<number, Payment[]>();
  const pay: Payment[] = [];
  const place = new Map<number, LegalAction>();
  const move = new Map<number, LegalAction>();
  const go = new Map<number, LegalAction>();
  for (const legal of actions) {
    const { action } = legal;
    switch (action.type) {
      case 'take':
        take.set(action.card, legal);
        break;
      case 'tickets':
        if (action.mix) mixes.push({ legal, numbers: action.mix });
        else single.set('tickets', legal);
        break;
      case 'claim':
        added(
          claims,
          findRoute(board, action.a, action.b, action.track)?.index,
          paymentOf(legal, action.cards),
        );
        break;
      case 'station':
        added(stations, board.cityById.get(action.city)?.index, paymentOf(legal, action.cards));
        break;
      case 'pay':
        pay.push(paymentOf(legal, action.cards));
        break;
      case 'place':
      case 'move': {
        const city = board.cityById.get(action.city);
        if (city) (action.type === 'place' ? place : move).set(city.index, legal);
        break;
      }
      case 'go': {
        const route = findRoute(board, action.a, action.b, action.track);
        if (route) go.set(route.index, legal);
        break;
      }
      case 'keep':
        break;
      default:
        single.set(action.type, legal);
    }
  }
  const order = byPrice(hand);
  for (const list of [...claims.values(), ...stations.values(), pay]) list.sort(order);
  const one = (type: Action['type']) => single.get(type) ?? null;
  return {
    draw: one('draw'),
    take,
    tickets: one('tickets'),
    mixes,
    keep: keepOf(actions),
    claims,
    stations,
    pay,
    decline: one('decline'),
    place,
    skip: one('skip'),
    move,
    go,
    stop: one('stop'),
    pass: one('pass'),
  };
}

/** The payments of a list by color, for a menu that asks for the color first; locomotives alone come last. */
export function byColor(payments: readonly Payment[]): ReadonlyMap<Card | null, readonly Payment[]> {
  const groups = new Map<Card | null, Payment[]>();
  for (const payment of payments) added(groups, payment.color, payment);
  const alone = groups.get(null);
  if (alone) {
    groups.delete(null);
    groups.set(null, alone);
  }
  return groups;
}
