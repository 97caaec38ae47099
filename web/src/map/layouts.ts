// Layouts are big, so each is fetched when its map is shown.
import type { Layout } from './types';

const known: Record<string, () => Promise<{ default: Layout }>> = {
  usa: () => import('./usa.layout.json'),
  europe: () => import('./europe.layout.json'),
  germany: () => import('./germany.layout.json'),
};

export async function layoutOf(map: string): Promise<Layout | null> {
  return (await known[map]?.())?.default ?? null;
}
