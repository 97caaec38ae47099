import { expect, test } from 'vitest';
import { editionOf } from '../../model/testing';
import type { TicketProgress, TicketState } from '../../model/tickets';
import { ticketMarks } from './ticket-marks';

const { board } = await editionOf('maerklin');
const city = (id: string) => board.cityById.get(id)?.index ?? -1;
const progress = (a: string, b: string, state: TicketState): TicketProgress => ({
  ticket: { a, b, points: 5 },
  state,
  trains: 1,
  stations: 0,
  missing: [],
  way: [],
});

test('where tickets meet, what is still to be done shows', () => {
  const marks = ticketMarks(board, [
    progress('Berlin', 'Kiel', 'done'),
    progress('Berlin', 'Bremen', 'open'),
    progress('Kiel', 'Kassel', 'lost'),
  ]);
  expect(marks.get(city('Berlin'))).toBe('open');
  expect(marks.get(city('Kiel'))).toBe('done');
  expect(marks.get(city('Kassel'))).toBe('lost');
});

test('a country is marked at all its ends', () => {
  const marks = ticketMarks(board, [progress('Berlin', 'Schweiz', 'open')]);
  expect(marks.size).toBe(1 + (board.countryById.get('Schweiz')?.ends.length ?? 0));
});
