// Messages of the current protocol (docs/protocol.md), as far as the page uses them.
import type { Header } from '../model/event';

export interface SeatInfo {
  readonly name: string;
  readonly color: string;
  readonly bot: string | null;
  readonly present: boolean;
  readonly stand_in: boolean;
  readonly points?: number;
}

export interface TableInfo {
  readonly id: number;
  readonly code: string;
  readonly edition: string;
  readonly status: 'waiting' | 'running' | 'over';
  readonly seats: readonly SeatInfo[];
  readonly seat_count: number;
  readonly bots: readonly string[];
  readonly listed: boolean;
  readonly observers: 'public' | 'all' | 'none';
  readonly clock: { readonly move: number } | null;
  readonly chat: boolean;
  readonly v09: boolean;
  readonly rated: boolean;
  readonly watching: number;
  readonly turns: number;
  /** Still to be read: `parseHeader`. */
  readonly header: unknown;
}

export interface EditionInfo {
  readonly id: string;
  readonly name: string;
  readonly players: readonly [number, number];
  readonly v09: boolean;
}

export interface Welcome {
  readonly server: string;
  readonly editions: readonly EditionInfo[];
}

export interface NewTable {
  readonly edition: string;
  /** Exactly one is "me"; the others "open" or a bot. */
  readonly seats: readonly string[];
  readonly name: string;
  readonly color?: string;
  readonly listed?: boolean;
  readonly observers?: 'public' | 'all' | 'none';
  readonly clock?: false | { readonly move: number };
  readonly chat?: boolean;
  readonly v09?: boolean;
}

export interface Seated {
  readonly table: TableInfo;
  readonly seat: number;
  readonly token: string;
  readonly observer_token?: string;
}

export interface HintReason {
  readonly kind: string;
  readonly number: number;
  readonly ticket?: { readonly a: string; readonly b: string; readonly points: number };
  readonly card?: string;
}

export interface HintOption {
  readonly id: number;
  readonly text: string;
  readonly share: number;
  readonly visits?: number;
  readonly win?: number;
  readonly reasons: readonly HintReason[];
}

export interface Hint {
  readonly action: { readonly id: number; readonly text: string; readonly action: unknown };
  readonly bot: string;
  readonly thoughts: { readonly playouts: number; readonly options: readonly HintOption[] };
}

export interface ChatLine {
  readonly seat: number | null;
  readonly name: string;
  readonly text: string;
  readonly t_ms: number;
}

/** Who has to decide now, and how much time is left where there is a clock. */
export interface Deciding {
  readonly seat: number;
  readonly left_ms: number | null;
}

/** Any message of the server: its type, and fields that are looked at where it is used. */
export type Message = { readonly type: string; readonly ref?: unknown } & Readonly<Record<string, unknown>>;

/** A refusal. `code` is a key of the words' `error` section. */
export class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The connection was lost before the answer came; whether the server got the message is not known. */
export class LinkLost extends Error {}

export function readMessage(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('type' in value)) return null;
    return typeof value.type === 'string' ? (value as Message) : null;
  } catch {
    return null;
  }
}

/** Names as the record has them are in the header; before the start the table knows them. */
export function namesOf(table: TableInfo | null, header: Header | null): (seat: number) => string {
  return (seat) => header?.players[seat]?.name ?? table?.seats[seat]?.name ?? `#${seat + 1}`;
}
