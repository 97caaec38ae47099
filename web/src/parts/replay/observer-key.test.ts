import { expect, test } from 'vitest';
import { keyInFragment, takeKey } from './observer-key';

const key = '0123456789abcdef0123456789abcdef';

test('only a key is taken for a key', () => {
  expect(keyInFragment(`#key=${key}`)).toBe(key);
  for (const other of ['', '#', `#key=${key}0`, `#key=${key.slice(1)}`, `#token=${key}`, '#key=<script>'])
    expect(keyInFragment(other)).toBeNull();
});

test('it leaves the address', () => {
  history.replaceState(null, '', `/watch/ABCD#key=${key}`);
  expect(takeKey()).toBe(key);
  expect(location.href).not.toContain('key');
  expect(location.pathname).toBe('/watch/ABCD');
  expect(takeKey()).toBeNull();
});
