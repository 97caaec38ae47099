import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { editionOf, FIXTURES, recordOf } from '../../model/testing';
import { Timeline } from '../../model/timeline';
import { Playback } from './playback.svelte';

const { header, events } = recordOf(join(FIXTURES, 'usa-2004-2p-last-round.jsonl'));
const timeline = new Timeline(await editionOf('usa-2004'), header, 'all', events);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('plays action by action, at the speed chosen, to the end', () => {
  const playback = new Playback(() => timeline);
  playback.does('play');
  expect(playback.playing).toBe(true);
  vi.advanceTimersByTime(2050);
  expect(playback.n).toBe(playback.stops[1]);
  playback.speed = 8;
  vi.advanceTimersByTime(1000 + 125 * 3);
  expect(playback.n).toBeGreaterThanOrEqual(playback.stops[4] ?? 0);
  vi.advanceTimersByTime(1_000_000);
  expect(playback.n).toBe(playback.last);
  expect(playback.playing).toBe(false);
  expect(playback.finished).toBe(true);
  playback.does('play');
  expect(playback.n).toBe(0);
  expect(playback.finished).toBe(false);
  playback.pause();
});

test('a pause is a pause', () => {
  const playback = new Playback(() => timeline);
  playback.does('play');
  vi.advanceTimersByTime(1050);
  playback.does('play');
  const { n } = playback;
  vi.advanceTimersByTime(10_000);
  expect(playback.n).toBe(n);
});

test('jumping to the end is not finishing the game', () => {
  const playback = new Playback(() => timeline);
  playback.go(1e9);
  expect(playback.n).toBe(events.length);
  expect(playback.finished).toBe(false);
  playback.does('first');
  expect(playback.n).toBe(0);
  playback.does('last');
  expect(playback.finished).toBe(true);
  playback.does('next');
  expect(playback.n).toBe(playback.last);
});
