// A server of the test's own, as a person starts it.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const program = resolve(process.env.FOGG ?? '../build/release/src/fogg');

export class Server {
  readonly folder = mkdtempSync(join(tmpdir(), 'fogg-browser-'));
  /** Of the page, without a slash at the end. */
  address = '';
  private port = 0;
  private process: ChildProcess | null = null;
  private readonly options: readonly string[];

  private constructor(options: readonly string[]) {
    this.options = options;
  }

  static async start(...options: string[]): Promise<Server> {
    const server = new Server(options);
    await server.run();
    return server;
  }

  /** As after a power cut: the same games at the same address. */
  async restart(): Promise<void> {
    await this.end('SIGKILL');
    await this.run();
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async run(): Promise<void> {
    if (!existsSync(program)) throw new Error(`there is no ${program}: run tools/build release`);
    const child = spawn(
      program,
      [
        'serve',
        '--http',
        String(this.port),
        '--tcp',
        '0',
        '--v09',
        '0',
        '--store',
        'fogg.db',
        '--pace',
        'off',
        ...this.options,
      ],
      { cwd: this.folder, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.process = child;
    let said = '';
    this.address = await new Promise<string>((found, fail) => {
      const hear = (data: Buffer) => {
        said += data.toString();
        const match = /in the browser: (http:\/\/\S+?)\/\s/.exec(said);
        if (match?.[1]) found(match[1]);
      };
      child.stdout?.on('data', hear);
      child.stderr?.on('data', hear);
      child.on('exit', (code) => fail(new Error(`the server ended with ${code}: ${said}`)));
    });
    this.port = Number(new URL(this.address).port);
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.process;
    this.process = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }
}
