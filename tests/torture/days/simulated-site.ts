/** A database with its nodes: advances the time, crashes, restarts and restores, and audits the result. */
import type { DatabaseKind } from '../../../src/contract/health.ts';
import { openDatabase } from '../../../src/server/storage/engines/database.ts';
import { type SteppedTime, stepTimeFrom } from '../../support/stepped-time.ts';
import type { Random } from '../random.ts';
import type { Act } from './acts.ts';
import { type Attempt, runAct } from './attempt.ts';
import { Auditor } from './auditor.ts';
import { AutomationAuditor, type AutomationState } from './automation-auditor.ts';
import { CrashPoints } from './crash-points.ts';
import { ExpectedAutomation, PROPAGATION } from './expected-automation.ts';
import { SimulatedBeacon } from './simulated-beacon.ts';
import { createSimulatedDatabase, type SimulatedDatabase } from './simulated-database.ts';
import { type SimulatedNode, startNode } from './simulated-node.ts';
import { SimulatedNodes } from './simulated-nodes.ts';
import { SimulatedProcess } from './simulated-process.ts';
import { SiteCopies } from './site-copies.ts';
import { SiteLog } from './site-log.ts';
import { dateOf, MINUTE, SiteModel } from './site-model.ts';
import type { DaysTally } from './tally.ts';

const SECOND = 1_000;
/** Time is advanced timer by timer for this long before each event, and in one step before that. */
const LEAD = 1_100;
const DOWNTIMES = [0, 1, 700, 5 * SECOND, MINUTE, 20 * MINUTE, 180 * MINUTE, 30 * 60 * MINUTE] as const;

interface SiteParts {
  kind: DatabaseKind;
  random: Random;
  tally: DaysTally;
  start: number;
  hasBeacon: boolean;
}

export class SimulatedSite {
  readonly model: SiteModel;
  readonly time: SteppedTime;
  readonly beacon: SimulatedBeacon | null;
  readonly kind: DatabaseKind;
  readonly #random: Random;
  readonly #tally: DaysTally;
  readonly #state: AutomationState;
  readonly #nodes: SimulatedNodes;
  readonly #expected: ExpectedAutomation;
  readonly #crashes: CrashPoints;
  readonly #log: SiteLog;
  #hasCrashed = false;
  /** Ended since the last audit: what they did before is audited as well. */
  #dead: SimulatedNode[] = [];
  #database!: SimulatedDatabase;
  #auditor!: Auditor;
  #copies!: SiteCopies;
  #machineHasCrashed = false;

  constructor({ kind, random, tally, start, hasBeacon }: SiteParts) {
    this.kind = kind;
    this.#random = random;
    this.#tally = tally;
    this.time = stepTimeFrom(start);
    this.#crashes = new CrashPoints(random, tally, (isMachine) => this.#noteCrash(isMachine));
    const { clock, timers } = this.time;
    this.beacon = hasBeacon ? new SimulatedBeacon(clock.now, timers.elapsed) : null;
    this.model = new SiteModel(this.beacon?.chain ?? null);
    const { model, beacon } = this;
    this.#expected = new ExpectedAutomation({ model, tally, beacon, elapsed: timers.elapsed });
    this.#nodes = new SimulatedNodes(kind === 'postgres' ? 2 : random.integer(1, 2));
    this.#state = {
      now: clock.now,
      clockIsAheadBy: 0,
      undisturbedSince: start,
      mayCreateDrafts: (date, now) =>
        [...this.#nodes.all, ...this.#dead].some((node) => this.#expected.areDraftsDueFrom(node, date, now)),
    };
    this.#log = new SiteLog({ model, tally, state: this.#state, beacon });
  }

