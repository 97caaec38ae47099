// Where the markers of the score track stand.

/** The track is as long as it has to be: 100, and 50 more each time somebody comes to its end. */
export function trackLength(points: readonly number[]): number {
  return Math.max(100, Math.ceil((Math.max(0, ...points) + 1) / 50) * 50);
}

/** By marker: the first lane in which it touches no other; `near` in points. Whoever leads stands in front. */
export function lanesOf(points: readonly number[], near: number): readonly number[] {
  const lanes: number[] = [];
  const order = points.map((_, i) => i).sort((x, y) => (points[y] ?? 0) - (points[x] ?? 0) || x - y);
  const last: number[] = [];
  for (const i of order) {
    const at = points[i] ?? 0;
    let lane = 0;
    while ((last[lane] ?? Number.POSITIVE_INFINITY) - at < near) lane += 1;
    last[lane] = at;
    lanes[i] = lane;
  }
  return lanes;
}
