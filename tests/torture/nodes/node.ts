/** A server process with its own proxy to the database and clocks that can be stepped. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../../scripts/free-port.mjs';
import { type Instant, SECOND } from '../../../src/core/ist-time.ts';
import { MACHINE_CLOCKS, type MachineClocks } from '../../support/machine-clocks.ts';
import { type PostgresProxy, startPostgresProxy } from '../../support/postgres-proxy.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';

export const ADMIN = { email: 'admin@example.org', password: 'a long and uncommon passphrase' };

const PRELOAD = './tests/support/machine-clocks.ts';
const HEALTHY_WITHIN = 25 * SECOND;
/** More than the connections of a pool, so that each connection is used. */
const QUERIES_AT_ONCE = 12;

interface Ports {
  port: number;
  metricsPort: number;
}

export class TorturedNode {
  readonly name: string;
  readonly url: string;
  readonly metricsUrl: string;
  readonly proxy: PostgresProxy;
  readonly #settings: Record<string, string>;
  readonly #folder: string;
  readonly #clocks: MachineClocks = { wallAhead: 0, elapsedAhead: 0 };
  readonly #logs: { process: ServerProcess; read: number }[] = [];
  #process: ServerProcess | null = null;
  #faults = 0;
  #healthySince = 0;
  #searches = 0;
  /** Whether it had a fault since this was last reset. */
  hadFault = false;

  private constructor(name: string, proxy: PostgresProxy, ports: Ports, beacon: string) {
    const { port, metricsPort } = ports;
    this.name = name;
    this.proxy = proxy;
    this.url = `http://127.0.0.1:${port}`;
    this.metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    this.#folder = mkdtempSync(join(tmpdir(), 'swarna-node-'));
    this.#settings = {
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      BASE_URL: this.url,
      DATABASE_URL: proxy.url,
      DATA_DIR: this.#folder,
      AUTH_SECRET: 'a-secret-that-is-long-enough-for-all',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      BACKUP_EVERY_HOURS: '0',
      TRUST_PROXY: '127.0.0.1',
      CLOCK_START: '',
      BEACON: beacon,
      [MACHINE_CLOCKS]: join(this.#folder, 'clocks.json'),
    };
    this.#writeClocks();
  }

  /** `beacon` is the setting BEACON. */
  static async create(name: string, databaseUrl: string, beacon: string): Promise<TorturedNode> {
    const proxy = await startPostgresProxy(databaseUrl);
    const ports = { port: await findFreePort(), metricsPort: await findFreePort() };
    return new TorturedNode(name, proxy, ports, beacon);
  }

  async start(): Promise<void> {
    this.#process = await startServerProcess(this.#settings, { preload: PRELOAD });
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

  endedUnexpectedly(): boolean {
    return this.#process?.hasEnded() ?? false;
  }

  /** The new lines of its log, of all its processes. */
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

  advanceTime(milliseconds: number): void {
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

  /** Reads its clock, with the moment of the reading; returns null if it is not healthy. */
  async readTime(): Promise<{ time: Instant; at: number } | null> {
    const sentAt = performance.now();
    try {
      const response = await fetch(`${this.url}/api/health`, { signal: AbortSignal.timeout(3 * SECOND) });
      const { time } = await response.json();
      return response.ok ? { time: Date.parse(time), at: (sentAt + performance.now()) / 2 } : null;
    } catch {
      return null;
    }
  }

  startFault(): void {
    this.#faults += 1;
    this.hadFault = true;
  }

  /** Waits until it works again; returns false after a timeout. */
  async endFault(): Promise<boolean> {
    const deadline = performance.now() + HEALTHY_WITHIN;
    let isHealthy = await this.#isFullyHealthy();
    while (!isHealthy && performance.now() < deadline) {
      await Bun.sleep(50);
      isHealthy = await this.#isFullyHealthy();
    }
    this.#faults -= 1;
    this.#healthySince = performance.now();
    return isHealthy;
  }

  /** Whether it had no fault since that moment. */
  isHealthySince(moment: number): boolean {
    return this.#faults === 0 && this.#healthySince <= moment;
  }

  healthySince(): number {
    return this.#faults === 0 ? this.#healthySince : Number.POSITIVE_INFINITY;
  }

  async #isFullyHealthy(): Promise<boolean> {
    if ((await this.readTime()) === null) return false;
    const responses = await Promise.all(Array.from({ length: QUERIES_AT_ONCE }, () => this.#search()));
    return responses.every(Boolean);
  }

  /** Each search is different, so that each reads the database instead of the cache. */
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
    await this.proxy.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
