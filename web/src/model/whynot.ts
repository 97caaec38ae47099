// Why a route or a station is not to be had now, for the texts shown on hovering. What lasts comes first: somebody's route stays that,
// whoever's turn it is.
import { routeOf } from './board';
import type { Color, Counts } from './cards';
import { COLORS, isKnown } from './cards';
import type { Seat } from './event';
import type { Phase, Position } from './position';
import { acting, oneOfParallels, seatOf } from './position';

export type WhyNot =
  | { readonly why: 'taken'; readonly by: Seat }
  | { readonly why: 'over' }
  | { readonly why: 'parallel_owned'; readonly route: number }
  | { readonly why: 'parallel_closed'; readonly by: Seat; readonly route: number }
  | { readonly why: 'trains' | 'ferry'; readonly have: number; readonly need: number }
  /** `color` null: of the best color; locomotives are counted. */
  | { readonly why: 'cards'; readonly color: Color | null; readonly have: number; readonly need: number }
  | { readonly why: 'station_there'; readonly by: Seat }
  | { readonly why: 'no_station_left' }
  | { readonly why: 'not_your_turn'; readonly player: Seat | null }
  | { readonly why: 'not_now'; readonly phase: Phase };

const FOUR_PLUS = 4;

function mostOf(hand: Counts, colors: readonly Color[]): number {
  return Math.max(...colors.map((color) => hand[color] ?? 0));
}

/** What is about the moment, not about the thing. */
function untimely(position: Position, seat: Seat): WhyNot | null {
  const { phase } = position;
  if (phase === 'turn')
    return position.player === seat ? null : { why: 'not_your_turn', player: position.player };
  return acting(position).includes(seat)
    ? { why: 'not_now', phase }
    : { why: 'not_your_turn', player: position.player };
}

/** Null: the seat can claim the route now. Cards are looked at only if the viewer knows the whole hand. */
export function whyNot(position: Position, seat: Seat, index: number): WhyNot | null {
  const route = routeOf(position.edition.board, index);
  const owner = position.claims[index] ?? null;
  if (owner !== null) return { why: 'taken', by: owner };
  if (position.phase === 'over') return { why: 'over' };
  const own = route.parallel.find((other) => position.claims[other] === seat);
  if (own !== undefined) return { why: 'parallel_owned', route: own };
  for (const other of oneOfParallels(position) ? route.parallel : []) {
    const by = position.claims[other] ?? null;
    if (by !== null) return { why: 'parallel_closed', by, route: other };
  }
  const { trains, hand } = seatOf(position, seat);
  if (trains < route.length) return { why: 'trains', have: trains, need: route.length };
  if (isKnown(hand)) {
    const { locomotive = 0, locomotive4 = 0 } = hand.known;
    if (locomotive < route.ferry) return { why: 'ferry', have: locomotive, need: route.ferry };
    const color = route.color === 'gray' ? null : route.color;
    const jokers = locomotive + (route.length >= FOUR_PLUS ? locomotive4 : 0);
    const have = mostOf(hand.known, color ? [color] : COLORS) + jokers;
    if (have < route.length) return { why: 'cards', color, have, need: route.length };
  }
  return untimely(position, seat);
}

/** The same for a station in a city. */
export function whyNoStation(position: Position, seat: Seat, city: number): WhyNot | null {
  const owner = position.stations[city] ?? null;
  if (owner !== null) return { why: 'station_there', by: owner };
  if (position.phase === 'over') return { why: 'over' };
  const { stationsLeft, hand } = seatOf(position, seat);
  if (stationsLeft === 0) return { why: 'no_station_left' };
  const need = position.edition.stations.each - stationsLeft + 1;
  const have = mostOf(hand.known, COLORS) + (hand.known.locomotive ?? 0);
  if (isKnown(hand) && have < need) return { why: 'cards', color: null, have, need };
  return untimely(position, seat);
}
