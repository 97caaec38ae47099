// Reading a record from text. Never throws, whatever the text: bad input is a result with the line and what is wrong there, and with
// what came before it, so that a cut file plays as far as it goes.

import type { Counts } from './cards';
import { isCard } from './cards';
import type { LegalAction } from './choices';
import type { Ticket } from './edition';
import type { Action, CardTo, EventBody, GameEvent, GameRecord, Header, PlayerInfo, Score } from './event';
import { QUIET_KINDS } from './event';
import type { Fields } from './fields';
import {
  Fault,
  fieldsOf,
  listOf,
  MOST_OFFERED,
  numberOf,
  numbersOf,
  optionalText,
  seatOf,
  textOf,
} from './fields';

export const MOST_LINE_BYTES = 64 * 1024;
export const MOST_LINES = 200_000;
const MOST_PLAYERS = 5;
const MOST_CARDS = 127;
const ENDINGS = ['last_round', 'all_passed', 'turn_limit'] as const;

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };
export type ParsedRecord =
  | { readonly ok: true; readonly record: GameRecord }
  | {
      readonly ok: false;
      readonly line: number;
      readonly message: string;
      readonly record: GameRecord | null;
    };

function countsOf(value: unknown): Counts {
  const counts: Record<string, number> = {};
  for (const [kind, number] of Object.entries(fieldsOf(value, '"cards"'))) {
    if (!isCard(kind)) throw new Fault(`"cards": unknown card "${kind.slice(0, 40)}"`);
    const much = numberOf(number, `"cards": ${kind}`, 0, MOST_CARDS);
    if (much > 0) counts[kind] = much;
  }
  return counts;
}

function actionOf(value: unknown): Action {
  const fields = fieldsOf(value, '"action"');
  const route = () => ({
    a: textOf(fields.a, '"a"'),
    b: textOf(fields.b, '"b"'),
    track: numberOf(fields.track ?? 0, '"track"', 0, 3),
  });
  const city = () => textOf(fields.city, '"city"');
  const type = textOf(fields.type, '"type"');
  switch (type) {
    case 'draw':
    case 'pass':
    case 'decline':
    case 'skip':
    case 'stop':
      return { type };
    case 'take': {
      const card = fields.card;
      if (!isCard(card)) throw new Fault('"card" is not a train card');
      return { type, card };
    }
    case 'tickets':
      return { type, mix: fields.mix === undefined ? null : numbersOf(fields.mix, '"mix"', 0, MOST_OFFERED) };
    case 'keep': {
      const returned = fields.return;
      return {
        type,
        positions: numbersOf(fields.positions, '"positions"', 1, MOST_OFFERED),
        returned: returned === undefined ? null : numbersOf(returned, '"return"', 1, MOST_OFFERED),
      };
    }
    case 'claim':
      return { type, ...route(), cards: countsOf(fields.cards) };
    case 'pay':
      return { type, cards: countsOf(fields.cards) };
    case 'station':
      return { type, city: city(), cards: countsOf(fields.cards) };
    case 'place':
    case 'move':
      return { type, city: city() };
    case 'go':
      return { type, ...route() };
    default:
      throw new Fault(`unknown action "${type.slice(0, 40)}"`);
  }
}

function cardToOf(value: unknown, players: number): CardTo {
  const fields = fieldsOf(value, '"to"');
  if (fields.row !== undefined) return { row: numberOf(fields.row, '"row"', 0, 4) };
  if (fields.hand !== undefined) return { hand: seatOf(fields.hand, '"hand"', players) };
  return { tunnel: numberOf(fields.tunnel, '"tunnel"', 0, 2) };
}

function ticketOf(value: unknown): Ticket | null {
  if (value === null) return null;
  const fields = fieldsOf(value, 'a ticket');
  return {
    a: textOf(fields.a, '"a"'),
    b: textOf(fields.b, '"b"'),
    points: numberOf(fields.points, '"points"', 0, 255),
  };
}

