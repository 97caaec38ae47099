// A game to browse in: the position after any number of its events, quickly, also in games of thousands. Grows with a live game.
import type { Edition } from './edition';
import type { GameEvent, Header, Viewpoint } from './event';
import { isOutcome, isQuiet, isVisible } from './event';
import { step } from './fold';
import type { Position } from './position';
import { opening } from './position';

const EVERY = 64;

/**
 * Positions are numbered by events, seen or not: `at(n)` is the one after the first n. So a place in the game stays the same when the
 * viewpoint changes. What the viewer does not see changes nothing.
 */
export class Timeline {
  readonly viewpoint: Viewpoint;
  private readonly list: GameEvent[] = [];
  // checkpoints[i] is the position after i * EVERY events.
  private readonly checkpoints: Position[];
  private cachedAt = 0;
  private cached: Position;
  // After each undo, by its index: one undo may go back over others, and each would be gone through again and again.
  private readonly undone = new Map<number, Position>();

  constructor(edition: Edition, header: Header, viewpoint: Viewpoint, events: readonly GameEvent[] = []) {
    this.viewpoint = viewpoint;
    this.cached = opening(edition, header);
    this.checkpoints = [this.cached];
    for (const event of events) this.append(event);
  }

  get length(): number {
    return this.list.length;
  }
  get events(): readonly GameEvent[] {
    return this.list;
  }
  /** The position now. */
  get last(): Position {
    return this.at(this.list.length);
  }

  /** False: an old event again, as after a lost connection; nothing has changed. */
  append(event: GameEvent): boolean {
    if (event.seq <= (this.list.at(-1)?.seq ?? 0)) return false;
    this.list.push(event);
    return true;
  }

  /** The position after the first n events; n beyond the ends is taken as the end. */
  at(n: number): Position {
    const to = n > 0 ? Math.min(Math.floor(n), this.list.length) : 0;
    const checkpoint = Math.min(Math.floor(to / EVERY), this.checkpoints.length - 1);
    let from = checkpoint * EVERY;
    let position = this.checkpoints[checkpoint] ?? this.cached;
    if (this.cachedAt <= to && this.cachedAt > from) {
      from = this.cachedAt;
      position = this.cached;
    }
    for (let i = from; i < to; i++) {
      position = this.after(position, i);
      if ((i + 1) % EVERY === 0) this.checkpoints[(i + 1) / EVERY] ??= position;
    }
    this.cachedAt = to;
    this.cached = position;
    return position;
  }

  /** How many events there are up to the one with this number, or the last before it if that one was not seen. */
  countUpTo(seq: number): number {
    let low = 0;
    let high = this.list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.list[middle]?.seq ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private after(position: Position, i: number): Position {
    const event = this.list[i];
    if (!event || !isVisible(event, this.viewpoint)) return position;
    if (event.kind !== 'undo') return step(position, event);
    let undone = this.undone.get(i);
    if (!undone) {
      const back = this.at(Math.min(this.countUpTo(event.toSeq), i));
      undone = { ...back, seq: event.seq, undos: position.undos + 1 };
      this.undone.set(i, undone);
    }
    return undone;
  }
}

/** The position after a list of events, as one viewer knows it. Who browses keeps a `Timeline`. */
export function fold(
  edition: Edition,
  header: Header,
  events: readonly GameEvent[],
  viewpoint: Viewpoint,
): Position {
  return new Timeline(edition, header, viewpoint, events).last;
}

/**
 * Where a viewer may stop: the numbers of events after the set-up and after each action with all that it caused. For buttons that go
 * action by action.
 */
export function stops(events: readonly GameEvent[]): readonly number[] {
  const list: number[] = [];
  events.forEach((event, i) => {
    const next = events[i + 1];
    const more = next !== undefined && isOutcome(next);
    if (!more && event.kind !== 'key' && !isQuiet(event)) list.push(i + 1);
  });
  return list;
}
