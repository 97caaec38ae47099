// One connection to the server that comes back by itself. It knows nothing of games: whoever uses it says what to do after every (re)connection.
import type { Message, Welcome } from './messages';
import { LinkLost, Refused, readMessage } from './messages';

export type LinkState = 'connecting' | 'open' | 'lost' | 'closed';

export interface LinkOptions {
  /** The server said welcome; also after each reconnection. */
  readonly onopen?: (welcome: Welcome) => void;
  /** Every message that does not answer a question. */
  readonly onmessage?: (message: Message) => void;
  readonly onstate?: (state: LinkState) => void;
  /** For tests. */
  readonly socket?: (address: string) => WebSocket;
  readonly pause?: (attempt: number) => number;
}

// The server answers a ping at once; a line that is silent for longer is dead, even if nothing says so.
const PING_MS = 10_000;
const SILENCE_MS = 25_000;
const CONNECT_MS = 10_000;

/** A little longer each time, and not all pages of a restarted server at once. */
function usualPause(attempt: number): number {
  return Math.min(5000, 250 * 2 ** Math.min(attempt, 5)) * (0.75 + Math.random() / 2);
}

export function serverAddress(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
}

interface Question {
  readonly resolve: (message: Message) => void;
  readonly reject: (error: Error) => void;
}

export class Link {
  private readonly options: LinkOptions;
  private socket: WebSocket | null = null;
  private questions = new Map<number, Question>();
  private nextRef = 1;
  private attempt = 0;
  private heard = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private current: LinkState = 'connecting';
  private readonly address: string;
  private readonly wake = () => {
    if (this.current === 'lost') this.retry(0);
  };

  constructor(options: LinkOptions, address = serverAddress()) {
    this.options = options;
    this.address = address;
    if (typeof window !== 'undefined') window.addEventListener('online', this.wake);
    this.connect();
  }

  get state(): LinkState {
    return this.current;
  }

  /** The answer to a message; rejects with `Refused` or `LinkLost`. */
  ask(message: Readonly<Record<string, unknown>>): Promise<Message> {
    const { socket } = this;
    if (this.current !== 'open' || !socket) return Promise.reject(new LinkLost('not connected'));
    return this.question(socket, message);
  }

  close(): void {
    if (typeof window !== 'undefined') window.removeEventListener('online', this.wake);
    clearTimeout(this.timer);
    this.drop();
    this.become('closed');
  }

  private question(socket: WebSocket, message: Readonly<Record<string, unknown>>): Promise<Message> {
    const ref = this.nextRef++;
    return new Promise((resolve, reject) => {
      this.questions.set(ref, { resolve, reject });
      socket.send(JSON.stringify({ ...message, ref }));
    });
  }

  private become(state: LinkState): void {
    if (this.current === state) return;
    this.current = state;
    this.options.onstate?.(state);
  }

  private connect(): void {
    const socket = (this.options.socket ?? ((address) => new WebSocket(address)))(this.address);
    this.socket = socket;
    this.timer = setTimeout(() => this.fail(socket), CONNECT_MS);
    socket.onopen = () => {
      this.question(socket, { type: 'hello', protocol: [1, 1], client: 'fogg-web', position: false }).then(
        (answer) => this.opened(socket, answer),
        (error) => {
          // Another version of the protocol: trying again would not help.
          if (error instanceof Refused) {
            this.options.onmessage?.({ type: 'error', code: error.code, message: error.message });
            this.close();
          }
        },
      );
    };
    socket.onmessage = (event: MessageEvent) => this.received(socket, String(event.data));
    socket.onclose = () => this.fail(socket);
    socket.onerror = () => this.fail(socket);
  }

  private opened(socket: WebSocket, answer: Message): void {
    if (socket !== this.socket) return;
    clearTimeout(this.timer);
    this.attempt = 0;
    this.heard = Date.now();
    this.pulse = setInterval(() => {
      if (Date.now() - this.heard > SILENCE_MS) this.fail(socket);
      else this.ask({ type: 'ping' }).catch(() => {});
    }, PING_MS);
    this.become('open');
    this.options.onopen?.(answer as unknown as Welcome);
  }

  private received(socket: WebSocket, text: string): void {
    if (socket !== this.socket) return;
    this.heard = Date.now();
    const message = readMessage(text);
    if (!message) return;
    const question = typeof message.ref === 'number' ? this.questions.get(message.ref) : undefined;
    if (!question) {
      this.options.onmessage?.(message);
      return;
    }
    this.questions.delete(message.ref as number);
    if (message.type === 'error') question.reject(new Refused(String(message.code), String(message.message)));
    else question.resolve(message);
  }

  private drop(): void {
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    const { socket, questions } = this;
    this.socket = null;
    this.questions = new Map();
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
      socket.close();
    }
    for (const question of questions.values()) question.reject(new LinkLost('the connection was lost'));
  }

  private fail(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.drop();
    this.become('lost');
    this.retry((this.options.pause ?? usualPause)(this.attempt++));
  }

  private retry(after: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), after);
  }
}
