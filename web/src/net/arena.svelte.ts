// How a competition stands, asked again and again: GET /api/arena and what is below it (docs/arena.md).

export interface Estimate {
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
}

export interface ArenaEntrant {
  readonly entrant: number;
  readonly place: number;
  /** By the rules of a format that has places of its own. */
  readonly score?: number;
  readonly name: string;
  readonly way: string;
  readonly active: boolean;
  readonly why_inactive?: string;
  readonly games: number;
  readonly elo: Estimate;
  readonly best: number;
  readonly victories: Estimate;
  readonly points: Estimate;
  readonly rank: Estimate;
  readonly faults: {
    readonly games: number;
    readonly kinds: Readonly<Record<string, number>>;
    readonly replaced: number;
    readonly forfeited: number;
    readonly last_game?: number;
    readonly last_words?: string;
  };
}

export interface ArenaNews {
  /** In English. */
  readonly line: string;
  readonly kind: string;
  readonly values: readonly string[];
}

export interface ArenaInfo {
  readonly name: string;
  readonly phase: 'running' | 'paused' | 'aborted' | 'over';
  readonly format: 'round-robin' | 'gauntlet' | 'swiss' | 'knock-out';
  readonly seats: number;
  readonly editions: readonly string[];
  readonly round: number;
  readonly rounds?: number;
  /** What may be seen of running games. */
  readonly watch: 'live' | 'over' | 'none';
  /** Whether they are played by the program that shows this page. */
  readonly plays_here: boolean;
  readonly games: { readonly over: number; readonly open: number; readonly called_off: number };
  readonly progress: { readonly per_second: number; readonly seconds_left: number | null };
  /** The best first. */
  readonly entrants: readonly ArenaEntrant[];
  readonly entrants_all: number;
  /** Of the first entrants, in the same order. */
  readonly pairs: readonly (readonly (({ readonly games: number } & Estimate) | null)[])[];
  readonly news: readonly ArenaNews[];
}

export interface ArenaGame {
  readonly number: number;
  readonly round: number;
  readonly edition: string;
  readonly milliseconds: number;
  /** Whether it can be replayed already. */
  readonly record: boolean;
  readonly seats: readonly {
    readonly entrant: number;
    readonly name: string;
    readonly rank: number;
    readonly points: number;
    readonly faults?: number;
    readonly replaced?: boolean;
    readonly forfeited?: boolean;
  }[];
}

export interface RunningGame {
  readonly number: number;
  readonly round: number;
  readonly edition: string;
  readonly seconds: number;
  /** Where it can be watched; none: it cannot. */
  readonly code?: string;
  readonly seats: readonly {
    readonly entrant: number;
    readonly name: string;
    readonly color?: string;
    readonly points?: number;
    readonly deciding?: boolean;
  }[];
}

export interface GamesPage {
  readonly games: readonly ArenaGame[];
  readonly total: number;
  /** Behind it come earlier ones; null: there are none. */
  readonly next: number | null;
}

const FIRST_MS = 500;
const BETWEEN_MS = 1500;
/** Nobody looks, or nothing changes any more. */
const SLOW_MS = 15_000;
const PATIENCE_MS = 10_000;

async function get<T>(address: string): Promise<T | null> {
  const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return (await response.json()) as T;
}

export function fetchResults(
  most: number,
  before: number | null,
  faults: boolean,
): Promise<GamesPage | null> {
  const from = before === null ? '' : `&before=${before}`;
  return get(`/api/arena/games?most=${most}${from}${faults ? '&faults=1' : ''}`);
}

export type FeedState = 'connecting' | 'open' | 'lost' | 'none';

/** `close` it when the page is left. */
export class ArenaFeed {
  state = $state<FeedState>('connecting');
  info = $state.raw<ArenaInfo | null>(null);
  running = $state.raw<readonly RunningGame[]>([]);
  runningAll = $state(0);
  latest = $state.raw<readonly ArenaGame[]>([]);
  private readonly results: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private closed = false;
  private readonly wake = () => {
    if (!document.hidden) this.soon(0);
  };

  constructor(results: number) {
    this.results = results;
    document.addEventListener('visibilitychange', this.wake);
    addEventListener('online', this.wake);
    void this.ask();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    document.removeEventListener('visibilitychange', this.wake);
    removeEventListener('online', this.wake);
  }

  private soon(after: number): void {
    clearTimeout(this.timer);
    if (!this.closed) this.timer = setTimeout(() => void this.ask(), after);
  }

  private async ask(): Promise<void> {
    try {
      const [info, running, latest] = await Promise.all([
        get<ArenaInfo>('/api/arena'),
        get<{ games: readonly RunningGame[]; all: number }>('/api/arena/running'),
        fetchResults(this.results, null, false),
      ]);
      if (this.closed) return;
      this.failures = 0;
      if (!info) {
        this.state = 'none';
        return;
      }
      const first = this.info === null;
      this.info = info;
      this.running = running?.games ?? [];
      this.runningAll = running?.all ?? 0;
      this.latest = latest?.games ?? [];
      this.state = 'open';
      const over = info.phase === 'over' || info.phase === 'aborted';
      // What the server had at hand may be some seconds old; it looks again because it was asked.
      this.soon(first ? FIRST_MS : over || document.hidden ? SLOW_MS : BETWEEN_MS);
    } catch {
      if (this.closed) return;
      this.state = this.info ? 'lost' : 'connecting';
      this.failures += 1;
      this.soon(Math.min(SLOW_MS, BETWEEN_MS * 1.6 ** Math.min(this.failures, 8)));
    }
  }
}
