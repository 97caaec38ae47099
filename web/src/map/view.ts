// Pan and zoom as plain arithmetic: a point p of the map is shown at x + p.x * k.

export interface View {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

export interface Sizes {
  /** The map, in its own units, and the window it is shown in, in pixels. */
  readonly map: readonly [number, number];
  readonly window: readonly [number, number];
}

/** How far one can zoom in, as pixels for a unit of the map; and never less than four times the whole. */
const closest = 2.2;

export const whole = ({ map, window }: Sizes): number =>
  Math.min(window[0] / map[0], window[1] / map[1]) || 1;

/** The whole map in the middle of the window. */
export function wholeMap(sizes: Sizes): View {
  return limit({ k: whole(sizes), x: 0, y: 0 }, sizes);
}

/** Keeps the map in the window: in the middle where it is smaller, without empty borders where it is larger. */
export function limit(view: View, sizes: Sizes): View {
  const least = whole(sizes);
  const k = Math.min(Math.max(view.k, least), Math.max(closest, 4 * least));
  const hold = (at: number, map: number, window: number) =>
    map * k <= window ? (window - map * k) / 2 : Math.min(0, Math.max(window - map * k, at));
  return {
    k,
    x: hold(view.x, sizes.map[0], sizes.window[0]),
    y: hold(view.y, sizes.map[1], sizes.window[1]),
  };
}

/** Zooms by a factor; the point of the window (px, py) stays where it is. */
export function zoom(view: View, sizes: Sizes, factor: number, px: number, py: number): View {
  const k = limit({ ...view, k: view.k * factor }, sizes).k;
  const f = k / view.k;
  return limit({ k, x: px - (px - view.x) * f, y: py - (py - view.y) * f }, sizes);
}

export function pan(view: View, sizes: Sizes, dx: number, dy: number): View {
  return limit({ ...view, x: view.x + dx, y: view.y + dy }, sizes);
}

/** Moves as little as needed to have a point of the map well inside the window. */
export function show(view: View, sizes: Sizes, x: number, y: number): View {
  const margin = Math.min(60, sizes.window[0] / 5, sizes.window[1] / 5);
  const shift = (at: number, window: number) =>
    at < margin ? margin - at : at > window - margin ? window - margin - at : 0;
  const dx = shift(view.x + x * view.k, sizes.window[0]);
  const dy = shift(view.y + y * view.k, sizes.window[1]);
  return pan(view, sizes, dx, dy);
}