function scoreOf(value: unknown): Score {
  const fields = fieldsOf(value, 'a score');
  const points = (key: string) => numberOf(fields[key], `"${key}"`, -100_000, 100_000);
  const perhaps = (key: string) => (fields[key] === undefined ? null : points(key));
  return {
    routes: points('routes'),
    tickets: points('tickets'),
    completed: points('completed'),
    uncompleted: points('uncompleted'),
    longest: points('longest'),
    bonus: points('bonus'),
    mostTickets: perhaps('most_tickets'),
    stations: perhaps('stations'),
    goods: perhaps('goods'),
    total: points('total'),
  };
}

function bodyOf(fields: Fields, players: number): EventBody {
  const kind = textOf(fields.kind, '"kind"');
  const actor = () => seatOf(fields.actor, '"actor"', players);
  const quiet = QUIET_KINDS.find((known) => known === kind);
  if (quiet) return { kind: quiet };
  switch (kind) {
    case 'action':
      return { kind, actor: actor(), action: fields.action === null ? null : actionOf(fields.action) };
    case 'card': {
      const card = fields.card;
      if (card !== null && !isCard(card)) throw new Fault('"card" is not a train card');
      return { kind, to: cardToOf(fields.to, players), card };
    }
    case 'offer':
      return {
        kind,
        actor: actor(),
        tickets: listOf(fields.tickets, '"tickets"', MOST_OFFERED).map(ticketOf),
      };
    case 'first_player':
      return { kind, seat: seatOf(fields.seat, '"seat"', players) };
    case 'reset':
      return { kind };
    case 'reshuffle':
      return { kind, cards: numberOf(fields.cards, '"cards"', 0, MOST_CARDS) };
    case 'kept': {
      const decks = fields.decks;
      return {
        kind,
        actor: actor(),
        count: numberOf(fields.count, '"count"', 0, MOST_OFFERED),
        decks: decks === undefined ? null : numbersOf(decks, '"decks"', 0, MOST_OFFERED),
      };
    }
    case 'end': {
      const ending = ENDINGS.find((known) => known === fields.ending);
      if (!ending) throw new Fault('unknown "ending"');
      const scores = listOf(fields.scores, '"scores"', MOST_PLAYERS).map(scoreOf);
      if (scores.length !== players) throw new Fault('"scores" must have one for every player');
      const winners = listOf(fields.winners, '"winners"', MOST_PLAYERS).map((w) =>
        seatOf(w, '"winners"', players),
      );
      return { kind, ending, scores, winners };
    }
    case 'key':
      return { kind, key: textOf(fields.key, '"key"') };
    case 'forfeit':
      return { kind, actor: actor() };
    case 'undo':
      return { kind, actor: actor(), toSeq: numberOf(fields.to_seq, '"to_seq"', 0, MOST_LINES) };
    default:
      throw new Fault(`unknown kind "${kind.slice(0, 40)}"`);
  }
}

function eventOf(value: unknown, players: number): GameEvent {
  const fields = fieldsOf(value, 'an event');
  const time = fields.t_ms ?? null;
  const actor = fields.actor ?? null;
  const seen = fields.visible_to;
  const envelope = {
    seq: numberOf(fields.seq, '"seq"', 1, MOST_LINES),
    tMs: time === null ? null : numberOf(time, '"t_ms"', 0, Number.MAX_SAFE_INTEGER),
    actor: actor === null ? null : seatOf(actor, '"actor"', players),
    visibleTo:
      seen === 'all'
        ? ('all' as const)
        : listOf(seen, '"visible_to"', MOST_PLAYERS).map((seat) => seatOf(seat, '"visible_to"', players)),
  };
  return { ...envelope, ...bodyOf(fields, players) } as GameEvent;
}

