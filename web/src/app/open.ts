// Opening a game to look at: a record from disk or from the server, or a v0.9 log that the server makes a record of.
import type { Edition } from '../model/edition';
import type { GameEvent, Header } from '../model/event';
import { misfit } from '../model/fits';
import { loadEdition, NoSuchEdition } from '../model/load';
import { parseRecord } from '../model/parse';
import type { Words } from '../words';

export const MOST_BYTES = 8 * 1024 * 1024;

/** Where a file is not as it should be; the game plays up to there. */
export interface Flaw {
  readonly line: number;
  readonly message: string;
}

export interface OpenedGame {
  /** Of this server; null: from disk. */
  readonly id: number | null;
  /** Of the file. */
  readonly name: string;
  /** The record, for saving it. */
  readonly text: string;
  readonly edition: Edition;
  readonly header: Header;
  readonly events: readonly GameEvent[];
  readonly flaw: Flaw | null;
}

export type Obstacle =
  | {
      readonly why:
        | 'tooBig'
        | 'empty'
        | 'unreadable'
        | 'noRecord'
        | 'noGame'
        | 'secret'
        | 'offline'
        | 'server';
    }
  | { readonly why: 'edition' | 'misfit'; readonly what: string }
  | { readonly why: 'line'; readonly flaw: Flaw };

export class CannotOpen extends Error {
  readonly obstacle: Obstacle;
  constructor(obstacle: Obstacle) {
    super(obstacle.why);
    this.obstacle = obstacle;
  }
}

/** The game that the replay page shows when its address names none. */
export const opened: { game: OpenedGame | null } = { game: null };

export function obstacleText(words: Words, error: unknown): string {
  if (!(error instanceof CannotOpen)) return words.error.other;
  const { cannot, badFile } = words.replay;
  const { obstacle } = error;
  switch (obstacle.why) {
    case 'line':
      return badFile(obstacle.flaw.line, obstacle.flaw.message);
    case 'edition':
    case 'misfit':
      return cannot[obstacle.why](obstacle.what.slice(0, 80));
    case 'tooBig':
      return cannot.tooBig(MOST_BYTES / 1024 / 1024);
    default:
      return cannot[obstacle.why];
  }
}

export async function openFile(file: File): Promise<OpenedGame> {
  if (file.size > MOST_BYTES) throw new CannotOpen({ why: 'tooBig' });
  let text: string;
  try {
    text = await file.text();
  } catch {
    throw new CannotOpen({ why: 'unreadable' });
  }
  if (text.trim() === '') throw new CannotOpen({ why: 'empty' });
  if (isRecord(text)) return gameOf(text, file.name, null);
  const { record, flaw } = await imported(text);
  const game = await gameOf(record, file.name, null);
  return flaw ? { ...game, flaw } : game;
}

export async function openGame(id: number): Promise<OpenedGame> {
  const response = await reach(`/api/games/${id}/record`);
  if (response.status === 404) throw new CannotOpen({ why: 'noGame' });
  if (response.status === 403) throw new CannotOpen({ why: 'secret' });
  if (!response.ok) throw new CannotOpen({ why: 'offline' });
  return gameOf(await boundedText(response), `fogg-${id}.jsonl`, id);
}

/** The first line decides; whether the rest is right is seen later. */
export function isRecord(text: string): boolean {
  const end = text.indexOf('\n');
  try {
    const value: unknown = JSON.parse(text.slice(0, end < 0 ? text.length : end));
    return typeof value === 'object' && value !== null && 'fogg' in value && value.fogg === 'record';
  } catch {
    return false;
  }
}

export async function gameOf(text: string, name: string, id: number | null): Promise<OpenedGame> {
  const read = parseRecord(text);
  if (!read.record) throw new CannotOpen(read.ok ? { why: 'noRecord' } : { why: 'line', flaw: flawOf(read) });
  const { header, events } = read.record;
  let edition: Edition;
  try {
    edition = await loadEdition(header.edition);
  } catch (error) {
    throw new CannotOpen(
      error instanceof NoSuchEdition ? { why: 'edition', what: header.edition } : { why: 'offline' },
    );
  }
  const flaw = read.ok ? null : flawOf(read);
  const wrong = misfit(edition, header, events);
  if (!wrong) return { id, name, text, edition, header, events, flaw };
  if (wrong.seq === 0) throw new CannotOpen({ why: 'misfit', what: wrong.message });
  // The header is line 1, and every event has a line.
  const until = events.findIndex((event) => event.seq === wrong.seq);
  const flawThere = { line: until + 2, message: wrong.message };
  return { id, name, text, edition, header, events: events.slice(0, until), flaw: flawThere };
}

function flawOf(read: Flaw): Flaw {
  return { line: read.line, message: read.message };
}

async function reach(address: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch {
    throw new CannotOpen({ why: 'offline' });
  }
}

async function imported(log: string): Promise<{ record: string; flaw: Flaw | null }> {
  const response = await reach('/api/import', {
    method: 'POST',
    body: log,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
  if (response.ok)
    return {
      record: await boundedText(response),
      flaw: stoppedAt(response.headers.get('Fogg-Stopped') ?? ''),
    };
  if (response.status === 413) throw new CannotOpen({ why: 'tooBig' });
  if (response.status >= 500) throw new CannotOpen({ why: 'offline' });
  throw new CannotOpen(refusalOf(await boundedText(response)));
}

/** A header of the answer: where a log stopped making sense, and why. */
export function stoppedAt(header: string): Flaw | null {
  const [, line, message] = /^(\d+) (.+)$/.exec(header) ?? [];
  return line && message ? { line: Number(line), message } : null;
}

/** What the server says of a log it cannot read: {"error":{"message","line"}}. A first line like that is no log at all. */
export function refusalOf(answer: string): Obstacle {
  try {
    const { error } = JSON.parse(answer) as { error?: { message?: unknown; line?: unknown } };
    if (typeof error?.message === 'string' && typeof error.line === 'number' && error.line > 1)
      return { why: 'line', flaw: { line: error.line, message: error.message.slice(0, 300) } };
    if (typeof error?.message === 'string') return { why: 'noRecord' };
  } catch {
    // Not an answer of ours.
  }
  return { why: 'server' };
}

async function boundedText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      bytes += value.length;
      if (bytes > MOST_BYTES) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    throw new CannotOpen({ why: 'offline' });
  }
  void reader.cancel();
  throw new CannotOpen({ why: 'tooBig' });
}
