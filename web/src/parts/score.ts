// The rows of the final score, in the order in which they are counted.
import type { Edition } from '../model/edition';
import type { Score } from '../model/event';

export type ScoreRow = 'routes' | 'goods' | 'tickets' | 'stations' | 'bonus' | 'mostTickets' | 'total';

export function scoreRows(edition: Edition, scores: readonly Score[]): readonly ScoreRow[] {
  const has = (key: 'goods' | 'stations' | 'mostTickets') => scores.some((score) => score[key] !== null);
  const rows: ScoreRow[] = ['routes'];
  if (has('goods')) rows.push('goods');
  rows.push('tickets');
  if (has('stations')) rows.push('stations');
  if (edition.bonus.longestPath > 0 || scores.some((score) => score.bonus !== 0)) rows.push('bonus');
  if (has('mostTickets')) rows.push('mostTickets');
  rows.push('total');
  return rows;
}

/** The sum of the first so many rows, without the total. */
export function sumOf(score: Score, rows: readonly ScoreRow[], shown: number): number {
  let sum = 0;
  for (const row of rows.slice(0, shown)) if (row !== 'total') sum += score[row] ?? 0;
  return sum;
}
