// The key of observers who may see hidden cards. In an address it stands behind the #, which no server gets to see.
const FORM = /^#key=([0-9a-f]{32})$/;

export function keyInFragment(fragment: string): string | null {
  return FORM.exec(fragment)?.[1] ?? null;
}

/** Reads it once; then it is gone from the address, so that nobody shows or copies it by accident. */
export function takeKey(): string | null {
  const key = keyInFragment(location.hash);
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search);
  return key;
}
