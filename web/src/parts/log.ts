// The list of what happened, made while the events come: games are long, and most of it is told already.
import { findRoute } from '../model/board';
import type { GameEvent } from '../model/event';
import { isVisible } from '../model/event';
import type { Position } from '../model/position';
import type { Timeline } from '../model/timeline';
import type { Words } from '../words';
import { news, sentence } from '../words/log';
import type { Names } from '../words/say';

export interface LogEntry {
  /** The position right after it is `timeline.at(n)`. */
  readonly n: number;
  readonly text: string;
  readonly seat: number | null;
  /** The type of an action, the kind of another event, or `news`. */
  readonly kind: string;
  /** By index, where the entry is about one. */
  readonly route: number | null;
  readonly mark: MarkKind | null;
}

export function kindOf(event: GameEvent): string {
  return event.kind === 'action' ? (event.action?.type ?? 'action') : event.kind;
}

export function routeOfEvent(before: Position, event: GameEvent): number | null {
  if (event.kind !== 'action' || !event.action) return null;
  if (event.action.type === 'pay' || event.action.type === 'decline') return before.tunnel?.route ?? null;
  if (event.action.type !== 'claim' && event.action.type !== 'go') return null;
  const { a, b, track } = event.action;
  return findRoute(before.edition.board, a, b, track)?.index ?? null;
}

/** What stands out in a long game; the scrubber shows it. */
export type MarkKind = 'claim' | 'station' | 'tickets' | 'timeout' | 'refusal' | 'undo' | 'end';

// A timeline may make the same position twice, so the lists themselves tell nothing.
function differ(before: Position['claims'], after: Position['claims']): boolean {
  return before !== after && before.some((owner, i) => owner !== after[i]);
}

function markOf(before: Position, event: GameEvent, after: Position): MarkKind | null {
  switch (event.kind) {
    case 'undo':
    case 'timeout':
    case 'refusal':
    case 'end':
      return event.kind;
    case 'forfeit':
      return 'end';
  }
  // A tunnel is claimed by what follows its action.
  if (differ(before.claims, after.claims)) return 'claim';
  if (differ(before.stations, after.stations)) return 'station';
  return event.kind === 'action' && event.action?.type === 'tickets' ? 'tickets' : null;
}

/** The log of one timeline in one language. */
export class Chronicle {
  private readonly words: Words;
  private readonly names: Names;
  private readonly timeline: Timeline;
  private list: readonly LogEntry[] = [];
  private told = 0;

  constructor(words: Words, names: Names, timeline: Timeline) {
    this.words = words;
    this.names = names;
    this.timeline = timeline;
  }

  /** All entries so far; the same list as before if nothing has come. */
  entries(): readonly LogEntry[] {
    const { events } = this.timeline;
    if (this.told === events.length) return this.list;
    // The last event is told again: what follows it may belong to it (a card that was drawn).
    const from = Math.max(0, this.told - 1);
    const list = this.list.filter((entry) => entry.n <= from);
    for (let i = from; i < events.length; i++) this.tell(i, list);
    this.list = list;
    this.told = events.length;
    return list;
  }

  private tell(i: number, list: LogEntry[]): void {
    const { timeline, words, names } = this;
    const event = timeline.events[i];
    if (!event || !isVisible(event, timeline.viewpoint)) return;
    const before = timeline.at(i);
    const next = timeline.events[i + 1];
    const seen = next && isVisible(next, timeline.viewpoint) ? next : undefined;
    const text = sentence(words, names, before, event, seen);
    const after = timeline.at(i + 1);
    const said = news(words, names, before, after);
    const entry = { n: i + 1, seat: event.actor, route: routeOfEvent(before, event) };
    let mark = markOf(before, event, after);
    if (text) {
      list.push({ ...entry, text, kind: kindOf(event), mark });
      mark = null;
    }
    for (const more of said) {
      list.push({ ...entry, text: more, kind: 'news', mark });
      mark = null;
    }
  }
}

/** The index of the last entry at or before this place; -1: before the first. */
export function entryAt(entries: readonly LogEntry[], n: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.n ?? 0) <= n) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