  async open(): Promise<void> {
    this.#database = await createSimulatedDatabase(this.kind);
    await this.#startNodes();
    const automation = new AutomationAuditor(this.model, this.#tally, this.#state);
    const opened = await openDatabase(this.#database.location());
    this.#auditor = new Auditor(opened, this.model, this.#tally, { automation, log: this.#log.entries });
    const parts = { database: this.#database, auditor: this.#auditor, log: this.#log };
    this.#copies = new SiteCopies({ ...parts, model: this.model, tally: this.#tally });
    this.#machineHasCrashed = false;
    await this.time.advanceBy(0);
    await this.settle();
  }

  async close(): Promise<void> {
    for (const { stop } of this.#nodes.running) await stop();
    await this.#auditor?.database.close();
    await this.#database?.remove();
  }

  get now(): number {
    return this.time.clock.now();
  }

  /** When automation has something to do next, or a node starts. */
  nextEvent(): number {
    const { now } = this;
    const untilElapsed = (elapsed: number) => now + elapsed - this.time.timers.elapsed();
    const starts = this.#nodes.restarts.map(untilElapsed);
    const nodes = this.#nodes.running;
    return Math.min(...starts, nodes.length > 0 ? this.#expected.nextEvent(nodes, now) : Infinity);
  }

  async advanceTo(instant: number): Promise<void> {
    if (instant - this.now > LEAD) await this.time.leapTo(instant - LEAD);
    await this.time.advanceTo(instant);
  }

  /** Advances to the event; a node may crash in the last millisecond. */
  async advanceToEvent(instant: number, canCrash: boolean): Promise<void> {
    const [first, ...others] = this.#nodes.running;
    if (!canCrash || this.kind === 'postgres' || !first || instant <= this.now) {
      await this.advanceTo(instant);
      await this.settle();
      return;
    }
    await this.advanceTo(instant - 1);
    const node = this.#random.pick([first, ...others]);
    if (!node.process.isDead)
      await this.#crashes.during('automation', node.process, () => this.time.advanceTo(instant));
    await this.time.advanceTo(instant);
    await this.settle();
  }

  /** Runs an act on a node now; returns null if no node is running. */
  async attempt(act: Act, mayCrash: boolean): Promise<Attempt | null> {
    const [first, ...others] = this.#nodes.running;
    if (!first) return null;
    const node = this.#random.pick([first, ...others]);
    const at = this.now;
    const outcome = await runAct(act, node, (work) =>
      mayCrash && this.kind === 'sqlite' ? this.#crashes.during(act.name, node.process, work) : work(),
    );
    this.#tally.counts.acts += 1;
    if (typeof outcome === 'object') this.#tally.counts.refusals += 1;
    this.#tally.trace(`${new Date(at).toISOString()} ${act.name} ${act.text}: ${JSON.stringify(outcome)}`);
    return { act, at, outcome };
  }

  /** Audits what happened, starts nodes that are due, and checks that nothing is overdue. */
  async settle(attempt?: Attempt): Promise<void> {
    const hadCrash = await this.#removeDead();
    await this.#waitForBeacon();
    await this.#auditor.audit(attempt);
    await this.time.advanceBy(hadCrash && this.#nodes.running.length > 0 ? PROPAGATION : 0);
    await this.#startNodes();
    await this.time.advanceBy(0);
    await this.#waitForBeacon();
    await this.#removeDead();
    await this.#auditor.audit();
    this.#dead = [];
    if (this.#nodes.running.length === 0) return;
    this.#log.downSince = null;
    this.#expected.expectNothingOverdue(this.#nodes.running, this.now);
    this.#state.undisturbedSince = this.now;
  }

  /** A node stores the beacon in the background, and makes the drafts then. */
  async #waitForBeacon(): Promise<void> {
    const today = this.model.days.get(dateOf(this.now));
    if (today?.beacon !== 'awaited') return;
    const { db } = this.#auditor.database;
    await this.beacon?.waitUntilStored(db, today);
    await this.time.advanceBy(0);
    await this.beacon?.waitForDrafts(db, today);
    await this.time.advanceBy(0);
  }

  async endDay(): Promise<void> {
    await this.settle();
    await this.#auditor.auditAll();
    await this.#log.audit(this.#auditor.database.db);
    this.#tally.trace(
      JSON.stringify(this.model.list().map(({ drawNo, digits, published }) => [drawNo, digits, published])),
    );
  }

  auditLogFromStart(): Promise<void> {
    return this.#log.auditFromStart(this.#auditor.database.db);
  }

  makeCopy(): void {
    this.#copies.make(this.now);
  }

  /** Stops all nodes and restores a copy; they start again now or later. */
  async restoreCopy(): Promise<void> {
    if (!this.#copies.areThere) return;
    await this.auditLogFromStart();
    for (const { stop } of this.#nodes.running) await stop();
    await this.#removeDead();
    await this.#copies.restore(this.#random, this.now, this.#randomBytes);
    await this.settle();
  }

  /** Sets the clock of the machine while its nodes run (decision 20). */
  async stepClock(milliseconds: number): Promise<void> {
    // A node that has just started trusts any time, and creates its first drafts by it.
    const isSettled = this.#nodes.running.every(({ draftsSeenFor }) => draftsSeenFor !== null);
    if (this.#nodes.running.length < this.#nodes.count || !isSettled) return;
    this.#tally.counts.clockSteps += 1;
    this.#tally.trace(`the clock is set by ${milliseconds} ms`);
    this.time.clock.moveBy(milliseconds);
    const isLeap = milliseconds > MINUTE;
    this.#state.clockIsAheadBy = isLeap ? milliseconds : 0;
    await this.#skip(MINUTE + SECOND);
    if (isLeap) {
      // Automation trusts a jump of the clock only after five minutes.
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

  /** Stops a node; it starts again now or later. */
  async restartNode(): Promise<void> {
    const index = this.#random.integer(0, this.#nodes.count - 1);
    const node = this.#nodes.runningAt(index);
    if (!node) return;
    await node.stop();
    this.#tally.counts.restarts += 1;
    this.#tally.trace(`node ${index} is stopped`);
    await this.settle();
  }

  #noteCrash(isMachine: boolean): void {
    this.#hasCrashed = true;
    if (!isMachine) return;
    this.#machineHasCrashed = true;
    this.#database.crashMachine();
    for (const node of this.#nodes.running) node.process.end();
  }

  /** Removes the nodes that have ended; returns false if there are none. */
  async #removeDead(): Promise<boolean> {
    const dead = this.#nodes.all.filter(({ process }) => process.isDead);
    if (dead.length === 0 && !this.#hasCrashed) return false;
    // Lets the last statements of their processes fail.
    await Bun.sleep(0);
    await Bun.sleep(0);
    this.#dead.push(...dead);
    if (this.#nodes.running.length === 0) this.#log.downSince ??= this.now;
    this.#hasCrashed = false;
    const elapsed = this.time.timers.elapsed();
    this.#nodes.removeDead((node) => {
      this.#expected.forget(node);
      return elapsed + this.#random.pick(DOWNTIMES);
    });
    await this.#reopenAfterMachineCrash();
    this.#state.undisturbedSince = Number.POSITIVE_INFINITY;
    return true;
  }

  /** After a crash of the machine the database is the copy of that moment. */
  async #reopenAfterMachineCrash(): Promise<void> {
    if (!this.#auditor || !this.#machineHasCrashed) return;
    this.#machineHasCrashed = false;
    await this.#auditor.reopen(this.#database.location());
    this.#database.removeOldFiles();
  }

  #startNodes(): Promise<void> {
    return this.#nodes.startDue(
      this.time.timers.elapsed,
      () => this.#startNode(),
      () => this.#removeDead(),
    );
  }

  readonly #randomBytes = (count: number): Uint8Array =>
    Uint8Array.from({ length: count }, () => this.#random.integer(0, 255));

  async #startNode(): Promise<SimulatedNode | null> {
    const process = new SimulatedProcess();
    const parts = {
      location: this.#database.location(),
      time: this.time,
      randomBytes: this.#randomBytes,
      beacon: this.beacon,
      onError: (line: string) => this.#tally.violate(`A node logged ${line}.`),
    };
    const isFirst = this.#auditor === undefined;
    const mayCrash = this.kind === 'sqlite' && this.#random.chance(isFirst ? 0.5 : 0.1);
    return startNode(parts, process, (start) =>
      mayCrash ? this.#crashes.during(isFirst ? 'first start' : 'start', process, start) : start(),
    );
  }
}
