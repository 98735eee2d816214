/** One node: a real server process with a line of its own to the database and a machine whose clocks can be stepped. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../../scripts/free-port.mjs';
import { type Instant, SECOND } from '../../../src/core/ist-time.ts';
import { MACHINE_CLOCKS, type MachineClocks } from '../../support/machine-clocks.ts';
import { type PostgresProxy, startPostgresProxy } from '../../support/postgres-proxy.ts';
import { type RunningServer, startServer } from '../../support/server.ts';

export const ADMIN = { email: 'admin@example.org', password: 'a long and uncommon passphrase' };

const PRELOAD = './tests/support/machine-clocks.ts';
const CALM_WITHIN = 25 * SECOND;
/** More than a node's pool has connections: each of them is asked for an answer. */
const QUERIES_AT_ONCE = 12;

export class TorturedNode {
  readonly name: string;
  readonly url: string;
  readonly metricsUrl: string;
  readonly line: PostgresProxy;
  readonly #settings: Record<string, string>;
  readonly #folder: string;
  readonly #clocks: MachineClocks = { wallAhead: 0, elapsedAhead: 0 };
  readonly #logs: { process: RunningServer; read: number }[] = [];
  #process: RunningServer | null = null;
  #troubles = 0;
  #calmSince = 0;
  #searches = 0;
  /** Whether anything was wrong with it since this was last reset. */
  hadTrouble = false;

  private constructor(name: string, line: PostgresProxy, port: number, metricsPort: number) {
    this.name = name;
    this.line = line;
    this.url = `http://127.0.0.1:${port}`;
    this.metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    this.#folder = mkdtempSync(join(tmpdir(), 'swarna-node-'));
    this.#settings = {
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      BASE_URL: this.url,
      DATABASE_URL: line.url,
      DATA_DIR: this.#folder,
      AUTH_SECRET: 'a-secret-that-is-long-enough-for-all',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      BACKUP_EVERY_HOURS: '0',
      TRUST_PROXY: '127.0.0.1',
      [MACHINE_CLOCKS]: join(this.#folder, 'clocks.json'),
    };
    this.#writeClocks();
  }

  static async create(name: string, databaseUrl: string): Promise<TorturedNode> {
    const line = await startPostgresProxy(databaseUrl);
    return new TorturedNode(name, line, await findFreePort(), await findFreePort());
  }

  async start(): Promise<void> {
    this.#process = await startServer(this.#settings, { preload: PRELOAD });
    this.#logs.push({ process: this.#process, read: 0 });
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const ending = this.#process;
    this.#process = null;
    return (await ending?.stop(signal)) ?? null;
  }

  freeze(): void {
    this.#process?.freeze();
  }

  unfreeze(): void {
    this.#process?.unfreeze();
  }

  endedByItself(): boolean {
    return this.#process?.hasEnded() ?? false;
  }

  /** What it has printed since this was last asked, by whichever of its processes. */
  takeLog(): string[] {
    return this.#logs.flatMap((log) => {
      const text = log.process.output().slice(log.read);
      const complete = text.slice(0, text.lastIndexOf('\n') + 1);
      log.read += complete.length;
      return complete.split('\n').filter((line) => line !== '');
    });
  }

  stepWallClock(milliseconds: number): void {
    this.#clocks.wallAhead += milliseconds;
    this.#stepClocks();
  }

  passTime(milliseconds: number): void {
    this.#clocks.elapsedAhead += milliseconds;
    this.#stepClocks();
  }

  #stepClocks(): void {
    this.#writeClocks();
    if (this.#process) process.kill(this.#process.pid, 'SIGUSR2');
  }

  #writeClocks(): void {
    writeFileSync(join(this.#folder, 'clocks.json'), JSON.stringify(this.#clocks));
  }

  /** What its clock showed, and at which moment; null when it does not answer that it is well. */
  async readTime(): Promise<{ time: Instant; at: number } | null> {
    const askedAt = performance.now();
    try {
      const response = await fetch(`${this.url}/api/health`, { signal: AbortSignal.timeout(3 * SECOND) });
      const { time } = await response.json();
      return response.ok ? { time: Date.parse(time), at: (askedAt + performance.now()) / 2 } : null;
    } catch {
      return null;
    }
  }

  beginTrouble(): void {
    this.#troubles += 1;
    this.hadTrouble = true;
  }

  /** Waits until it does all its work again; false when it does not in time. */
  async endTrouble(): Promise<boolean> {
    const deadline = performance.now() + CALM_WITHIN;
    let isWell = await this.#worksFully();
    while (!isWell && performance.now() < deadline) {
      await Bun.sleep(50);
      isWell = await this.#worksFully();
    }
    this.#troubles -= 1;
    this.#calmSince = performance.now();
    return isWell;
  }

  /** Whether nothing was wrong with it from then on. */
  isCalmSince(moment: number): boolean {
    return this.#troubles === 0 && this.#calmSince <= moment;
  }

  calmSince(): number {
    return this.#troubles === 0 ? this.#calmSince : Number.POSITIVE_INFINITY;
  }

  async #worksFully(): Promise<boolean> {
    if ((await this.readTime()) === null) return false;
    const answers = await Promise.all(Array.from({ length: QUERIES_AT_ONCE }, () => this.#search()));
    return answers.every(Boolean);
  }

  /** No two are the same, so that each of them asks the database. */
  #search(): Promise<boolean> {
    this.#searches += 1;
    const search = fetch(`${this.url}/api/draws?q=${this.#searches}`, {
      signal: AbortSignal.timeout(10 * SECOND),
    });
    return search.then(
      async (response) => {
        await response.text();
        return response.ok;
      },
      () => false,
    );
  }

  async remove(): Promise<void> {
    await this.end('SIGKILL');
    await this.line.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
