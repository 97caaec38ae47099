// The keys to one's seats, kept in this browser so that a game can be taken up again. They never go into an address.
export interface SeatKey {
  readonly code: string;
  /** Of the game, for its record. */
  readonly id: number;
  readonly seat: number;
  readonly token: string;
  readonly name: string;
  readonly edition: string;
  readonly observerToken?: string;
  /** When it was last used. */
  readonly at: number;
}

const PLACE = 'fogg.seats';
const MOST = 50;

function isKey(value: unknown): value is SeatKey {
  if (typeof value !== 'object' || value === null) return false;
  const key = value as Partial<Record<keyof SeatKey, unknown>>;
  return (
    typeof key.code === 'string' &&
    typeof key.token === 'string' &&
    typeof key.seat === 'number' &&
    typeof key.id === 'number' &&
    typeof key.name === 'string' &&
    typeof key.edition === 'string' &&
    typeof key.at === 'number'
  );
}

/** The last used first. */
export function seatKeys(): readonly SeatKey[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]');
    return Array.isArray(list) ? list.filter(isKey).sort((x, y) => y.at - x.at) : [];
  } catch {
    return [];
  }
}

/** Those of one table; several where friends share this screen. In the order of the seats. */
export function keysOf(code: string): readonly SeatKey[] {
  return seatKeys()
    .filter((key) => key.code === code)
    .sort((x, y) => x.seat - y.seat);
}

function store(list: readonly SeatKey[]): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(list.slice(0, MOST)));
  } catch {
    // A browser that keeps nothing: the game goes on, it only cannot be taken up again.
  }
}

export function keepKey(key: SeatKey): void {
  store([key, ...seatKeys().filter((old) => old.token !== key.token)]);
}

export function forgetKey(token: string): void {
  store(seatKeys().filter((key) => key.token !== token));
}
