import type { Layout, Track } from './types';

/** A line through all cars of a track: easy to hit, easy to light up. */
export function spine(track: Track, length: number): string {
  const point = (slot: readonly number[] | undefined, by: number) => {
    const [x = 0, y = 0, angle = 0] = slot ?? [];
    const a = (angle * Math.PI) / 180;
    return `${(x + Math.cos(a) * by).toFixed(1)} ${(y + Math.sin(a) * by).toFixed(1)}`;
  };
  const middle = track.slots.map((s) => `L${point(s, 0)}`).join('');
  return `M${point(track.slots[0], -length / 2)}${middle}L${point(track.slots.at(-1), length / 2)}`;
}

/** Of a light along that line, a little wider than the cars. */
export const lightWidth = (layout: Layout): number => (layout.car[1] ?? 0) + 9;
