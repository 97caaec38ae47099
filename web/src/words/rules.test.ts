import { expect, test } from 'vitest';
import { deRules } from './de-rules';
import { enRules } from './en-rules';
import { dictionaries } from './index';

type Said = string | ((...numbers: number[]) => string);
function leaves(words: object, path = ''): [string, Said][] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? leaves(value, `${path}${key}.`)
      : [[path + key, value as Said] as [string, Said]],
  );
}

// The same in both languages, and rightly so.
const SAME = new Set(['tunnel']);

test('the rules are there in both languages, part by part', () => {
  const german = new Map(leaves(deRules));
  const english = leaves(enRules);
  expect([...german.keys()].toSorted()).toEqual(english.map(([key]) => key).toSorted());
  for (const [key, word] of english) {
    const said = [word, german.get(key)].map((w) => (typeof w === 'function' ? w(41, 42, 43) : (w ?? '')));
    for (const text of said) expect(text.trim(), key).not.toBe('');
    if (typeof word === 'function')
      for (const text of said)
        for (let i = 0; i < word.length; i++) expect(text, key).toContain(String(41 + i));
    if (!SAME.has(key)) expect(said[1], key).not.toBe(said[0]);
  }
});

test('every note has a title', () => {
  for (const topic of Object.keys(enRules.notes)) expect(dictionaries.de.topic).toHaveProperty(topic);
});
