// The record of a game (docs/records.md): its header and its events, as types.
import type { Card, Counts } from './cards';
import type { Ticket } from './edition';

export type Seat = number;

export interface PlayerInfo {
  readonly name: string;
  readonly bot: string | null;
  readonly color: string | null;
}

export interface Header {
  readonly format: number;
  readonly rules: number;
  readonly edition: string;
  readonly data: string;
  readonly players: readonly PlayerInfo[];
  /** The seat, if it was given and not drawn. */
  readonly firstPlayer: Seat | null;
  readonly keyHash: string | null;
  readonly seed: string | null;
}

export type Action =
  | { readonly type: 'draw' | 'pass' | 'decline' | 'skip' | 'stop' }
  | { readonly type: 'take'; readonly card: Card }
  | { readonly type: 'tickets'; readonly mix: readonly number[] | null }
  | {
      readonly type: 'keep';
      readonly positions: readonly number[];
      readonly returned: readonly number[] | null;
    }
  | ({ readonly type: 'claim'; readonly cards: Counts } & RouteName)
  | { readonly type: 'pay'; readonly cards: Counts }
  | { readonly type: 'station'; readonly city: string; readonly cards: Counts }
  | { readonly type: 'place' | 'move'; readonly city: string }
  | ({ readonly type: 'go' } & RouteName);
export type ActionType = Action['type'];

/** `track` is 0 for a route without parallel ones. */
export interface RouteName {
  readonly a: string;
  readonly b: string;
  readonly track: number;
}

export type CardTo = { readonly row: number } | { readonly hand: Seat } | { readonly tunnel: number };

export type Ending = 'last_round' | 'all_passed' | 'turn_limit';

export interface Score {
  readonly routes: number;
  readonly tickets: number;
  readonly completed: number;
  readonly uncompleted: number;
  readonly longest: number;
  readonly bonus: number;
  /** These three are null where the edition has no such thing. */
  readonly mostTickets: number | null;
  readonly stations: number | null;
  readonly goods: number | null;
  readonly total: number;
}

interface Envelope {
  readonly seq: number;
  readonly tMs: number | null;
  readonly actor: Seat | null;
  readonly visibleTo: 'all' | readonly Seat[];
}

/** Kinds without effect on the position. */
export const QUIET_KINDS = ['refusal', 'timeout', 'takeover', 'disconnect', 'reconnect', 'clock'] as const;

// Null where a value belongs: unknown (docs/playback.md).
export type EventBody =
  | { readonly kind: 'action'; readonly actor: Seat; readonly action: Action | null }
  | { readonly kind: 'card'; readonly to: CardTo; readonly card: Card | null }
  | { readonly kind: 'offer'; readonly actor: Seat; readonly tickets: readonly (Ticket | null)[] }
  | { readonly kind: 'first_player'; readonly seat: Seat }
  | { readonly kind: 'reset' }
  | { readonly kind: 'reshuffle'; readonly cards: number }
  | {
      readonly kind: 'kept';
      readonly actor: Seat;
      readonly count: number;
      readonly decks: readonly number[] | null;
    }
  | {
      readonly kind: 'end';
      readonly ending: Ending;
      readonly scores: readonly Score[];
      readonly winners: readonly Seat[];
    }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'forfeit'; readonly actor: Seat }
  | { readonly kind: 'undo'; readonly actor: Seat; readonly toSeq: number }
  | { readonly kind: (typeof QUIET_KINDS)[number] };
export type GameEvent = Envelope & EventBody;
export type EventKind = GameEvent['kind'];

export interface GameRecord {
  readonly header: Header;
  readonly events: readonly GameEvent[];
}

/** Whose eyes a game is seen with: everybody's together, one seat's, or those of somebody who only watches. */
export type Viewpoint = 'all' | 'public' | Seat;

export function isVisible(event: GameEvent, viewpoint: Viewpoint): boolean {
  if (viewpoint === 'all' || event.visibleTo === 'all') return true;
  return viewpoint !== 'public' && event.visibleTo.includes(viewpoint);
}

export function isQuiet(event: GameEvent): boolean {
  return QUIET_KINDS.some((kind) => kind === event.kind);
}

/** What follows an action, or the start, by chance or by the rules. */
export function isOutcome(event: GameEvent): boolean {
  switch (event.kind) {
    case 'card':
    case 'offer':
    case 'first_player':
    case 'reset':
    case 'reshuffle':
    case 'kept':
      return true;
    default:
      return false;
  }
}
