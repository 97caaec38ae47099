import { beforeEach, expect, test } from 'vitest';
import type { SeatKey } from './keys';
import { forgetKey, keepKey, keysOf, seatKeys } from './keys';

const key = (code: string, seat: number, at: number): SeatKey => ({
  code,
  id: 1,
  seat,
  token: `${code}${seat}`,
  name: 'Ann',
  edition: 'europe',
  at,
});

beforeEach(() => localStorage.clear());

test('keys are kept, the last used first, and forgotten', () => {
  keepKey(key('ABCD', 1, 10));
  keepKey(key('EFGH', 0, 20));
  keepKey(key('ABCD', 0, 15));
  expect(seatKeys().map((k) => k.token)).toEqual(['EFGH0', 'ABCD0', 'ABCD1']);
  expect(keysOf('ABCD').map((k) => k.seat)).toEqual([0, 1]);
  forgetKey('ABCD0');
  expect(keysOf('ABCD').map((k) => k.seat)).toEqual([1]);
});

test('a key used again is kept once', () => {
  keepKey(key('ABCD', 1, 10));
  keepKey(key('ABCD', 1, 30));
  expect(seatKeys()).toEqual([key('ABCD', 1, 30)]);
});

test('the oldest go when there are too many', () => {
  for (let i = 0; i < 60; i++) keepKey(key('ABCD', i, i));
  expect(seatKeys().length).toBe(50);
  expect(seatKeys().at(-1)?.at).toBe(10);
});

test('what somebody else left there does no harm', () => {
  for (const text of ['{', '7', 'null', '{"code":1}', '[null, 3, {"code":"ABCD"}]']) {
    localStorage.setItem('fogg.seats', text);
    expect(seatKeys()).toEqual([]);
  }
});
