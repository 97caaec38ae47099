import { expect, test } from 'vitest';
import { cardPaint, playerPaint, seatLooks } from './palette';
import { cardSymbol } from './symbols';

/** Contrast as WCAG 2 defines it. */
function contrast(a: string, b: string): number {
  const light = (hex: string) => {
    const [r = 0, g = 0, bl = 0] = [1, 3, 5].map((i) => {
      const v = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
      return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
  };
  const [x, y] = [light(a), light(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

test('symbols stand out from their colour', () => {
  for (const [name, p] of Object.entries(cardPaint)) {
    expect(contrast(p.fill, p.ink), name).toBeGreaterThanOrEqual(name === 'gray' ? 3 : 3.6);
  }
  for (const [name, p] of Object.entries(playerPaint)) {
    expect(contrast(p.fill, p.ink), name).toBeGreaterThanOrEqual(4.5);
  }
});

test('outlines stand out from paper', () => {
  for (const [name, p] of Object.entries(cardPaint)) {
    expect(contrast(p.edge, '#f7f0de'), name).toBeGreaterThanOrEqual(3);
  }
  for (const [name, p] of Object.entries(playerPaint)) {
    expect(contrast(p.edge, '#f7f0de'), name).toBeGreaterThanOrEqual(4.5);
  }
});

test('every colour of a card has a symbol of its own, every seat a shape', () => {
  const symbols = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'black', 'white'].map(
    (c) => cardSymbol[c],
  );
  expect(new Set(symbols).size).toBe(8);
  const looks = seatLooks(['blue', 'red', 'green', 'yellow', 'black']);
  expect(new Set(looks.map((l) => l.shape)).size).toBe(5);
});
