import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acting } from '../../model/position';
import { editionOf, FIXTURES, recordOf } from '../../model/testing';
import { Timeline } from '../../model/timeline';
import { dictionaries } from '../../words';
import { promptText, whyNotTake } from './prompt';

const { en } = dictionaries;
const names = (seat: number) => `player ${seat + 1}`;
const { header, events } = recordOf(join(FIXTURES, 'usa-2004-2p-last-round.jsonl'));
const timeline = new Timeline(await editionOf('usa-2004'), header, 0, events);

test('there is always something to say, and it says whose turn it is', () => {
  for (let n = 0; n <= timeline.length; n++) {
    const position = timeline.at(n);
    const asked = acting(position).includes(0);
    const text = promptText(en, names, { position, seat: 0, asked, sending: false, stationMode: false });
    expect(text).not.toBe('');
    if (asked) expect(text).toContain(en.table.yourTurn);
    else if (position.phase === 'turn') expect(text).toBe(en.table.turnOf(names(1)));
  }
});

test('the end names the winner', () => {
  const moment = { position: timeline.last, seat: 0, asked: false, sending: false, stationMode: false };
  expect(promptText(en, names, moment)).toMatch(/^player \d wins with \d+ points$/);
});

test('a face-up locomotive cannot be the second card, and says so', () => {
  const second = Array.from({ length: timeline.length }, (_, n) => timeline.at(n)).find(
    (position) => position.phase === 'second' && position.player === 0,
  );
  if (!second) throw new Error('nobody takes two cards');
  expect(whyNotTake(en, names, second, 0, 'locomotive')).toBe(en.table.noSecondLocomotive);
  expect(whyNotTake(en, names, second, 0, 'tickets')).toContain(en.phase.second);
  expect(whyNotTake(en, names, second, 1, 'draw')).toBe(en.why.notYourTurn(names(0)));
});
