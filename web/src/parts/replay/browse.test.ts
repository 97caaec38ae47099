import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GameEvent } from '../../model/event';
import { isVisible } from '../../model/event';
import { editionOf, FIXTURES, recordOf } from '../../model/testing';
import { stops, Timeline } from '../../model/timeline';
import {
  commandOf,
  handShown,
  isPartial,
  nextRound,
  nextStop,
  openSeats,
  placeAfter,
  placeIn,
  previousRound,
  previousStop,
  settled,
  viewpointsOf,
} from './browse';

const { header, events } = recordOf(join(FIXTURES, 'usa-2004-3p-all-passed.jsonl'));
const edition = await editionOf(header.edition);
const timeline = new Timeline(edition, header, 'all', events);
const list = stops(events);
const first = list[0] ?? 0;
const last = list.at(-1) ?? 0;

describe('from stop to stop', () => {
  test('on, back and at the ends', () => {
    expect(nextStop([3, 5, 9], 0)).toBe(3);
    expect(nextStop([3, 5, 9], 3)).toBe(5);
    expect(nextStop([3, 5, 9], 4)).toBe(5);
    expect(nextStop([3, 5, 9], 9)).toBe(9);
    expect(nextStop([3, 5, 9], 12)).toBe(12);
    expect(previousStop([3, 5, 9], 12)).toBe(9);
    expect(previousStop([3, 5, 9], 9)).toBe(5);
    expect(previousStop([3, 5, 9], 3)).toBe(0);
    expect(previousStop([3, 5, 9], 0)).toBe(0);
    expect(nextStop([], 0)).toBe(0);
  });
  test('round after round, and the same way back', () => {
    const on = [0];
    for (let n = 0; n < last; ) {
      n = nextRound(timeline, list, n);
      on.push(n);
    }
    expect(on.at(-1)).toBe(last);
    expect(on.length).toBeGreaterThan(10);
    for (const n of on.slice(1, -1)) expect(timeline.at(n).turns % header.players.length).toBe(0);
    const back = [last];
    for (let n = last; n > 0; ) {
      n = previousRound(timeline, list, n);
      back.push(n);
    }
    expect(back.at(-1)).toBe(0);
    expect(back).toContain(first);
    for (const n of on.slice(1, -1)) expect(back).toContain(n);
  });
  test('commands', () => {
    expect(placeAfter('first', timeline, list, 50)).toBe(0);
    expect(placeAfter('last', timeline, list, 50)).toBe(last);
    expect(placeAfter('next', timeline, list, first)).toBe(list[1]);
    expect(placeAfter('previous', timeline, list, list[1] ?? 0)).toBe(first);
    expect(placeAfter('roundOn', timeline, list, 50)).toBe(nextRound(timeline, list, 50));
    expect(placeAfter('roundBack', timeline, list, 50)).toBe(previousRound(timeline, list, 50));
  });
});

test('an entry of the log is shown with what it caused', () => {
  const entry = (n: number) => ({ n, text: '', seat: 0, kind: '', route: null, mark: null });
  // A card taken at 4 and the new one of the row at 5; a tunnel tried at 6, its cards at 7 and 8.
  const entries = [entry(4), entry(6), entry(7), entry(8), entry(10)];
  expect(settled(entries, [5, 9, 12], 4)).toBe(5);
  expect(settled(entries, [5, 9, 12], 6)).toBe(6);
  expect(settled(entries, [5, 9, 12], 8)).toBe(9);
  expect(settled(entries, [5, 9, 12], 10)).toBe(12);
  expect(settled(entries, [5, 9], 13)).toBe(13);
});

describe('keys', () => {
  function press(key: string, html: string, init: KeyboardEventInit = {}) {
    document.body.innerHTML = html;
    let heard: ReturnType<typeof commandOf> = null;
    const listen = (event: KeyboardEvent) => {
      heard = commandOf(event);
    };
    addEventListener('keydown', listen);
    const target = document.querySelector('[id=t]') ?? document.body;
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init }));
    removeEventListener('keydown', listen);
    return heard;
  }
  test('mean something', () => {
    expect(press('ArrowLeft', '')).toBe('previous');
    expect(press('ArrowRight', '<input type="range" id="t">')).toBe('next');
    expect(press('ArrowUp', '<button id="t"></button>')).toBe('roundBack');
    expect(press('End', '')).toBe('last');
    expect(press(' ', '')).toBe('play');
    expect(press('x', '')).toBeNull();
  });
  test('unless something else needs them', () => {
    expect(press('ArrowLeft', '<input id="t">')).toBeNull();
    expect(press('ArrowLeft', '<textarea id="t"></textarea>')).toBeNull();
    expect(press('ArrowDown', '<select id="t"></select>')).toBeNull();
    expect(press(' ', '<button id="t"></button>')).toBeNull();
    expect(press('ArrowDown', '<div role="log"><button id="t"></button></div>')).toBeNull();
    expect(press('ArrowRight', '<div role="log" id="t"></div>')).toBe('next');
    expect(press('ArrowLeft', '<dialog open><p id="t"></p></dialog>')).toBeNull();
    expect(press('ArrowLeft', '', { ctrlKey: true })).toBeNull();
    expect(press('ArrowLeft', '', { altKey: true })).toBeNull();
  });
});

describe('viewpoints', () => {
  const asSeenBy = (viewpoint: 'public' | number) => events.filter((event) => isVisible(event, viewpoint));
  test('only those the record has', () => {
    expect(viewpointsOf(header, events)).toEqual(['all', 0, 1, 2, 'public']);
    expect(viewpointsOf(header, asSeenBy(1))).toEqual([1, 'public']);
    expect(viewpointsOf(header, asSeenBy('public'))).toEqual(['public']);
  });
  test('of a log without hidden cards, a spectator’s', () => {
    const hidden = events.flatMap((event): GameEvent[] => {
      if (event.kind === 'card' && 'hand' in event.to) return [{ ...event, card: null }];
      if (event.kind === 'offer') return [{ ...event, tickets: event.tickets.map(() => null) }];
      return event.kind === 'action' && event.visibleTo !== 'all' ? [{ ...event, action: null }] : [event];
    });
    expect(viewpointsOf(header, hidden)).toEqual(['public']);
    expect(isPartial(hidden)).toBe(true);
    expect(isPartial(events)).toBe(false);
  });
  test('whose hand is shown', () => {
    const open = openSeats(timeline, viewpointsOf(header, events));
    expect(open).toEqual([0, 1, 2]);
    const n = list[20] ?? 0;
    expect(handShown(timeline, n, open, null)).toBe(timeline.at(n).player);
    expect(handShown(timeline, n, open, 2)).toBe(2);
    expect(handShown(timeline, n, [1], 2)).toBe(1);
    expect(handShown(timeline, n, [], 2)).toBeNull();
    expect(openSeats(new Timeline(edition, header, 'public', events), ['public'])).toEqual([]);
    expect(openSeats(new Timeline(edition, header, 1, events), ['all', 0, 1])).toEqual([1]);
  });
});

test('who looks back stays there, who is at the end goes along', () => {
  expect(placeIn(10, 50)).toBe(10);
  expect(placeIn(50, 50)).toBeNull();
  expect(placeIn(60, 50)).toBeNull();
  expect(placeIn(-1, 50)).toBe(0);
});
