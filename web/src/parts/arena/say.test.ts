import { describe, expect, test } from 'vitest';
import type { ArenaGame, ArenaInfo } from '../../net/arena.svelte';
import { dictionaries } from '../../words';
import {
  byRank,
  isOver,
  newsText,
  numberText,
  percentText,
  ratingText,
  scaleOf,
  shareOver,
  timeText,
} from './say';

describe('numbers of a competition', () => {
  test('as each language writes them', () => {
    expect(numberText('de', 12345.67, 1)).toBe('12.345,7');
    expect(numberText('en', 12345.67, 1)).toBe('12,345.7');
    expect(percentText('en', 0.123, 1)).toBe('12.3%');
    expect(ratingText('en', 0.2)).toBe('0');
    expect(ratingText('en', 120.4)).toBe('+120');
    expect(ratingText('en', -3)).toBe('-3');
  });
  test('time is told as roughly as it is known', () => {
    const { en, de } = dictionaries;
    expect(timeText(en, 'en', 0)).toBe('1 s');
    expect(timeText(en, 'en', 99.4)).toBe('99 s');
    expect(timeText(en, 'en', 600)).toBe('10 min');
    expect(timeText(de, 'de', 9000)).toBe('2,5 Std.');
  });
  test('news in the language of the reader, where there are words for them', () => {
    const { en, de } = dictionaries;
    const round = { line: 'round 2: 40 games', kind: 'round', values: ['2', '40'] };
    expect(newsText(en, round)).toBe('Round 2: 40 games');
    expect(newsText(de, round)).toBe('Runde 2: 40 Spiele');
    expect(newsText(de, { line: 'pause: done', kind: 'pause', values: [] })).not.toContain('done');
    for (const kind of ['', 'from-tomorrow', 'constructor', '__proto__'])
      expect(newsText(de, { line: 'as it is', kind, values: [] })).toBe('as it is');
    expect(newsText(de, { ...round, values: ['2'] })).toBe(round.line);
  });
  test('a scale has zero in it and is never empty', () => {
    expect(scaleOf([{ value: 20, low: 10, high: 30 }, { value: -5 }])).toEqual({ low: -5, high: 30 });
    expect(scaleOf([])).toEqual({ low: -1, high: 1 });
  });
  test('progress and phases', () => {
    const at = (over: number, open: number, phase: ArenaInfo['phase']) =>
      ({ games: { over, open, called_off: 0 }, phase }) as unknown as ArenaInfo;
    expect(shareOver(at(0, 0, 'running'))).toBe(0);
    expect(shareOver(at(1, 3, 'running'))).toBe(0.25);
    expect([at(1, 0, 'over'), at(1, 1, 'aborted'), at(1, 1, 'paused')].map(isOver)).toEqual([
      true,
      true,
      false,
    ]);
  });
  test('the winner comes first', () => {
    const game = {
      seats: [
        { name: 'a', rank: 2 },
        { name: 'b', rank: 1 },
      ],
    } as unknown as ArenaGame;
    expect(byRank(game).map(({ name }) => name)).toEqual(['b', 'a']);
  });
});
