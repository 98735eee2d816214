/** One database with its nodes: lets time pass, lets nodes crash and start again, and has everything audited. */
import type { DatabaseKind } from '../../../src/contract/health.ts';
import { AppError } from '../../../src/server/errors.ts';
import { openDatabase } from '../../../src/server/storage/engines/database.ts';
import { type SteppedTime, stepTimeFrom } from '../../support/stepped-time.ts';
import type { Random } from '../random.ts';
import type { Act } from './acts.ts';
import { type Attempt, Auditor, type Outcome } from './auditor.ts';
import { CrashPoints } from './crash-points.ts';
import { DRAFTS_AFTER_START, ExpectedDrafts, HEARD } from './expected-drafts.ts';
import type { Findings } from './findings.ts';
import { createSimulatedDatabase, type SimulatedDatabase } from './simulated-database.ts';
import { createNode, type SimulatedNode } from './simulated-node.ts';
import { isCrash, SimulatedProcess } from './simulated-process.ts';
import { dateOf, SiteModel } from './site-model.ts';
import { Automatics, type AutomationState } from './system-records.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Time is stepped through for so long before each event: what is further away is skipped. */
const LEAD = 1_100;
const MOST_STARTS = 50;
const DOWNTIMES = [0, 1, 700, 5 * SECOND, MINUTE, 20 * MINUTE, 180 * MINUTE, 30 * 60 * MINUTE] as const;

type Place = { node: SimulatedNode } | { restartsAt: number };

export class SimulatedSite {
  readonly model = new SiteModel();
  readonly time: SteppedTime;
  readonly kind: DatabaseKind;
  readonly #random: Random;
  readonly #findings: Findings;
  readonly #state: AutomationState;
  readonly #places: Place[];
  readonly #drafts: ExpectedDrafts;
  readonly #crashes: CrashPoints;
  #hasCrashed = false;
  /** Died since the last audit: what they did before must be explained as well. */
  #buried: SimulatedNode[] = [];
  #database!: SimulatedDatabase;
  #auditor!: Auditor;
  #machineHasCrashed = false;

