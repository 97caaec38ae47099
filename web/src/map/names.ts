import type { BoardMap, Target } from './types';

/** Accessible names for where no page gives better ones in its own language. */
export function plainName(map: BoardMap, goods: readonly (readonly number[])[], t: Target): string {
  if (t.kind === 'city') return [map.cities[t.index]?.name ?? '', ...(goods[t.index] ?? [])].join(' ');
  const r = map.routes[t.index];
  if (!r) return '';
  const ends = `${map.cities[r.a]?.name} – ${map.cities[r.b]?.name}`;
  const kind = `${r.tunnel ? ', tunnel' : ''}${r.ferry ? `, ferry ${r.ferry}` : ''}`;
  return `${ends}, ${r.length} ${r.color}${kind}`;
}
