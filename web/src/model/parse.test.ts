import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MOST_LINE_BYTES, MOST_LINES, parseAction, parseEvent, parseRecord } from './parse';
import { FIXTURES, namesIn } from './testing';

const head =
  '{"fogg":"record","format":1,"rules":1,"edition":"usa-2004","data":"0","players":[{"name":"ada"},{"name":"hungry","bot":"hungry","color":"red"}]}';
const reset = (seq: number) =>
  `{"seq":${seq},"kind":"reset","t_ms":null,"actor":1,"visible_to":"all","new":{"x":[1]}}`;

function faultOf(...lines: string[]): string {
  const read = parseRecord(lines.join('\n'));
  return read.ok ? 'none' : `${read.line}: ${read.message}`;
}

test('every fixture is read, with all its lines', () => {
  for (const name of namesIn(FIXTURES)) {
    const text = readFileSync(join(FIXTURES, name), 'utf8');
    const read = parseRecord(text);
    expect(read.ok && read.record.events.length).toBe(text.trimEnd().split('\n').length - 1);
  }
});

test('the header, CR LF, fields that nobody knows, a last line without an end', () => {
  const read = parseRecord(`${head}\r\n${reset(1)}\r\n${reset(7)}`);
  expect(read.ok && read.record.header.players[1]).toEqual({ name: 'hungry', bot: 'hungry', color: 'red' });
  expect(read.ok && read.record.events.map(({ seq, tMs, actor }) => [seq, tMs, actor])).toEqual([
    [1, null, 1],
    [7, null, 1],
  ]);
});

describe('what is wrong is said with its line', () => {
  const cases: [string, RegExp, string[]][] = [
    ['nothing', /^1: the file is empty/, ['']],
    ['not JSON', /^1: not JSON/, ['hello']],
    ['not a header', /^1: this is not a Fogg record/, [reset(1)]],
    ['another format', /^1: "format"/, [head.replace('"format":1', '"format":2')]],
    ['one player', /^1: "players"/, [head.replace('{"name":"ada"},', '')]],
    ['an unknown kind', /^2: unknown kind "dance"/, [head, reset(1).replace('reset', 'dance')]],
    [
      'an unknown action',
      /^2: unknown action "fly"/,
      [head, '{"seq":1,"kind":"action","actor":0,"visible_to":"all","action":{"type":"fly"}}'],
    ],
    ['a number that does not go up', /^3: "seq" does not go up/, [head, reset(2), reset(2)]],
    ['no such seat', /^2: "actor"/, [head, reset(1).replace('"actor":1', '"actor":2')]],
    ['a blank line', /^2: not JSON/, [head, '', reset(1)]],
    ['a list', /^2: an event must be an object/, [head, '[]']],
    [
      'no such card',
      /^2: "card"/,
      [head, '{"seq":1,"kind":"card","actor":0,"visible_to":[0],"to":{"hand":0},"card":"pink"}'],
    ],
    [
      'a place of no object',
      /^2: "cards"/,
      [
        head,
        '{"seq":1,"kind":"action","actor":0,"visible_to":"all","action":{"type":"pay","cards":{"__proto__":1}}}',
      ],
    ],
    [
      'a fraction',
      /^2: "cards"/,
      [head, '{"seq":1,"kind":"reshuffle","actor":0,"visible_to":"all","cards":1.5}'],
    ],
  ];
  test.each(cases)('%s', (_, wanted, lines) => expect(faultOf(...lines)).toMatch(wanted));
});

test('a cut file plays as far as it goes', () => {
  const read = parseRecord(`${head}\n${reset(1)}\n{"seq":2,"ki`);
  expect(read).toMatchObject({ ok: false, line: 3, message: 'not JSON', record: { events: [{ seq: 1 }] } });
});

test('the limits', () => {
  const long = head.replace('ada', 'ä'.repeat(MOST_LINE_BYTES / 2));
  expect(faultOf(long)).toMatch(/^1: more than 65536 bytes/);
  const lines = [
    head,
    ...Array.from({ length: MOST_LINES }, (_, i) => `{"seq":${i + 1},"kind":"clock","visible_to":"all"}`),
  ];
  expect(faultOf(lines.join('\n'))).toMatch(/^200001: more than 200000 lines/);
  lines.pop();
  expect(faultOf(lines.join('\n'))).toBe('none');
});

test('unknown values', () => {
  const event = parseEvent(
    { seq: 1, kind: 'offer', t_ms: null, actor: 0, visible_to: [0], tickets: [null] },
    2,
  );
  expect(event).toMatchObject({ ok: true, value: { tickets: [null], tMs: null } });
});

test('never throws, whatever comes', () => {
  const fixture = readFileSync(join(FIXTURES, 'maerklin-loop.jsonl'), 'utf8').slice(0, 12_000);
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  const bits = [
    '{',
    '}',
    '[',
    ']',
    '"',
    ',',
    'null',
    '-1',
    '1e99',
    '\\u0000',
    '"__proto__":{}',
    '\r',
    '\n',
    'ä',
  ];
  for (let i = 0; i < 2000; i++) {
    const at = random(fixture.length);
    const text = fixture.slice(0, at) + (bits[random(bits.length)] ?? '') + fixture.slice(at + random(4));
    expect(() => parseRecord(text)).not.toThrow();
  }
  for (const value of [undefined, null, 1, 'x', [], {}, { type: {} }, { seq: {} }, Object.create(null)]) {
    expect(parseAction(value).ok).toBe(false);
    expect(parseEvent(value, 2).ok).toBe(false);
  }
  expect(faultOf(head, '['.repeat(60_000))).toMatch(/^2: /);
});
