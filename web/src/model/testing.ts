// For tests only: records of tests/fixtures and what the engine says of their positions.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Card, Counts } from './cards';
import type { Edition, Ticket } from './edition';
import type { GameRecord, Seat } from './event';
import { loadEdition } from './load';
import { parseRecord } from './parse';
import type { Position } from './position';
import { acting, seatOf } from './position';

// Vitest runs in web/.
export const FIXTURES = '../tests/fixtures';
export const POSITIONS = '../tests/positions';

export function recordOf(path: string): GameRecord {
  const read = parseRecord(readFileSync(path, 'utf8'));
  if (!read.ok) throw new Error(`${path}:${read.line}: ${read.message}`);
  return read.record;
}

export async function editionOf(id: string): Promise<Edition> {
  const edition = await loadEdition(id);
  if (!edition) throw new Error(`no edition "${id}"`);
  return edition;
}

export function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
}

/** What tests/position_dump.cpp prints, with all facts on every line. */
export type Facts = Readonly<Record<string, unknown>> & { readonly seq: number };

export function factsOf(folder: string, name: string): Facts[] {
  const list: Facts[] = [];
  for (const line of readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)) {
    const { legal: _, ...before } = (list.at(-1) ?? {}) as Record<string, unknown>;
    list.push({ ...before, ...(JSON.parse(line) as Facts) });
  }
  return list;
}

function ticketNumbers(edition: Edition, tickets: readonly (Ticket | null)[]): number[] {
  const all = edition.decks.flatMap((deck) => deck.tickets);
  return tickets.map((t) => all.findIndex((x) => x.a === t?.a && x.b === t.b && x.points === t.points));
}

function citiesOf(list: readonly (Seat | null)[], seat: Seat): number[] {
  return list.flatMap((owner, city) => (owner === seat ? [city] : []));
}

function revealedCounts(revealed: readonly (Card | null)[]): Counts {
  const counts: Partial<Record<Card, number>> = {};
  for (const card of revealed) if (card) counts[card] = (counts[card] ?? 0) + 1;
  return counts;
}

/** The same facts of a fold. What everybody knows of hands needs the fold of a spectator. */
export function foldFacts(all: Position, spectator: Position): Record<string, unknown> {
  const { edition } = all;
  const facts: Record<string, unknown> = {
    phase: all.phase,
    ending: all.over?.ending ?? 'none',
    acting: acting(all),
    first: all.firstPlayer,
    turns: all.turns,
    turns_left: all.lastRound?.turnsLeft ?? -1,
    passes: all.passes,
    owners: all.claims.map((owner) => owner ?? '.').join(''),
    trains: all.seats.map((seat) => seat.trains),
    points: all.seats.map((seat) => seat.routePoints),
    deck: all.deck,
    discards: all.discards.known,
    row: all.row,
    ticket_decks: all.ticketDecks,
  };
  all.seats.forEach((seat, i) => {
    facts[`hand${i}`] = seat.hand.known;
    facts[`seen${i}`] = seatOf(spectator, i).hand.known;
    facts[`kept${i}`] = ticketNumbers(edition, seat.tickets).sort((x, y) => x - y);
    facts[`offer${i}`] = ticketNumbers(edition, seat.offer?.tickets ?? []);
  });
  if (edition.stations.each === 0 && edition.passengers === 0) return facts;
  const { tunnel, journey } = all;
  return {
    ...facts,
    pieces: all.seats.map((_, i) => citiesOf(edition.passengers > 0 ? all.passengers : all.stations, i)),
    passengers: all.seats.map((seat) => seat.passengersLeft),
    goods: all.seats.map((seat) => seat.goods),
    tiles_taken: edition.board.cities.map((city) => all.tilesTaken[city.index] ?? 0).join(''),
    tunnel: tunnel && {
      route: tunnel.route,
      surcharge: tunnel.surcharge,
      revealed: revealedCounts(tunnel.revealed),
    },
    placing: all.placing,
    journey: journey && {
      from: journey.from,
      at: journey.at,
      cards: journey.cards,
      used: journey.path.toSorted((x, y) => x - y),
    },
  };
}