  constructor(kind: DatabaseKind, random: Random, findings: Findings, start: number) {
    this.kind = kind;
    this.#random = random;
    this.#findings = findings;
    this.time = stepTimeFrom(start);
    this.#crashes = new CrashPoints(random, findings, (isMachine) => this.#noteCrash(isMachine));
    this.#drafts = new ExpectedDrafts(this.model, findings, this.time.timers.elapsed);
    this.#places = Array.from({ length: kind === 'postgres' ? 2 : random.integer(1, 2) }, () => ({
      restartsAt: 0,
    }));
    this.#state = {
      clockIsAheadBy: 0,
      undisturbedSince: start,
      mayMakeDrafts: (date, now) =>
        [...this.#allNodes, ...this.#buried].some((node) => this.#drafts.areOwedBy(node, date, now)),
    };
  }

  async open(): Promise<void> {
    this.#database = await createSimulatedDatabase(this.kind);
    await this.#startNodes();
    const automatics = new Automatics(this.model, this.#findings, this.#state);
    const database = await openDatabase(this.#database.location());
    this.#auditor = new Auditor(database, this.model, this.#findings, automatics);
    this.#machineHasCrashed = false;
    await this.time.advanceBy(0);
    await this.settle();
  }

  async close(): Promise<void> {
    for (const { stop } of this.nodes) await stop();
    await this.#auditor?.database.close();
    await this.#database?.remove();
  }

  get now(): number {
    return this.time.clock.now();
  }

  get nodes(): SimulatedNode[] {
    return this.#places.flatMap((place) =>
      'node' in place && !place.node.process.isDead ? [place.node] : [],
    );
  }

  get #allNodes(): SimulatedNode[] {
    return this.#places.flatMap((place) => ('node' in place ? [place.node] : []));
  }

  /** When automation, or a node that starts, has something to do next. */
  nextEvent(): number {
    const { now } = this;
    const today = dateOf(now);
    const untilElapsed = (elapsed: number) => now + elapsed - this.time.timers.elapsed();
    const starts = this.#places.flatMap((place) =>
      'restartsAt' in place ? [untilElapsed(place.restartsAt)] : [],
    );
    const nodes = this.nodes;
    if (nodes.length === 0) return Math.min(...starts);
    const drafts = nodes.map(({ draftsSeenFor, startedAt }) =>
      draftsSeenFor === null ? untilElapsed(startedAt + DRAFTS_AFTER_START) : this.model.generateAt(today),
    );
    return Math.min(this.model.nextDueAfter(now), ...starts, ...drafts.filter((at) => at > now));
  }

  async travelTo(instant: number): Promise<void> {
    if (instant - this.now > LEAD) await this.time.leapTo(instant - LEAD);
    await this.time.advanceTo(instant);
  }

  /** Travels there; a node may crash in the last millisecond. */
  async meetEvent(instant: number, canCrash: boolean): Promise<void> {
    const [first, ...others] = this.nodes;
    if (!canCrash || this.kind === 'postgres' || !first || instant <= this.now) {
      await this.travelTo(instant);
      await this.settle();
      return;
    }
    await this.travelTo(instant - 1);
    const node = this.#random.pick([first, ...others]);
    if (!node.process.isDead)
      await this.#crashes.during('automation', node.process, () => this.time.advanceTo(instant));
    await this.time.advanceTo(instant);
    await this.settle();
  }

  /** Lets somebody act on a node at this instant; null where no node is up. */
  async attempt(act: Act, mayCrash: boolean): Promise<Attempt | null> {
    const [first, ...others] = this.nodes;
    if (!first) return null;
    const { process, services } = this.#random.pick([first, ...others]);
    const at = this.now;
    let outcome: Outcome = 'done';
    const run = async () => {
      const work = act.run(services).then(
        () => 'done' as const,
        (error) => outcomeOf(error),
      );
      outcome = await Promise.race([work, process.death.then(() => 'crashed' as const)]);
    };
    await (mayCrash && this.kind === 'sqlite' ? this.#crashes.during(act.name, process, run) : run());
    // What a dead process returns reaches nobody.
    if (process.isDead) outcome = 'crashed';
    this.#findings.counts.acts += 1;
    if (typeof outcome === 'object') this.#findings.counts.refusals += 1;
    this.#findings.trace(`${new Date(at).toISOString()} ${act.name} ${act.text}: ${JSON.stringify(outcome)}`);
    return { act, at, outcome };
  }

  /** Has everything audited that has happened, and whatever is owed done. */
  async settle(attempt?: Attempt): Promise<void> {
    const hadCrash = await this.#bury();
    await this.#auditor.audit(attempt);
    await this.time.advanceBy(hadCrash && this.nodes.length > 0 ? HEARD : 0);
    await this.#startNodes();
    await this.time.advanceBy(0);
    await this.#bury();
    await this.#auditor.audit();
    this.#buried = [];
    this.#expectNothingOwed();
  }

  async endDay(): Promise<void> {
    await this.settle();
    await this.#auditor.auditAll();
    this.#findings.trace(
      JSON.stringify(this.model.list().map(({ drawNo, digits, published }) => [drawNo, digits, published])),
    );
  }

  /** Sets the clock of the machine while its nodes run (decision 20). */
  async stepClock(milliseconds: number): Promise<void> {
    // A node that has just started believes any time, and makes its first drafts by it.
    const isSettled = this.nodes.every(({ draftsSeenFor }) => draftsSeenFor !== null);
    if (this.nodes.length < this.#places.length || !isSettled) return;
    this.#findings.counts.clockSteps += 1;
    this.#findings.trace(`the clock is set by ${milliseconds} ms`);
    this.time.clock.moveBy(milliseconds);
    const isLeap = milliseconds > MINUTE;
    this.#state.clockIsAheadBy = isLeap ? milliseconds : 0;
    await this.#skip(MINUTE + SECOND);
    if (isLeap) {
      // Not believed for five minutes from when it was noticed.
      await this.#skip(5 * MINUTE - 2 * SECOND);
      this.#state.clockIsAheadBy = 0;
      await this.#skip(MINUTE);
    }
    await this.settle();
  }

  async #skip(milliseconds: number): Promise<void> {
    this.#state.undisturbedSince = Number.POSITIVE_INFINITY;
    await this.time.leapTo(this.now + milliseconds);
    await this.#auditor.audit();
  }

  /** Stops a node in good order; it starts again at once or later. */
  async restartNode(): Promise<void> {
    const index = this.#random.integer(0, this.#places.length - 1);
    const place = this.#places[index];
    if (!place || !('node' in place) || place.node.process.isDead) return;
    await place.node.stop();
    this.#findings.counts.restarts += 1;
    this.#findings.trace(`node ${index} is stopped`);
    await this.settle();
  }

  #noteCrash(isMachine: boolean): void {
    this.#hasCrashed = true;
    if (!isMachine) return;
    this.#machineHasCrashed = true;
    this.#database.crashMachine();
    for (const node of this.nodes) node.process.end();
  }

  /** Lets the places of dead processes start again later; false where none has died. */
  async #bury(): Promise<boolean> {
    const dead = this.#allNodes.filter(({ process }) => process.isDead);
    if (dead.length === 0 && !this.#hasCrashed) return false;
    // What they still had to say has failed by then.
    await Bun.sleep(0);
    await Bun.sleep(0);
    this.#buried.push(...dead);
    this.#hasCrashed = false;
    const elapsed = this.time.timers.elapsed();
    for (const [index, place] of this.#places.entries()) {
      if (!('node' in place) || !place.node.process.isDead) continue;
      this.#drafts.forget(place.node);
      this.#places[index] = { restartsAt: elapsed + this.#random.pick(DOWNTIMES) };
    }
    await this.#followFile();
    this.#state.undisturbedSince = Number.POSITIVE_INFINITY;
    return true;
  }

  /** After the machine crashed the database is the copy of that moment. */
  async #followFile(): Promise<void> {
    if (!this.#auditor || !this.#machineHasCrashed) return;
    this.#machineHasCrashed = false;
    await this.#auditor.database.close();
    this.#auditor.database = await openDatabase(this.#database.location());
    this.#database.removeOldFiles();
  }

  async #startNodes(): Promise<void> {
    for (let round = 0; round < MOST_STARTS; round += 1) {
      const elapsed = this.time.timers.elapsed();
      const index = this.#places.findIndex((place) => 'restartsAt' in place && place.restartsAt <= elapsed);
      if (index < 0) return;
      const node = await this.#startNode();
      if (node) this.#places[index] = { node };
      await this.#bury();
    }
    throw new Error(`A node crashed ${MOST_STARTS} times while it started.`);
  }

  async #startNode(): Promise<SimulatedNode | null> {
    const process = new SimulatedProcess();
    const parts = {
      location: this.#database.location(),
      time: this.time,
      randomBytes: (count: number) => Uint8Array.from({ length: count }, () => this.#random.integer(0, 255)),
      onError: (line: string) => this.#findings.violate(`A node logged ${line}.`),
    };
    let node: SimulatedNode | null = null;
    const start = async () => {
      try {
        node = await createNode(parts, process);
        await Promise.race([node.start(), process.death]);
      } catch (error) {
        if (!process.isDead) throw error;
        node = null;
      }
    };
    const isFirst = this.#auditor === undefined;
    const mayCrash = this.kind === 'sqlite' && this.#random.chance(isFirst ? 0.5 : 0.1);
    await (mayCrash ? this.#crashes.during(isFirst ? 'first start' : 'start', process, start) : start());
    return process.isDead ? null : node;
  }

  #expectNothingOwed(): void {
    const { now } = this;
    if (this.nodes.length === 0) return;
    for (const draw of this.model.owedAt(now))
      this.#findings.violate(
        `${draw.drawNo} is due since ${now - this.model.dueAt(draw)} ms and not published.`,
        'lost',
      );
    const date = dateOf(now);
    for (const node of this.nodes) this.#drafts.expectFrom(node, date, now);
    this.#state.undisturbedSince = now;
  }
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof AppError) return { refused: error.code };
  return isCrash(error) ? 'crashed' : { refused: String(error) };
}
