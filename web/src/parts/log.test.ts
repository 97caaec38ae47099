import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { editionOf, FIXTURES, namesIn, recordOf } from '../model/testing';
import { Timeline } from '../model/timeline';
import { dictionaries } from '../words';
import { Chronicle, entryAt } from './log';

const { en, de } = dictionaries;
const names = (seat: number) => `P${seat}`;

async function open(name: string, viewpoint: 'all' | 'public' | number = 'all') {
  const { header, events } = recordOf(join(FIXTURES, name));
  const edition = await editionOf(header.edition);
  return { edition, header, events, timeline: new Timeline(edition, header, viewpoint, events) };
}

describe('the log', () => {
  test.each(namesIn(FIXTURES))('%s: growing event by event it says the same as all at once', async (name) => {
    const { edition, header, events, timeline } = await open(name);
    const whole = new Chronicle(de, names, timeline).entries();
    const growing = new Timeline(edition, header, 'all');
    const chronicle = new Chronicle(de, names, growing);
    for (const event of events) {
      growing.append(event);
      chronicle.entries();
    }
    expect(chronicle.entries()).toEqual(whole);
    expect(whole.length).toBeGreaterThan(5);
  });

  test('is the same list until something comes', async () => {
    const { timeline } = await open('europe-tunnel-paid.jsonl');
    const chronicle = new Chronicle(en, names, timeline);
    expect(chronicle.entries()).toBe(chronicle.entries());
  });

  test('tells a spectator nothing that only players saw', async () => {
    const { timeline } = await open('usa-2004-3p-all-passed.jsonl', 'public');
    const entries = new Chronicle(en, names, timeline).entries();
    expect(entries.filter((entry) => entry.kind === 'offer' || entry.kind === 'keep')).toEqual([]);
    const drawn = entries.filter((entry) => entry.kind === 'draw');
    expect(drawn.length).toBeGreaterThan(0);
    for (const entry of drawn) expect(entry.text).toMatch(/draws a card$/);
  });

  test('knows the route of a claim', async () => {
    const { timeline, edition } = await open('europe-tunnel-paid.jsonl');
    const entries = new Chronicle(en, names, timeline).entries();
    const claim = entries.find((entry) => entry.kind === 'claim');
    expect(edition.board.routes[claim?.route ?? -1]).toBeDefined();
    const paid = entries.find((entry) => entry.kind === 'pay');
    expect(paid?.route).not.toBeNull();
  });

  test.each(namesIn(FIXTURES))('%s: every route on the board has its mark', async (name) => {
    const { timeline, events } = await open(name, 'public');
    const entries = new Chronicle(en, names, timeline).entries();
    const marked = (mark: string) => entries.filter((entry) => entry.mark === mark);
    expect(marked('claim')).toHaveLength(timeline.last.claims.filter((owner) => owner !== null).length);
    expect(marked('station')).toHaveLength(timeline.last.stations.filter((owner) => owner !== null).length);
    expect(marked('end')).toHaveLength(
      events.filter(({ kind }) => kind === 'end' || kind === 'forfeit').length,
    );
  });

  test('a place in the game belongs to the entry before it', () => {
    const entry = (n: number) => ({ n, text: '', seat: null, kind: 'draw', route: null, mark: null });
    const list = [entry(3), entry(5), entry(5), entry(9)];
    expect(entryAt(list, 2)).toBe(-1);
    expect(entryAt(list, 3)).toBe(0);
    expect(entryAt(list, 5)).toBe(2);
    expect(entryAt(list, 8)).toBe(2);
    expect(entryAt(list, 99)).toBe(3);
  });
});
