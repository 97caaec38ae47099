// The games this server knows of: GET /api/games.
import type { SeatKey } from '../../net/keys';

export interface GameRow {
  readonly id: number;
  readonly edition: string;
  readonly status: string;
  readonly created_ms: number;
  readonly seats: readonly { readonly name: string; readonly bot?: string }[];
}

/** A server that holds a competition says so here; there is nothing else to play. */
export interface ArenaNote {
  readonly name: string;
  readonly phase: 'running' | 'paused' | 'aborted' | 'over';
  readonly over: number;
  readonly all: number;
  readonly leaders: readonly string[];
}

export interface Here {
  readonly games: readonly GameRow[];
  readonly arena?: ArenaNote;
}

export async function fetchGames(): Promise<Here> {
  const answer = await fetch('/api/games');
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return (await answer.json()) as Here;
}

/** The last ones first. */
export function finishedGames(games: readonly GameRow[], most: number): readonly GameRow[] {
  return games
    .filter(({ status }) => status === 'over')
    .sort((x, y) => y.created_ms - x.created_ms)
    .slice(0, most);
}

export interface MyTable {
  readonly code: string;
  readonly id: number;
  readonly edition: string;
  /** Several where friends share this screen. */
  readonly names: readonly string[];
  readonly tokens: readonly string[];
}

/** The tables these keys belong to, without those whose games are over. */
export function myTables(keys: readonly SeatKey[], games: readonly GameRow[]): readonly MyTable[] {
  const over = new Set(games.filter(({ status }) => status === 'over').map(({ id }) => id));
  const tables = new Map<string, MyTable>();
  for (const { code, id, edition, name, token } of keys) {
    if (over.has(id)) continue;
    const known = tables.get(code);
    tables.set(code, {
      code,
      id,
      edition,
      names: [...(known?.names ?? []), name],
      tokens: [...(known?.tokens ?? []), token],
    });
  }
  return [...tables.values()];
}
