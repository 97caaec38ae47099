// For tests only: a server that plays a game on record again. One seat is asked for its moves; the line can be cut anywhere.
import { readFileSync } from 'node:fs';

interface RecordLine {
  readonly seq: number;
  readonly kind: string;
  readonly actor: number | null;
  readonly visible_to: 'all' | readonly number[];
  readonly action?: unknown;
}

type Json = Record<string, unknown>;

class FakeSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  private readonly server: FakeServer;

  constructor(server: FakeServer) {
    this.server = server;
    setTimeout(() => (server.cut() ? this.lose() : this.onopen?.()), 0);
  }
  send(text: string): void {
    setTimeout(() => {
      // Lost on the way there.
      if (this.closed || this.server.cut()) return this.lose();
      this.server.received(this, JSON.parse(text) as Json);
    }, 0);
  }
  tell(message: Json): void {
    const text = JSON.stringify(message);
    setTimeout(() => {
      // Lost on the way back.
      if (this.closed || this.server.cut()) return this.lose();
      this.onmessage?.({ data: text });
    }, 0);
  }
  close(): void {
    this.closed = true;
  }
  lose(): void {
    if (this.closed) return;
    this.closed = true;
    this.onclose?.();
  }
}

export class FakeServer {
  /** Actions that were carried out for the seat, in order. */
  readonly carriedOut: unknown[] = [];
  /** Says for every message on its way whether the line is cut there. */
  cut: () => boolean = () => false;
  private readonly header: Json;
  private readonly lines: readonly RecordLine[];
  private readonly seat: number;
  private known = 0;
  private requests = 0;
  private expected: { request: number; action: unknown } | null = null;
  private answered: { request: number; id: number } | null = null;
  private sitting: FakeSocket | null = null;

  constructor(path: string, seat: number) {
    const [first = '', ...rest] = readFileSync(path, 'utf8').split('\n').filter(Boolean);
    this.header = JSON.parse(first) as Json;
    this.lines = rest.map((line) => JSON.parse(line) as RecordLine).filter((line) => line.kind !== 'key');
    this.seat = seat;
    this.goOn();
  }

  readonly socket = (): WebSocket => new FakeSocket(this) as unknown as WebSocket;

  get over(): boolean {
    return this.known === this.lines.length;
  }

  received(from: FakeSocket, message: Json): void {
    const ref = { ref: message.ref };
    switch (message.type) {
      case 'hello':
        from.tell({ type: 'welcome', protocol: 1, server: 'fake', editions: [], ...ref });
        break;
      case 'resume':
        this.sitting?.lose();
        this.sitting = from;
        from.tell({ type: 'seated', seat: this.seat, table: this.table(), ...ref });
        this.tell(Number(message.after));
        break;
      case 'move':
        this.move(from, message);
        break;
      default:
        from.tell({ type: 'pong', ...ref });
    }
  }

  private move(from: FakeSocket, { request, action, ref }: Json): void {
    const done = this.answered?.request === request;
    if (done && this.answered?.id === action) {
      from.tell({ type: 'ack', seq: this.known, again: true, ref });
    } else if (done || !this.expected || request !== this.expected.request) {
      from.tell({ type: 'error', code: done ? 'answered' : 'not_asked', message: '', ref });
    } else {
      this.answered = { request: this.expected.request, id: Number(action) };
      this.carriedOut.push(this.expected.action);
      this.expected = null;
      const before = this.lines[this.known - 1]?.seq ?? 0;
      this.known += 1;
      this.goOn();
      from.tell({ type: 'ack', seq: this.known, ref });
      this.tell(before);
    }
  }

  private goOn(): void {
    for (let line = this.lines[this.known]; line; line = this.lines[++this.known]) {
      if (line.kind !== 'action' || line.actor !== this.seat) continue;
      this.expected = { request: ++this.requests, action: line.action };
      return;
    }
  }

  private tell(after: number): void {
    for (const line of this.lines.slice(0, this.known)) {
      if (line.seq <= after) continue;
      if (line.visible_to !== 'all' && !line.visible_to.includes(this.seat)) continue;
      this.sitting?.tell({ type: 'event', event: line });
    }
    if (!this.expected) return;
    const { request, action } = this.expected;
    const actions = [{ id: 7, text: 'as on record', action }];
    this.sitting?.tell({ type: 'request', seat: this.seat, request, left_ms: null, actions });
  }

  private table(): Json {
    return {
      id: 1,
      code: 'ABCD',
      edition: this.header.edition,
      status: 'running',
      seats: [],
      header: this.header,
    };
  }
}
