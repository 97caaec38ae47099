import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { editionOf, FIXTURES, namesIn, recordOf } from '../model/testing';
import { Timeline } from '../model/timeline';
import { whyNot } from '../model/whynot';
import type { Words } from './index';
import { dictionaries, pickLanguage } from './index';
import { news, sentence } from './log';
import { cardList, listed, placeName, reasonText, towards } from './say';

const { en, de } = dictionaries;

type Leaf = string | ((...args: (string | number)[]) => string);
function leaves(words: object, path = ''): [string, Leaf][] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? leaves(value, `${path}${key}.`)
      : [[path + key, value as Leaf] as [string, Leaf]],
  );
}
const english = leaves(en);
const german = new Map(leaves(de));

// The same in both languages, and rightly so.
const SAME = new Set([
  'card.orange',
  'common.bot',
  'start.seatBot',
  'start.chat',
  'topic.tunnel',
  'start.editionName.usa-2004',
  'start.editionName.usa-2025',
  'start.editionName.usa-mega',
  'start.editionName.maerklin',
  'table.chat',
  'board.tunnel',
]);

describe('English and German', () => {
  test('have the same keys', () => {
    expect([...german.keys()].toSorted()).toEqual(english.map(([key]) => key).toSorted());
    expect(english.length).toBeGreaterThan(250);
  });
  test.each(english)('%s', (key, word) => {
    const other = german.get(key);
    expect(typeof other).toBe(typeof word);
    for (const numbers of [
      [1, 1, 1, 1, 1],
      [7, 8, 9, 6, 5],
    ]) {
      const said = [word, other].map((w) => (typeof w === 'function' ? w(...numbers) : (w ?? '')));
      for (const text of said) {
        expect(text.trim()).not.toBe('');
        expect(text).not.toMatch(/undefined|NaN|\[object/);
      }
      if (!SAME.has(key)) expect(said[1]).not.toBe(said[0]);
      // Nothing that is handed over gets lost.
      if (typeof word === 'function' && numbers[0] === 7) {
        const given = numbers.slice(0, word.length).map(String);
        for (const text of said) for (const number of given) expect(text).toContain(number);
      }
    }
    if (typeof word === 'function' && typeof other === 'function') expect(other.length).toBe(word.length);
  });
  test('umlauts are umlauts', () => {
    for (const [key, word] of german) {
      const text = typeof word === 'function' ? word(2, 2, 2, 2, 2) : word;
      expect(`${key}: ${text}`).not.toMatch(
        /: .*(fuer|ueber|koenn|moegl|zurueck|gruen|weiss\b|Bahnhoef|laeng|waehl)/i,
      );
    }
  });
});

test('the language of a browser', () => {
  expect(pickLanguage(['fr', 'de-AT', 'en'])).toBe('de');
  expect(pickLanguage(['fr'])).toBe('en');
  expect(pickLanguage([])).toBe('en');
});

test('lists', () => {
  expect(listed(en, ['a', 'b', 'c'])).toBe('a, b and c');
  expect(listed(de, ['a'])).toBe('a');
  expect(cardList(en, { locomotive: 1, red: 2 })).toBe('2 red and 1 locomotive');
  expect(cardList(de, { locomotive: 1, red: 2 })).toBe('2 roten und 1 Lokomotive');
});

test('countries of the German map', async () => {
  const { board } = await editionOf('maerklin');
  expect(placeName(en, board, 'DaenemarkKiel')).toBe('Denmark');
  expect(placeName(de, board, 'Oesterreich')).toBe('Österreich');
  expect(placeName(en, board, 'Koeln')).toBe('Köln');
  expect(towards(de, board, 'SchweizLindau')).toBe('in die Schweiz');
  expect(towards(en, board, 'Koeln')).toBe('to Köln');
});

async function told(words: Words, name: string, viewpoint: 'all' | 'public' | number): Promise<string[]> {
  const record = recordOf(join(FIXTURES, name));
  const edition = await editionOf(record.header.edition);
  const timeline = new Timeline(edition, record.header, viewpoint, record.events);
  const names = (seat: number) => ['Ada', 'Bob', 'Cleo', 'Dan', 'Eva'][seat] ?? '';
  const visible = record.events.filter(
    ({ visibleTo }) => viewpoint === 'all' || visibleTo === 'all' || visibleTo.includes(Number(viewpoint)),
  );
  return visible.flatMap((event, i) => {
    const n = timeline.countUpTo(event.seq);
    const before = timeline.at(n - 1);
    const said = sentence(words, names, before, event, visible[i + 1]);
    return [...(said ? [said] : []), ...news(words, names, before, timeline.at(n))];
  });
}

test.each(namesIn(FIXTURES).filter((name) => !name.includes('turn-limit')))(
  '%s told in both languages',
  async (name) => {
    for (const words of [en, de]) {
      for (const viewpoint of ['all', 'public'] as const) {
        const lines = await told(words, name, viewpoint);
        expect(lines.length).toBeGreaterThan(10);
        for (const line of lines) expect(line).not.toMatch(/undefined|NaN|\[object|\(0\)| {2}/);
      }
    }
  },
);

test('some sentences', async () => {
  const english = await told(en, 'europe-tunnel-paid.jsonl', 'all');
  const spectator = await told(de, 'maerklin-foreign-route.jsonl', 'public');
  expect(english.find((line) => line.includes('tunnel'))).toMatch(
    /^(Ada|Bob) tries the tunnel .+ – .+ \(\d\) with \d /,
  );
  expect(english.some((line) => line.includes('pays the surcharge with'))).toBe(true);
  expect(english.some((line) => line.includes('without a surcharge'))).toBe(true);
  expect(spectator.find((line) => line.includes('über eine Strecke von'))).toMatch(/^Der Passagier von/);
  expect(spectator.some((line) => line.includes('zieht eine Karte'))).toBe(true);
  expect(spectator.some((line) => /behält \d+ Zielkarten?$/.test(line))).toBe(true);
  expect(spectator.some((line) => line.includes('Die letzte Runde beginnt'))).toBe(true);
});

test('reasons are said in both languages', async () => {
  const record = recordOf(join(FIXTURES, 'usa-2010-3p-last-round.jsonl'));
  const edition = await editionOf('usa-2010');
  const timeline = new Timeline(edition, record.header, 'all', record.events);
  const kinds = new Set<string>();
  for (let n = 30; n <= timeline.length; n += 10) {
    for (const { index } of edition.board.routes) {
      const reason = whyNot(timeline.at(n), 0, index);
      if (!reason) continue;
      kinds.add(reason.why);
      for (const words of [en, de])
        expect(reasonText(words, reason, (seat) => `p${seat}`)).not.toMatch(/undefined|^$/);
    }
  }
  expect([...kinds].toSorted()).toEqual(
    expect.arrayContaining(['cards', 'not_your_turn', 'parallel_closed', 'taken']),
  );
});
