// The list of tables, and sitting down at one.
import { keepKey } from './keys';
import type { LinkState } from './link';
import { Link } from './link';
import type { EditionInfo, NewTable, Seated, TableInfo } from './messages';

// How long the page of a table may take to load before the server is told that nobody sits there.
const HANDOVER_MS = 10_000;

function remember(name: string, seated: Seated): Seated {
  keepKey({
    code: seated.table.code,
    id: seated.table.id,
    seat: seated.seat,
    token: seated.token,
    name,
    edition: seated.table.edition,
    ...(seated.observer_token ? { observerToken: seated.observer_token } : {}),
    at: Date.now(),
  });
  return seated;
}

/** `close` it when the page is left. Who sat down goes to the page of the table, which takes the seat up with its key. */
export class Lobby {
  state = $state<LinkState>('connecting');
  tables = $state.raw<readonly TableInfo[]>([]);
  editions = $state.raw<readonly EditionInfo[]>([]);
  private readonly link: Link;
  private ready: (() => void)[] = [];
  private seated = false;

  constructor() {
    this.link = new Link({
      onstate: (state) => {
        this.state = state;
      },
      onopen: (welcome) => {
        this.editions = welcome.editions;
        for (const go of this.ready.splice(0)) go();
        this.link
          .ask({ type: 'lobby', follow: true })
          .then((answer) => this.listed(answer.tables))
          .catch(() => {});
      },
      onmessage: (message) => {
        if (message.type === 'lobby') this.listed(message.tables);
        // The page of the table has taken the seat up.
        if (message.type === 'notice' && message.code === 'replaced') this.link.close();
      },
    });
  }

  /** Waits for the connection if need be. Rejects with `Refused` or `LinkLost`. */
  async create(wanted: NewTable): Promise<Seated> {
    await this.opened();
    return this.sat(wanted.name, { type: 'create', ...wanted });
  }

  async join(code: string, name: string, color?: string): Promise<Seated> {
    await this.opened();
    const message = { type: 'join', table: code.trim().toUpperCase(), name, ...(color ? { color } : {}) };
    return this.sat(name, message);
  }

  /** Who sits keeps the connection until the seat is taken up elsewhere; else all at the table would hear of a lost connection. */
  close(): void {
    if (this.seated) setTimeout(() => this.link.close(), HANDOVER_MS);
    else this.link.close();
  }

  private async sat(name: string, message: Readonly<Record<string, unknown>>): Promise<Seated> {
    const seated = (await this.link.ask(message)) as unknown as Seated;
    this.seated = true;
    return remember(name, seated);
  }

  private opened(): Promise<void> {
    if (this.link.state === 'open') return Promise.resolve();
    return new Promise((resolve) => this.ready.push(resolve));
  }

  private listed(tables: unknown): void {
    if (Array.isArray(tables)) this.tables = tables as readonly TableInfo[];
  }
}

/** Sits down at a table with a connection of its own, for further people at the same screen. */
export async function joinOnce(code: string, name: string, color?: string): Promise<Seated> {
  const lobby = new Lobby();
  try {
    return await lobby.join(code, name, color);
  } finally {
    lobby.close();
  }
}
