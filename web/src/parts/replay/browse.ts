// Going through a game: from action to action, from round to round, with keys, and in one's own time while it goes on.
import type { GameEvent, Header, Viewpoint } from '../../model/event';
import type { Timeline } from '../../model/timeline';
import type { LogEntry } from '../log';
import { entryAt } from '../log';

export const SPEEDS = [0.5, 1, 2, 4, 8] as const;
/** For one action, at usual speed. */
export const ACTION_MS = 1000;

/** The first stop behind a place, or the last one there is. */
export function nextStop(stops: readonly number[], n: number): number {
  return stops.find((stop) => stop > n) ?? Math.max(n, stops.at(-1) ?? 0);
}

export function previousStop(stops: readonly number[], n: number): number {
  return stops.findLast((stop) => stop < n) ?? 0;
}

/** Where an entry of the log is shown: with all that it caused and that is not told by itself. */
export function settled(entries: readonly LogEntry[], stops: readonly number[], n: number): number {
  const stop = stops.find((one) => one >= n) ?? n;
  const following = entries[entryAt(entries, n) + 1];
  return Math.max(n, Math.min(stop, (following?.n ?? Number.POSITIVE_INFINITY) - 1));
}

/** Everyone has a turn in a round. */
function roundAt(timeline: Timeline, n: number): number {
  const { turns, seats } = timeline.at(n);
  return Math.floor(turns / seats.length);
}

/** Where the next round begins, or the last stop. */
export function nextRound(timeline: Timeline, stops: readonly number[], n: number): number {
  const now = roundAt(timeline, n);
  return stops.find((stop) => stop > n && roundAt(timeline, stop) !== now) ?? Math.max(n, stops.at(-1) ?? 0);
}

/** Where this round began; from there, the one before. */
export function previousRound(timeline: Timeline, stops: readonly number[], n: number): number {
  const earlier = stops.filter((stop) => stop < n);
  for (let i = earlier.length - 1; i > 0; i--) {
    const stop = earlier[i] ?? 0;
    if (roundAt(timeline, stop) !== roundAt(timeline, earlier[i - 1] ?? 0)) return stop;
  }
  return n > (stops[0] ?? 0) ? (stops[0] ?? 0) : 0;
}

export type Command = 'previous' | 'next' | 'roundBack' | 'roundOn' | 'first' | 'last' | 'play';

const KEYS: Readonly<Record<string, Command>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  ArrowUp: 'roundBack',
  ArrowDown: 'roundOn',
  Home: 'first',
  End: 'last',
  ' ': 'play',
};

/** What a key means, unless whatever has the focus needs it for itself. */
export function commandOf(event: KeyboardEvent): Command | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null;
  const command = KEYS[event.key] ?? null;
  const target = event.target instanceof Element ? event.target : null;
  if (!command || !target) return command;
  if (target.closest('dialog, select, textarea, [contenteditable], input:not([type="range"])')) return null;
  // Space presses what can be pressed; a list that scrolls keeps its keys.
  if (command === 'play' && target.closest('button, a, summary, [role="button"]')) return null;
  if (command !== 'previous' && command !== 'next' && target.closest('[role="log"]')) return null;
  return command;
}

/** Carries a command out; the place to go to. `play` is not about a place. */
export function placeAfter(
  command: Exclude<Command, 'play'>,
  timeline: Timeline,
  stops: readonly number[],
  n: number,
): number {
  switch (command) {
    case 'previous':
      return previousStop(stops, n);
    case 'next':
      return nextStop(stops, n);
    case 'roundBack':
      return previousRound(timeline, stops, n);
    case 'roundOn':
      return nextRound(timeline, stops, n);
    case 'first':
      return 0;
    case 'last':
      return stops.at(-1) ?? 0;
  }
}

function shows(event: GameEvent): boolean {
  if (event.kind === 'card') return event.card !== null;
  if (event.kind === 'offer') return event.tickets.some((ticket) => ticket !== null);
  return event.kind === 'action' && event.action !== null;
}

/** The eyes a record can be seen with, the most seeing first: of somebody of whom it has nothing hidden there is nothing to see. */
export function viewpointsOf(header: Header, events: readonly GameEvent[]): readonly Viewpoint[] {
  const known = new Set<number>();
  for (const event of events) {
    if (event.visibleTo === 'all' || !shows(event)) continue;
    for (const seat of event.visibleTo) known.add(seat);
  }
  const seats = header.players.map((_, seat) => seat).filter((seat) => known.has(seat));
  return [...(seats.length > 1 ? (['all'] as const) : []), ...seats, 'public'];
}

/** Whether cards or tickets are missing that somebody saw. */
export function isPartial(events: readonly GameEvent[]): boolean {
  return events.some((event) => {
    if (event.kind === 'offer') return event.tickets.includes(null);
    return (
      (event.kind === 'card' && event.card === null) || (event.kind === 'action' && event.action === null)
    );
  });
}

/** The players whose hand or tickets these eyes see. */
export function openSeats(timeline: Timeline, viewpoints: readonly Viewpoint[]): readonly number[] {
  const { viewpoint } = timeline;
  if (viewpoint === 'public') return [];
  if (viewpoint !== 'all') return [viewpoint];
  return viewpoints.filter((one) => typeof one === 'number');
}

/** Whose hand is shown: the one picked, else whoever is at turn. */
export function handShown(
  timeline: Timeline,
  n: number,
  open: readonly number[],
  picked: number | null,
): number | null {
  if (picked !== null && open.includes(picked)) return picked;
  const { player } = timeline.at(n);
  return player !== null && open.includes(player) ? player : (open[0] ?? null);
}

/** A place kept while the game goes on; null: wherever it is now. */
export type Place = number | null;

export function placeIn(n: number, length: number): Place {
  return n >= length ? null : Math.max(0, n);
}
