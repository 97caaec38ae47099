// A live game: the events so far, what may be done now, and what was said. One object per seat or observer.
import type { Choices, LegalAction } from '../model/choices';
import { choicesOf } from '../model/choices';
import type { Edition } from '../model/edition';
import type { GameEvent, Header } from '../model/event';
import { loadEdition } from '../model/load';
import { parseEvent, parseHeader, parseLegal } from '../model/parse';
import type { Position } from '../model/position';
import { Timeline } from '../model/timeline';
import type { LinkOptions, LinkState } from './link';
import { Link } from './link';
import type { ChatLine, Deciding, Hint, Message, TableInfo } from './messages';
import { LinkLost, Refused } from './messages';

const MOST_CHAT = 200;

/** How to get at the game: with the key of a seat, or as an observer. */
export type Ticket =
  | { readonly code: string; readonly token: string; readonly seat: number }
  | { readonly code: string; readonly watch: true; readonly token?: string };

export interface Request {
  readonly number: number;
  readonly actions: readonly LegalAction[];
  readonly choices: Choices;
}

interface Sent {
  readonly request: number;
  readonly action: number;
}

export class LiveGame {
  readonly code: string;
  /** Null for an observer. */
  readonly seat: number | null;
  state = $state<LinkState>('connecting');
  table = $state.raw<TableInfo | null>(null);
  header = $state.raw<Header | null>(null);
  edition = $state.raw<Edition | null>(null);
  /** Grows; `length` says how far. Read `length` before `timeline.at(n)` so that the page follows. */
  timeline = $state.raw<Timeline | null>(null);
  length = $state(0);
  /** The position now. */
  position = $state.raw<Position | null>(null);
  /** What this seat may do; null if it is not asked, or has answered and waits to hear that it is done. */
  request = $state.raw<Request | null>(null);
  /** A move is on its way. */
  sending = $state(false);
  deciding = $state.raw<readonly Deciding[]>([]);
  /** When `deciding` came, by `performance.now()`: clocks run from there. */
  decidingSince = $state(0);
  chat = $state.raw<readonly ChatLine[]>([]);
  /** The code of a new table with the same options, once somebody asked for it. */
  rematch = $state<string | null>(null);
  /** A code of the server's notices: "frozen", "stopping", "replaced". */
  notice = $state<string | null>(null);
  /** A code of the words' `error` section; the game cannot be shown. */
  failure = $state<string | null>(null);

  private readonly ticket: Ticket;
  private readonly link: Link;
  private asked: Request | null = null;
  private sent: Sent | null = null;
  private lastSeq = 0;
  private early: Message[] = [];
  private flushing = false;

  /** `options` is for tests. */
  constructor(ticket: Ticket, options: Pick<LinkOptions, 'socket' | 'pause'> = {}) {
    this.ticket = ticket;
    this.code = ticket.code;
    this.seat = 'seat' in ticket ? ticket.seat : null;
    this.link = new Link({
      ...options,
      onstate: (state) => {
        this.state = state;
        if (state === 'lost') this.request = null;
      },
      onopen: () => this.sitDown(),
      onmessage: (message) => this.received(message),
    });
  }

  close(): void {
    this.link.close();
  }

  /** Sends a move. It is sent again after a lost connection; the server carries it out once. */
  move(legal: LegalAction): void {
    if (!this.request) return;
    this.sent = { request: this.request.number, action: legal.id };
    this.request = null;
    this.sending = true;
    void this.sendMove();
  }

  async hint(bot?: string): Promise<Hint> {
    return (await this.link.ask({ type: 'hint', ...(bot ? { bot } : {}) })) as unknown as Hint;
  }
  async undo(): Promise<void> {
    await this.link.ask({ type: 'undo' });
  }
  async resign(): Promise<void> {
    await this.link.ask({ type: 'resign' });
  }
  async askRematch(): Promise<string> {
    const answer = await this.link.ask({ type: 'rematch' });
    this.rematch = String(answer.table);
    return this.rematch;
  }
  async say(text: string): Promise<void> {
    await this.link.ask({ type: 'chat', text });
  }
  async leave(): Promise<void> {
    await this.link.ask({ type: 'leave' });
  }

