// The editions the page carries with it. Their own files are small and come with the page; a map, with all its tickets, only when a
// game on it is opened. Editions of the server's own are asked of it.
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

/** Neither the page nor the server has it. */
export class NoSuchEdition extends Error {}

async function askServer(id: string): Promise<Edition> {
  const answer = await fetch(`/api/editions/${encodeURIComponent(id)}`);
  if (answer.status === 404) throw new NoSuchEdition(`the server has no edition "${id}"`);
  if (!answer.ok) throw new Error(`the server does not send the edition "${id}": ${answer.status}`);
  const files = (await answer.json()) as { edition: EditionFile; map: MapFile };
  return makeEdition(files.edition, files.map);
}

/** Rejects with NoSuchEdition, or otherwise if the server cannot be reached. */
export function loadEdition(id: string): Promise<Edition> {
  const known = loaded.get(id);
  if (known) return known;
  const file = editions.get(id);
  const load = file && mapLoaders.get(file.map);
  const promise = load ? load().then((map) => makeEdition(file, map)) : askServer(id);
  // What could not be fetched is asked for again the next time.
  promise.catch(() => loaded.delete(id));
  loaded.set(id, promise);
  return promise;
}
