// A competition of the test's own, as an organiser starts it.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const program = resolve(process.env.FOGG ?? '../build/release/src/fogg');

export class Arena {
  readonly folder = mkdtempSync(join(tmpdir(), 'fogg-arena-'));
  /** Of the pages, without a slash at the end. */
  address = '';
  private port = 0;
  private process: ChildProcess | null = null;

  /** `competition`: the organiser's file. */
  static async start(competition: string, ...options: string[]): Promise<Arena> {
    const arena = new Arena();
    writeFileSync(join(arena.folder, 'cup.toml'), competition);
    await arena.run('cup.toml', '--dir', 'out', ...options);
    return arena;
  }

  /** After a power cut: the same competition at the same address. */
  async resume(...options: string[]): Promise<void> {
    await this.run('--resume', 'out', ...options);
  }

  async end(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    const child = this.process;
    this.process = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await gone;
  }

  async stop(): Promise<void> {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async run(...words: string[]): Promise<void> {
    if (!existsSync(program)) throw new Error(`there is no ${program}: run tools/build release`);
    const child = spawn(program, ['arena', ...words, '--http', String(this.port)], {
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.process = child;
    let said = '';
    this.address = await new Promise<string>((found, fail) => {
      child.stderr?.on('data', (data: Buffer) => {
        if (said.length < 10_000) said += data.toString();
        const match = /in the browser: (http:\/\/\S+?)\/arena\s/.exec(said);
        if (match?.[1]) found(match[1]);
      });
      child.on('exit', (code) => fail(new Error(`the arena ended with ${code}: ${said}`)));
    });
    this.port = Number(new URL(this.address).port);
  }
}
