// Stands between the browser and the server, and cuts the line when it is told to.
import { connect, createServer, type Server as Listener, type Socket } from 'node:net';

export class Cutter {
  address = '';
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private readonly listener: Listener;
  private closed = false;

  private constructor(target: URL) {
    this.listener = createServer((near) => {
      if (this.closed) return void near.destroy();
      const far = connect(Number(target.port), target.hostname);
      const pair = [near, far] as const;
      this.pairs.add(pair);
      for (const [from, to] of [pair, [far, near] as const]) {
        from.on('data', (data) => to.write(data));
        from.on('error', () => {});
        from.on('close', () => {
          to.destroy();
          this.pairs.delete(pair);
        });
      }
    });
  }

  static async before(server: string): Promise<Cutter> {
    const cutter = new Cutter(new URL(server));
    await new Promise<void>((done) => cutter.listener.listen(0, '127.0.0.1', done));
    const address = cutter.listener.address();
    if (!address || typeof address === 'string') throw new Error('no port');
    cutter.address = `http://127.0.0.1:${address.port}`;
    return cutter;
  }

  /** All connections end at once, in the middle of whatever they carry. */
  cut(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
  }

  /** Nobody gets through until it is opened again. */
  block(closed: boolean): void {
    this.closed = closed;
    if (closed) this.cut();
  }

  stop(): void {
    this.block(true);
    this.listener.close();
  }
}