function playerOf(value: unknown): PlayerInfo {
  const fields = fieldsOf(value, 'a player');
  return {
    name: textOf(fields.name, '"name"'),
    bot: optionalText(fields.bot, '"bot"'),
    color: optionalText(fields.color, '"color"'),
  };
}

function headerOf(value: unknown): Header {
  const fields = fieldsOf(value, 'the header');
  if (fields.fogg !== 'record')
    throw new Fault('this is not a Fogg record: the first line must be its header');
  const players = listOf(fields.players, '"players"', MOST_PLAYERS).map(playerOf);
  if (players.length < 2) throw new Fault('"players" must have at least two');
  const first = fields.first_player ?? null;
  return {
    format: numberOf(fields.format, '"format"', 1, 1),
    rules: numberOf(fields.rules, '"rules"', 1, 1),
    edition: textOf(fields.edition, '"edition"'),
    data: textOf(fields.data, '"data"'),
    players,
    firstPlayer: first === null ? null : seatOf(first, '"first_player"', players.length),
    keyHash: optionalText(fields.key_hash, '"key_hash"'),
    seed: optionalText(fields.seed, '"seed"'),
  };
}

function guarded<T>(read: () => T): Parsed<T> {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, message: error.message };
    return { ok: false, message: error instanceof SyntaxError ? 'not JSON' : 'cannot be read' };
  }
}

/** A header, or an event of a game with so many players, that JSON was read from; also for messages of the server. */
export const parseHeader = (value: unknown): Parsed<Header> => guarded(() => headerOf(value));
export const parseEvent = (value: unknown, players: number): Parsed<GameEvent> =>
  guarded(() => eventOf(value, players));
export const parseAction = (value: unknown): Parsed<Action> => guarded(() => actionOf(value));

const MOST_LEGAL = 10_000;

/** The `actions` of a request (docs/protocol.md). */
export function parseLegal(value: unknown): Parsed<readonly LegalAction[]> {
  return guarded(() =>
    listOf(value, '"actions"', MOST_LEGAL).map((entry) => {
      const fields = fieldsOf(entry, 'an action');
      return {
        id: numberOf(fields.id, '"id"', 0, 1_000_000),
        text: textOf(fields.text, '"text"'),
        action: actionOf(fields.action),
      };
    }),
  );
}

function tooLong(line: string): boolean {
  if (line.length > MOST_LINE_BYTES) return true;
  return line.length * 3 > MOST_LINE_BYTES && new TextEncoder().encode(line).length > MOST_LINE_BYTES;
}

/** The text of a record file. */
export function parseRecord(text: string): ParsedRecord {
  let header: Header | null = null;
  const events: GameEvent[] = [];
  const record = () => (header ? { header, events } : null);
  let line = 0;
  for (let from = 0; from < text.length; ) {
    line += 1;
    const feed = text.indexOf('\n', from);
    const end = feed < 0 ? text.length : feed;
    const content = text.slice(from, end > from && text[end - 1] === '\r' ? end - 1 : end);
    from = end + 1;
    const fail = (message: string): ParsedRecord => ({ ok: false, line, message, record: record() });
    if (line > MOST_LINES) return fail(`more than ${MOST_LINES} lines`);
    if (tooLong(content)) return fail(`more than ${MOST_LINE_BYTES} bytes in a line`);
    if (!header) {
      const read = guarded(() => headerOf(JSON.parse(content)));
      if (!read.ok) return fail(read.message);
      header = read.value;
      continue;
    }
    const players = header.players.length;
    const read = guarded(() => eventOf(JSON.parse(content), players));
    if (!read.ok) return fail(read.message);
    // Gaps are no fault: what a viewer did not see is missing.
    if (read.value.seq <= (events.at(-1)?.seq ?? 0)) return fail('"seq" does not go up');
    events.push(read.value);
  }
  if (!header) return { ok: false, line: 1, message: 'the file is empty', record: null };
  return { ok: true, record: { header, events } };
}
