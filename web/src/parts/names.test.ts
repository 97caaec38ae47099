import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FIXTURES, recordOf } from '../model/testing';
import { playerNames } from './names';

test('the same name twice gets numbers', () => {
  const { header } = recordOf(join(FIXTURES, 'usa-2004-3p-all-passed.jsonl'));
  const called = (...names: string[]) => {
    const told = playerNames({ ...header, players: names.map((name) => ({ name, bot: null, color: null })) });
    return names.map((_, seat) => told(seat));
  };
  expect(called('ada', 'bob')).toEqual(['ada', 'bob']);
  expect(called('bot', 'ada', 'bot')).toEqual(['bot 1', 'ada', 'bot 2']);
  expect(playerNames(header)(7)).toBe('#8');
});
