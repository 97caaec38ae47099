import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { loadEdition } from './load';

afterEach(() => {
  vi.unstubAllGlobals();
});

function serverSays(answer: () => Promise<Response>) {
  const fetch = vi.fn((_path: string) => answer());
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

function file(path: string): unknown {
  return JSON.parse(readFileSync(`../data/${path}`, 'utf8'));
}

test('an edition of the page needs no server', async () => {
  const fetch = serverSays(() => Promise.reject(new Error('nobody there')));
  expect((await loadEdition('usa-2004')).id).toBe('usa-2004');
  expect(fetch).not.toHaveBeenCalled();
});

test("an edition of the server's own is asked for once", async () => {
  const own = { ...(file('editions/usa-2004.json') as object), id: 'own/1' };
  const fetch = serverSays(() =>
    Promise.resolve(new Response(JSON.stringify({ edition: own, map: file('maps/usa.json') }))),
  );
  const edition = await loadEdition('own/1');
  expect(edition.id).toBe('own/1');
  expect(edition.board.cities.length).toBeGreaterThan(0);
  expect(await loadEdition('own/1')).toBe(edition);
  expect(fetch.mock.calls).toEqual([['/api/editions/own%2F1']]);
});

test('what goes wrong is said, and asked for again', async () => {
  serverSays(() => Promise.resolve(new Response('', { status: 404 })));
  await expect(loadEdition('moon')).rejects.toThrow('the server has no edition "moon"');
  serverSays(() => Promise.resolve(new Response('', { status: 503 })));
  await expect(loadEdition('moon')).rejects.toThrow('the server does not send the edition "moon": 503');
  serverSays(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(loadEdition('moon')).rejects.toThrow('Failed to fetch');
});
