// What a person sets up before a game, and the message that creates its table.
import type { Level } from '../../app/settings.svelte';
import type { EditionFile } from '../../model/edition';
import { editionFiles } from '../../model/load';
import type { NewTable } from '../../net/messages';

/** Those with a card of their own on the start page, in this order. */
export const SHOWN = ['usa-2004', 'usa-2025', 'usa-mega', 'europe', 'maerklin'] as const;
export type ShownEdition = (typeof SHOWN)[number];

export function shownEditions(): readonly EditionFile[] {
  const files = editionFiles();
  return SHOWN.flatMap((id) => files.find((file) => file.id === id) ?? []);
}

/** All that can be played here, those first. `known`: what the server has; empty as long as it has not said so. */
export function offeredEditions(known: readonly { readonly id: string }[]): readonly EditionFile[] {
  const shown = shownEditions();
  const all = [...shown, ...editionFiles().filter((file) => !shown.includes(file))];
  return known.length === 0 ? all : all.filter(({ id }) => known.some((other) => other.id === id));
}

/** All levels take their time as a person might; only the hardest thinks ahead. */
export function botOf(level: Level): string {
  return `${level === 'hard' ? 'search' : 'planner'}:level=${level}`;
}

export type SeatKind = 'me' | 'open' | 'bot' | 'friend';

export interface SeatChoice {
  kind: SeatKind;
  level: Level;
  /** Of a friend at this screen. */
  name: string;
  /** Empty: any. */
  color: string;
}

export interface TableChoice {
  edition: string;
  name: string;
  seats: SeatChoice[];
  listed: boolean;
  observers: 'public' | 'all' | 'none';
  /** Seconds; 0: no limit. */
  clock: number;
  chat: boolean;
  v09: boolean;
}

export function quickTable(edition: string, opponents: number, level: Level, name: string): NewTable {
  return { edition, seats: ['me', ...Array.from({ length: opponents }, () => botOf(level))], name };
}

export function tableOf(choice: TableChoice): NewTable {
  const color = choice.seats.find((seat) => seat.kind === 'me')?.color;
  return {
    edition: choice.edition,
    name: choice.name,
    // Friends at this screen take their seats right after.
    seats: choice.seats.map(({ kind, level }) =>
      kind === 'me' ? 'me' : kind === 'bot' ? botOf(level) : 'open',
    ),
    ...(color ? { color } : {}),
    listed: choice.listed,
    observers: choice.observers,
    clock: choice.clock > 0 ? { move: choice.clock } : false,
    chat: choice.chat,
    v09: choice.v09,
  };
}

/** People sit in different colors and have different names; bots take what is left. */
export function mistakeOf(choice: TableChoice): 'name_taken' | 'color' | null {
  const people = choice.seats.filter(({ kind }) => kind === 'me' || kind === 'friend');
  const names = people.map(({ kind, name }) => (kind === 'me' ? choice.name : name).toLowerCase());
  if (new Set(names).size < names.length) return 'name_taken';
  const colors = people.flatMap(({ color }) => color || []);
  return new Set(colors).size < colors.length ? 'color' : null;
}
