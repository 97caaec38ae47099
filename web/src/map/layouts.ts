// Layouts are big, so each is fetched when its map is shown.
import { type PlacedMap, plainLayout } from './plain';
import type { Layout } from './types';

const known: Record<string, () => Promise<{ default: Layout }>> = {
  usa: () => import('./usa.layout.json'),
  europe: () => import('./europe.layout.json'),
  germany: () => import('./germany.layout.json'),
};

export async function layoutOf(map: string): Promise<Layout | null> {
  return (await known[map]?.())?.default ?? null;
}

/** The computed layout, or a plain one if there is none or the map was changed by its owner. */
export async function layoutFor(map: PlacedMap): Promise<Layout> {
  const layout = await layoutOf(map.id);
  const fits =
    layout?.cities.length === map.cities.length &&
    layout.cities.every((c, i) => c.label.lines.join(' ') === map.cities[i]?.name) &&
    layout.routes.length === map.routes.length &&
    layout.routes.every((r, i) => r.slots.length === map.routes[i]?.length);
  return layout && fits ? layout : plainLayout(map);
}
