/** A server that is killed repeatedly, with the clients that write to it. */
import type { DatabaseKind } from '../../../src/contract/health.ts';
import { addDays, instantOf, SECOND } from '../../../src/core/ist-time.ts';
import { SLOTS } from '../../../src/core/slots.ts';
import type { Installation } from '../../support/installation.ts';
import { launchServer, type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import type { Random } from '../random.ts';
import { Tally } from '../tally.ts';
import { Auditor } from './auditor.ts';
import { type Client, call, SITE, signIn, UnexpectedResponse } from './client.ts';
import { DELAY, waitForDueResults } from './due-results.ts';
import { createArticleSender, createMessageSender, type Sender } from './senders.ts';
import { createDrawWriter, type DrawWriter, type Writer } from './writers.ts';

const DRAW_WRITERS = 3;
const FIRST_DAY = '2027-03-01';
/** The server creates drafts two seconds after its start. */
const DRAFTS_AFTER = 2 * SECOND;
/** At a kill around a due instant the writers begin this long before it. */
const WRITES_BEFORE_DUE = 700;
const MOST_WAIT = 20 * SECOND;

export const MOMENTS = [
  'writes',
  'writes',
  'writes',
  'writes',
  'start',
  'start',
  'drain',
  'backup',
  'due',
] as const;
export type Moment = (typeof MOMENTS)[number];

export class KillTally extends Tally {
  readonly byMoment = new Map<string, number>();
  started = 0;
  cutOff = 0;
  repetitions = 0;
}

export class KilledServer {
  readonly #kind: DatabaseKind;
  readonly #installation: Installation;
  readonly #random: Random;
  readonly #tally: KillTally;
  readonly #auditor: Auditor;
  readonly #drawWriters: DrawWriter[];
  readonly #senders: Sender[];
  /** Acknowledged sessions; they must survive the kills. */
  readonly #cookies: string[] = [];
  #clock = instantOf(FIRST_DAY, '05:00');
  #publishedThrough = 0;
  #dueKills = 0;
  /** The instant at which the result of the last kill during `due` is published. */
  #lastDue = 0;
  /** There is no database to audit before the first start. */
  #wasUp = false;

  constructor(kind: DatabaseKind, installation: Installation, random: Random, tally: KillTally) {
    this.#kind = kind;
    this.#installation = installation;
    this.#random = random;
    this.#tally = tally;
    this.#auditor = new Auditor(installation.location);
    this.#drawWriters = Array.from({ length: DRAW_WRITERS }, (_, place) =>
      createDrawWriter(place, random.fork()),
    );
    this.#senders = [createArticleSender(random.fork()), createMessageSender(random.fork())];
  }

  get #writers(): Writer[] {
    return [...this.#drawWriters, ...this.#senders];
  }

  get acknowledgements(): number {
    return this.#writers.reduce((sum, writer) => sum + writer.acknowledgements, 0);
  }

  get repetitions(): number {
    return this.#senders.reduce((sum, sender) => sum + sender.repetitions, 0);
  }

  async runAndKill(moment: Moment): Promise<void> {
    const name = `${moment} on ${this.#kind}`;
    this.#tally.byMoment.set(name, (this.#tally.byMoment.get(name) ?? 0) + 1);
    if (moment === 'start') return this.#killDuringStart();
    if (moment === 'due') this.#setClockBeforeResult();
    const server = await this.#start();
    const startedAt = performance.now();
    try {
      const cookie = await this.#session(server.url);
      const signal = { isStopping: false };
      if (moment === 'due') await sleepUntil(startedAt + DRAFTS_AFTER - WRITES_BEFORE_DUE);
      const writing = this.#writers.map((writer) =>
        this.#writeUntilDown(writer, { url: server.url, cookie }, signal),
      );
      await Promise.race([this.#waitFor(moment, server, cookie, startedAt, signal), Promise.all(writing)]);
      if (moment !== 'drain' && server.hasEnded()) this.#violate('the server ended before the kill');
      await server.kill();
      await Promise.all(writing);
    } finally {
      await server.kill();
    }
    this.#clock += Math.ceil(performance.now() - startedAt);
    await this.#audit();
  }

  /** Starts the server once more without a kill, repeats unacknowledged requests, and audits. */
  async checkAfterLastKill(): Promise<void> {
    // A kill before the due instant leaves a result that is not due yet.
    this.#clock = Math.max(this.#clock, this.#lastDue);
    // In this process, because it is not killed.
    const server = await this.#installation.start(this.#settings());
    try {
      const cookie = await this.#session(server.url);
      for (const sender of this.#senders) await sender.write({ url: server.url, cookie });
      await waitForDueResults({ url: server.url, cookie }, this.#clock);
    } finally {
      await server.stop();
    }
    this.#publishedThrough = this.#clock;
    await this.#audit();
    for (const damage of this.#auditor.findDamage()) this.#violate(`SQLite finds ${damage}`);
  }

  #start(): Promise<ServerProcess> {
    return startServerProcess({ ...this.#installation.env, ...this.#settings() });
  }

  #settings(): Record<string, string> {
    return { ...SITE, CLOCK_START: new Date(this.#clock).toISOString() };
  }

  async #session(url: string): Promise<string> {
    for (const cookie of this.#cookies.slice(-1)) {
      try {
        await call({ url, cookie }, 'GET', '/api/admin/settings');
      } catch (error) {
        this.#tally.lost += 1;
        this.#violate(`a session that was acknowledged is refused: ${error}`);
      }
    }
    if (this.#cookies.length === 0 || this.#random.chance(0.2)) this.#cookies.push(await signIn(url));
    return this.#cookies.at(-1) ?? '';
  }

  /** Writes until the server no longer responds. */
  async #writeUntilDown(writer: Writer, client: Client, signal: { isStopping: boolean }): Promise<void> {
    try {
      for (;;) await writer.write(client);
    } catch (error) {
      if (!(error instanceof UnexpectedResponse)) return;
      this.#tally.countStatus(error.status);
      if (!signal.isStopping) this.#violate(`the server refused a change: ${error.message}`);
    }
  }

  async #waitFor(
    moment: Moment,
    server: ServerProcess,
    cookie: string,
    startedAt: number,
    signal: { isStopping: boolean },
  ): Promise<void> {
    if (moment === 'due') {
      return sleepUntil(startedAt + DRAFTS_AFTER + this.#random.integer(-300, 700));
    }
    await this.#waitForWrites();
    if (moment === 'backup') {
      const started = call({ url: server.url, cookie }, 'POST', '/api/admin/backups').catch(() => {});
      await Promise.race([started, Bun.sleep(SECOND)]);
      await Bun.sleep(this.#random.integer(0, 120));
    }
    if (moment === 'drain') {
      signal.isStopping = true;
      process.kill(server.pid, 'SIGTERM');
      await Bun.sleep(this.#random.integer(0, 60));
    }
  }

  /** Waits for a number of writes instead of a time, so that slow machines write as much as fast ones. */
  async #waitForWrites(): Promise<void> {
    const enough = this.acknowledgements + this.#random.integer(5, 25);
    const until = performance.now() + MOST_WAIT;
    while (this.acknowledgements < enough && performance.now() < until) await Bun.sleep(1);
    await Bun.sleep(this.#random.integer(0, 10));
  }

  /** Kills it while it creates the schema, the first account or the first drafts, sometimes twice in a row. */
  async #killDuringStart(): Promise<void> {
    const times = this.#random.integer(1, 2);
    for (let time = 0; time < times; time += 1) {
      const { child, ended } = launchServer({ ...this.#installation.env, ...this.#settings() });
      await Promise.race([ended, Bun.sleep(this.#random.integer(50, 1_500))]);
      child.kill('SIGKILL');
      await ended;
    }
    if (this.#wasUp) await this.#audit();
  }

  /** Sets the clock so that drafts are created, or a result is due, two seconds after the start. */
  #setClockBeforeResult(): void {
    const day = addDays(FIRST_DAY, Math.floor(this.#dueKills / SLOTS.length));
    const slot = SLOTS[this.#dueKills % SLOTS.length] ?? SLOTS[0];
    this.#dueKills += 1;
    this.#lastDue = instantOf(day, slot) + DELAY;
    this.#clock = Math.max(this.#clock, this.#lastDue - DRAFTS_AFTER);
  }

  async #audit(): Promise<void> {
    this.#wasUp = true;
    const result = await this.#auditor.audit({
      writers: this.#drawWriters,
      senders: this.#senders,
      publishedThrough: this.#publishedThrough,
    });
    this.#tally.cutOff += result.cutOff;
    this.#tally.hasSeenResults ||= result.hasResults;
    for (const kind of ['lost', 'doubled', 'early'] as const) {
      this.#tally[kind] += result[kind].length;
      for (const text of result[kind]) this.#violate(text);
    }
    for (const text of result.other) this.#violate(text);
    if (this.#random.chance(0.2)) {
      for (const damage of this.#auditor.findDamage()) this.#violate(`SQLite finds ${damage}`);
    }
  }

  #violate(text: string): void {
    this.#tally.violations.add(`after kill ${this.#tally.done + 1} on ${this.#kind}: ${text}.`);
  }
}

const sleepUntil = (moment: number): Promise<void> => Bun.sleep(Math.max(0, moment - performance.now()));
