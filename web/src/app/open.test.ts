import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FIXTURES, namesIn } from '../model/testing';
import { dictionaries } from '../words';
import {
  CannotOpen,
  isRecord,
  MOST_BYTES,
  obstacleText,
  openFile,
  openGame,
  refusalOf,
  stoppedAt,
} from './open';

const record = readFileSync(join(FIXTURES, 'usa-2004-3p-all-passed.jsonl'), 'utf8');
const lines = record.trimEnd().split('\n');
const file = (text: string, name = 'game.jsonl') => new File([text], name);

async function refused(promise: Promise<unknown>): Promise<string> {
  const error = await promise.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CannotOpen);
  const text = obstacleText(dictionaries.en, error);
  expect(obstacleText(dictionaries.de, error)).not.toBe('');
  return text;
}

afterEach(() => vi.unstubAllGlobals());
function serverSays(body: string, status = 200, headers: Record<string, string> = {}) {
  const fetch = vi.fn(
    async (_address: string, _init?: RequestInit) => new Response(body, { status, headers }),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

describe('records from disk', () => {
  test.each(namesIn(FIXTURES))('%s', async (name) => {
    const game = await openFile(file(readFileSync(join(FIXTURES, name), 'utf8'), name));
    expect(game.flaw).toBeNull();
    expect(game.events.length).toBeGreaterThan(10);
    expect(game.name).toBe(name);
  });
  test('a cut one plays as far as it goes', async () => {
    const game = await openFile(file(`${lines.slice(0, 50).join('\n')}\n{"seq":50,"ki`));
    expect(game.events.length).toBe(49);
    expect(game.flaw).toEqual({ line: 51, message: 'not JSON' });
  });
  test('a place that is not on the board ends it there', async () => {
    const bad = lines.map((line, i) => (i > 100 ? line.replace(/"a":"[A-Za-z]+"/, '"a":"Atlantis"') : line));
    const game = await openFile(file(bad.join('\n')));
    expect(game.flaw?.message).toContain('Atlantis');
    expect(game.events.length).toBe((game.flaw?.line ?? 0) - 2);
  });
  test('what cannot be shown at all is told in words', async () => {
    expect(await refused(openFile(file('')))).toBe('The file is empty.');
    expect(await refused(openFile(file(record.replace('"format":1', '"format":9'))))).toContain('Line 1');
    expect(await refused(openFile(file('x'.repeat(MOST_BYTES + 1))))).toContain('8 MB');
  });
  test('a game of another board shows nothing of it', async () => {
    const game = await openFile(file(record.replace('"usa-2004"', '"europe"')));
    expect(game.flaw).not.toBeNull();
    expect(game.events.every((event) => event.kind === 'card')).toBe(true);
  });
});

describe('with the help of the server', () => {
  test('anything else is taken for a v0.9 log', async () => {
    const fetch = serverSays(record);
    const game = await openFile(file('{"turnType":"Join"}\n', 'old.log'));
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/import');
    expect(game.events.length).toBe(lines.length - 1);
  });
  test('one that is cut plays as far as it goes', async () => {
    serverSays(record, 200, { 'Fogg-Stopped': '51 broken JSON: syntax error' });
    const game = await openFile(file('{"turnType":"Join"}\n', 'old.log'));
    expect(game.flaw).toEqual({ line: 51, message: 'broken JSON: syntax error' });
  });
  test('and what the server says against it is told', async () => {
    serverSays('{"error":{"message":"not JSON","line":7}}', 422);
    expect(await refused(openFile(file('hello')))).toBe('Line 7: not JSON');
    serverSays('{"error":{"message":"not JSON","line":1}}', 422);
    expect(await refused(openFile(file('hello')))).toContain('neither');
    serverSays('<html>', 400);
    expect(await refused(openFile(file('hello')))).toContain('server');
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('no line');
    });
    expect(await refused(openFile(file('hello')))).toContain('reached');
  });
  test('an edition that nobody here has', async () => {
    const strange = record.replace('"usa-2004"', '"usa-1066"');
    serverSays('', 404);
    expect(await refused(openFile(file(strange)))).toContain('usa-1066');
    serverSays('', 503);
    expect(await refused(openFile(file(strange)))).toContain('reached');
  });
  test('a game of the server by its number', async () => {
    const fetch = serverSays(record);
    expect((await openGame(7)).id).toBe(7);
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/games/7/record');
    serverSays('there is no such game', 404);
    expect(await refused(openGame(8))).toContain('no such game');
    serverSays('x'.repeat(MOST_BYTES + 1));
    expect(await refused(openGame(9))).toContain('8 MB');
  });
});

test('small things', () => {
  expect(isRecord(record)).toBe(true);
  expect(isRecord('{"fogg":"other"}')).toBe(false);
  expect(isRecord('[]')).toBe(false);
  expect(refusalOf('{"error":{"message":"what"}}')).toEqual({ why: 'noRecord' });
  expect(stoppedAt('')).toBeNull();
  expect(stoppedAt('soon perhaps')).toBeNull();
  expect(refusalOf('null')).toEqual({ why: 'server' });
});