  private sitDown(): void {
    const { ticket } = this;
    const message =
      'seat' in ticket
        ? { type: 'resume', table: ticket.code, token: ticket.token, after: this.lastSeq }
        : {
            type: 'watch',
            table: ticket.code,
            after: this.lastSeq,
            ...(ticket.token ? { token: ticket.token } : {}),
          };
    this.asked = null;
    this.link
      .ask(message)
      .then((answer) => {
        // Whoever answers again is not being stopped any more.
        if (this.notice === 'stopping') this.notice = null;
        this.heardOf(answer.table);
        // The server may have got it before the connection was lost: it says so, and nothing happens twice.
        if (this.sent) void this.sendMove();
      })
      .catch((error) => {
        if (error instanceof Refused) {
          this.failure = error.code;
          this.link.close();
        }
      });
  }

  private async sendMove(): Promise<void> {
    const { sent } = this;
    if (!sent) return;
    let done = true;
    try {
      await this.link.ask({ type: 'move', ...sent });
    } catch (error) {
      if (error instanceof LinkLost) return;
      done = error instanceof Refused && error.code === 'answered';
    }
    if (this.sent !== sent) return;
    this.sent = null;
    this.sending = false;
    if (this.asked?.number !== sent.request) return;
    // Refused: what may be done has not changed.
    if (done) this.asked = null;
    else this.request = this.asked;
  }

  private received(message: Message): void {
    switch (message.type) {
      case 'table':
        this.heardOf(message.table);
        break;
      case 'event':
      case 'request':
        this.early.push(message);
        this.flush();
        break;
      case 'deciding':
        if (Array.isArray(message.seats)) {
          this.deciding = message.seats as readonly Deciding[];
          this.decidingSince = performance.now();
        }
        break;
      case 'chat':
        this.chat = [...this.chat, message as unknown as ChatLine].slice(-MOST_CHAT);
        break;
      case 'rematch':
        this.rematch = String(message.table);
        break;
      case 'notice':
        this.noticed(String(message.code));
        break;
      case 'error':
        if (message.code === 'protocol') this.failure = 'protocol';
        break;
    }
  }

  private noticed(code: string): void {
    this.notice = code === 'thawed' ? null : code;
    // Somebody (perhaps another window) took the seat up: coming back would throw them out in turn.
    if (code === 'replaced') this.link.close();
  }

  private heardOf(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    const table = value as TableInfo;
    this.table = table;
    if (table.header && !this.header) {
      const header = parseHeader(table.header);
      if (!header.ok) {
        this.failure = 'other';
        return;
      }
      this.header = header.value;
      void this.begin(header.value);
    }
  }

  private async begin(header: Header): Promise<void> {
    try {
      const edition = await loadEdition(header.edition);
      this.edition = edition;
      const timeline = new Timeline(edition, header, this.seat ?? 'all');
      this.position = timeline.last;
      this.timeline = timeline;
      this.flush();
    } catch {
      this.failure = 'bad_edition';
    }
  }

  /** After this event nothing is asked of this seat, until a new request comes. */
  private settles(event: GameEvent): boolean {
    if (event.kind === 'action') return event.actor === this.seat;
    return event.kind === 'undo' || event.kind === 'end' || event.kind === 'forfeit';
  }

  /** Events come in bursts (a whole game, when it is taken up): the page is told once. */
  private flush(): void {
    if (this.flushing || !this.timeline) return;
    this.flushing = true;
    queueMicrotask(() => {
      this.flushing = false;
      const { timeline, header, edition } = this;
      if (!timeline || !header || !edition) return;
      for (const message of this.early.splice(0)) {
        if (message.type === 'event') {
          const event = parseEvent(message.event, header.players.length);
          if (event.ok && timeline.append(event.value)) {
            this.lastSeq = event.value.seq;
            if (this.settles(event.value)) this.asked = null;
          }
        } else {
          const actions = parseLegal(message.actions);
          if (actions.ok) {
            const hand = timeline.last.seats[this.seat ?? 0]?.hand.known ?? {};
            const choices = choicesOf(edition.board, actions.value, hand);
            this.asked = { number: Number(message.request), actions: actions.value, choices };
          }
        }
      }
      this.length = timeline.length;
      this.position = timeline.last;
      // While a move is on its way, what was asked before is answered already.
      const open = this.asked && (!this.sent || this.asked.number > this.sent.request) ? this.asked : null;
      if (open && this.sent) {
        this.sent = null;
        this.sending = false;
      }
      this.request = open;
    });
  }
}
