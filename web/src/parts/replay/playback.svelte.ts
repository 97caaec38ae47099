// Where one is in a game that is looked at again, and going on by itself.
import type { Timeline } from '../../model/timeline';
import { stops } from '../../model/timeline';
import type { Command } from './browse';
import { ACTION_MS, nextStop, placeAfter } from './browse';

export class Playback {
  n = $state(0);
  playing = $state(false);
  speed = $state(1);
  /** The last action was seen in the course of the game, not jumped to. */
  finished = $state(false);
  private readonly timeline: () => Timeline;
  readonly stops: readonly number[];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** The events of the timeline must stay the same; its viewpoint may change. */
  constructor(timeline: () => Timeline) {
    this.timeline = timeline;
    this.stops = stops(timeline().events);
  }

  get last(): number {
    return this.stops.at(-1) ?? 0;
  }

  go(n: number): void {
    this.n = Math.min(Math.max(0, n), this.timeline().length);
    this.finished = false;
  }

  does(command: Command): void {
    if (command === 'play') {
      if (this.playing) this.pause();
      else this.play();
      return;
    }
    const before = this.n;
    this.go(placeAfter(command, this.timeline(), this.stops, before));
    this.finished = this.n >= this.last && before < this.last;
  }

  play(): void {
    if (this.n >= this.last) this.go(0);
    this.playing = true;
    this.tick();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private tick(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.go(nextStop(this.stops, this.n));
      if (this.n < this.last) this.tick();
      else {
        this.pause();
        this.finished = true;
      }
    }, ACTION_MS / this.speed);
  }
}
