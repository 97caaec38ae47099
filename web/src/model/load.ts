// The editions the program carries with it. Their own files are small and come with the page; a map, with all its tickets, only when a
// game on it is opened.
import type { Edition, EditionFile, MapFile } from './edition';
import { makeEdition } from './edition';

const files = import.meta.glob<EditionFile>('$data/editions/*.json', { eager: true, import: 'default' });
const maps = import.meta.glob<MapFile>('$data/maps/*.json', { import: 'default' });

const editions = new Map(Object.values(files).map((file) => [file.id, file]));
const mapLoaders = new Map(
  Object.entries(maps).map(([path, load]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), load]),
);
const loaded = new Map<string, Promise<Edition>>();

/** What is known without loading a map, for the start page. */
export function editionFiles(): readonly EditionFile[] {
  return [...editions.values()];
}

/** Null: the program does not carry this edition (a server may have editions of its own). */
export function loadEdition(id: string): Promise<Edition> | null {
  const known = loaded.get(id);
  if (known) return known;
  const file = editions.get(id);
  const load = file && mapLoaders.get(file.map);
  if (!file || !load) return null;
  const promise = load().then((map) => makeEdition(file, map));
  // A map that could not be fetched is asked for again the next time.
  promise.catch(() => loaded.delete(id));
  loaded.set(id, promise);
  return promise;
}
