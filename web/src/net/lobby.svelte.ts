// The list of tables, and sitting down at one.
import { keepKey } from './keys';
import type { LinkState } from './link';
import { Link } from './link';
import type { EditionInfo, NewTable, Seated, TableInfo } from './messages';

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
      },
    });
  }

  /** Waits for the connection if need be. Rejects with `Refused` or `LinkLost`. */
  async create(wanted: NewTable): Promise<Seated> {
    await this.opened();
    return remember(wanted.name, (await this.link.ask({ type: 'create', ...wanted })) as unknown as Seated);
  }

  async join(code: string, name: string, color?: string): Promise<Seated> {
    await this.opened();
    const message = { type: 'join', table: code.trim().toUpperCase(), name, ...(color ? { color } : {}) };
    return remember(name, (await this.link.ask(message)) as unknown as Seated);
  }

  close(): void {
    this.link.close();
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
