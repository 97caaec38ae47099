// What comes next on a screen that nobody touches.

/** The game after this one, of those that go on now; from the beginning if it is not among them. */
export function nextCode(codes: readonly string[], current: string | null): string | null {
  const at = current === null ? -1 : codes.indexOf(current);
  return codes[(at + 1) % Math.max(1, codes.length)] ?? null;
}

/** So many rows fit; which part of all is shown at the n-th turn. The first rows come every other time. */
export function rowsAt<T>(rows: readonly T[], fit: number, turn: number): readonly T[] {
  if (rows.length <= fit) return rows;
  const pages = Math.ceil(rows.length / fit);
  const page = turn % 2 === 0 ? 0 : 1 + (Math.floor(turn / 2) % (pages - 1));
  return rows.slice(page * fit, (page + 1) * fit);
}
