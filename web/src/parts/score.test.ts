import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editionOf, FIXTURES, namesIn, recordOf } from '../model/testing';
import { scoreRows, sumOf } from './score';

test.each(namesIn(FIXTURES))('%s: the rows add up to the total', async (name) => {
  const { header, events } = recordOf(join(FIXTURES, name));
  const edition = await editionOf(header.edition);
  for (const event of events) {
    if (event.kind !== 'end') continue;
    const rows = scoreRows(edition, event.scores);
    for (const score of event.scores) expect(sumOf(score, rows, rows.length)).toBe(score.total);
  }
});

test('only rows that the edition has', async () => {
  const rowsOf = async (name: string) => {
    const { header, events } = recordOf(join(FIXTURES, name));
    const end = events.find((event) => event.kind === 'end');
    return scoreRows(await editionOf(header.edition), end?.kind === 'end' ? end.scores : []);
  };
  expect(await rowsOf('usa-2004-2p-last-round.jsonl')).toEqual(['routes', 'tickets', 'bonus', 'total']);
  expect(await rowsOf('europe-2p-last-round.jsonl')).toContain('stations');
  expect(await rowsOf('maerklin-2p-last-round.jsonl')).toEqual(
    expect.arrayContaining(['goods', 'mostTickets']),
  );
});
