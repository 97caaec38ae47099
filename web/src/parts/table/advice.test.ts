import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editionOf, FIXTURES, recordOf } from '../../model/testing';
import { Timeline } from '../../model/timeline';
import { dictionaries } from '../../words';
import { adviceText, hintReason, pointsAt } from './advice';

const { en, de } = dictionaries;

// Every kind of action there is has words, and points at something of the board if it names it.
test.each(['europe-2p-last-round', 'maerklin-2p-last-round', 'usa-2025-4p-last-round'])(
  '%s',
  async (name) => {
    const { header, events } = recordOf(join(FIXTURES, `${name}.jsonl`));
    const timeline = new Timeline(await editionOf(header.edition), header, 'all', events);
    events.forEach((event, i) => {
      if (event.kind !== 'action' || !event.action) return;
      const before = timeline.at(i);
      expect(adviceText(en, before, event.actor, event.action)).not.toMatch(/undefined|^$/);
      expect(adviceText(de, before, event.actor, event.action)).not.toMatch(/undefined|^$/);
      const { routes, cities } = pointsAt(before, event.action);
      expect(routes.size).toBe('track' in event.action ? 1 : 0);
      expect(cities.size).toBe('city' in event.action ? 1 : 0);
    });
  },
);

test('reasons of bots have words, unknown ones are left out', async () => {
  const { header } = recordOf(join(FIXTURES, 'europe-2p-last-round.jsonl'));
  const position = new Timeline(await editionOf('europe'), header, 'public').last;
  const ticket = { a: 'Berlin', b: 'Roma', points: 9 };
  for (const words of [en, de]) {
    for (const kind of Object.keys(words.table.reason)) {
      const said = (number: number) => hintReason(words, position, { kind, number, ticket, card: 'red' });
      for (const number of [-1, 0, 1, 2]) expect(said(number), kind).toMatch(/\.$/);
      expect(said(1), kind).not.toMatch(
        /\b1 (\w+ )?(points|trains|routes|cards|turns|Punkte|Waggons|Strecken|Karten|Züge)\b/,
      );
    }
  }
  for (const kind of ['on_plan', 'may_be_taken', 'ticket_costs', 'ticket_worth', 'new_tickets', 'goods'])
    expect(hintReason(en, position, { kind, number: 0, ticket }), kind).not.toContain('0');
  expect(hintReason(en, position, { kind: 'something_new', number: 1 })).toBeNull();
});
