// Colours of cards and players for the whole client. `fill` and `ink` are at least 3 : 1 apart (WCAG AA for
// graphics; palette.test.ts measures it), and no colour goes without its symbol or shape.
import type { SeatLook, Shape } from './types';

export interface Paint {
  /** The colour itself. */
  readonly fill: string;
  /** Symbols and figures on it. */
  readonly ink: string;
  /** Outline. */
  readonly edge: string;
}

export const cardPaint: Readonly<Record<string, Paint>> = {
  red: { fill: '#c8454a', ink: '#ffffff', edge: '#8a2327' },
  orange: { fill: '#e8933d', ink: '#3b1f04', edge: '#a05a10' },
  yellow: { fill: '#edd05a', ink: '#463800', edge: '#a08512' },
  green: { fill: '#4b8f52', ink: '#ffffff', edge: '#2a5f31' },
  blue: { fill: '#3f7bbf', ink: '#ffffff', edge: '#224f86' },
  purple: { fill: '#a266ad', ink: '#ffffff', edge: '#6d3a78' },
  black: { fill: '#4a4744', ink: '#ffffff', edge: '#1f1d1b' },
  white: { fill: '#fdfbf5', ink: '#4c473f', edge: '#8b8475' },
  gray: { fill: '#cfc8ba', ink: '#5d564a', edge: '#857d6f' },
  locomotive: { fill: '#5f4b3a', ink: '#ffe9b8', edge: '#33261b' },
  locomotive4: { fill: '#3b4a4f', ink: '#ffe9b8', edge: '#1e282b' },
  passenger: { fill: '#efe2c6', ink: '#5a3d1c', edge: '#9a7d50' },
};

export const playerPaint: Readonly<Record<string, Paint>> = {
  blue: { fill: '#1554a8', ink: '#ffffff', edge: '#0a2c5c' },
  red: { fill: '#b3171f', ink: '#ffffff', edge: '#5f070c' },
  green: { fill: '#0f7035', ink: '#ffffff', edge: '#053c1a' },
  yellow: { fill: '#f2bd00', ink: '#3a2c00', edge: '#6e5500' },
  black: { fill: '#262626', ink: '#ffffff', edge: '#000000' },
  white: { fill: '#ffffff', ink: '#333333', edge: '#4a4a4a' },
  purple: { fill: '#6f2a8c', ink: '#ffffff', edge: '#3a0f4d' },
};

const shapes: readonly Shape[] = ['block', 'pill', 'point', 'notch', 'slant'];
const unknown: Paint = { fill: '#888888', ink: '#000000', edge: '#333333' };

export const paintOfCard = (card: string): Paint => cardPaint[card] ?? unknown;
export const paintOfPlayer = (color: string): Paint => playerPaint[color] ?? unknown;

/** The look of each seat of an edition: its colours in order, each with a shape of its own. */
export function seatLooks(colors: readonly string[]): SeatLook[] {
  return colors.map((color, i) => ({ color, shape: shapes[i % shapes.length] ?? 'block' }));
}
