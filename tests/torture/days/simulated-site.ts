/** A database with its nodes: advances the time, crashes, restarts and restores, and audits the result. */
import type { DatabaseKind } from '../../../src/contract/health.ts';
import { openDatabase } from '../../../src/server/storage/engines/database.ts';
import { type SteppedTime, stepTimeFrom } from '../../support/stepped-time.ts';
import type { Random } from '../random.ts';
import type { Act } from './acts.ts';
import { type Attempt, runAct } from './attempt.ts';
import { Auditor } from './auditor.ts';
import { AutomationAuditor, type AutomationState } from './automation-auditor.ts';
import { moveClock } from './clock-step.ts';
import { CrashPoints } from './crash-points.ts';
import { EndedNodes } from './ended-nodes.ts';
import { ExpectedAutomation, PROPAGATION } from './expected-automation.ts';
import { SimulatedBeacon } from './simulated-beacon.ts';
import { createSimulatedDatabase, type SimulatedDatabase } from './simulated-database.ts';
import { type SimulatedNode, startNode } from './simulated-node.ts';
import { SimulatedNodes } from './simulated-nodes.ts';
import { SimulatedProcess } from './simulated-process.ts';
import { SiteCopies } from './site-copies.ts';
import { SiteLog } from './site-log.ts';
import { dateOf, SiteModel } from './site-model.ts';
import type { DaysTally } from './tally.ts';

/** Time is advanced timer by timer for this long before each event, and in one step before that. */
const LEAD = 1_100;

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
  readonly #ended: EndedNodes;
  #database!: SimulatedDatabase;
  #auditor!: Auditor;
  #copies!: SiteCopies;

  constructor({ kind, random, tally, start, hasBeacon }: SiteParts) {
    this.kind = kind;
    this.#random = random;
    this.#tally = tally;
    this.time = stepTimeFrom(start);
    this.#crashes = new CrashPoints(random, tally, (isMachine) =>
      this.#ended.noteCrash(isMachine, this.#database),
    );
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
        [...this.#nodes.all, ...this.#ended.sinceAudit].some((node) =>
          this.#expected.areDraftsDueFrom(node, date, now),
        ),
    };
    this.#log = new SiteLog({ model, tally, state: this.#state, beacon });
    const parts = { nodes: this.#nodes, expected: this.#expected, log: this.#log, state: this.#state };
    this.#ended = new EndedNodes({ ...parts, random, time: this.time });
  }

  async open(): Promise<void> {
    this.#database = await createSimulatedDatabase(this.kind);
    await this.#startNodes();
    const automation = new AutomationAuditor(this.model, this.#tally, this.#state);
    const opened = await openDatabase(this.#database.location());
    this.#auditor = new Auditor(opened, this.model, this.#tally, { automation, log: this.#log.entries });
    const parts = { database: this.#database, auditor: this.#auditor, log: this.#log };
    this.#copies = new SiteCopies({ ...parts, model: this.model, tally: this.#tally });
    this.#ended.forgetMachineCrash();
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
    const hadCrash = await this.#removeEnded();
    await this.#waitForBeacon();
    await this.#auditor.audit(attempt);
    await this.time.advanceBy(hadCrash && this.#nodes.running.length > 0 ? PROPAGATION : 0);
    await this.#startNodes();
    await this.time.advanceBy(0);
    await this.#waitForBeacon();
    await this.#removeEnded();
    await this.#auditor.audit();
    this.#ended.sinceAudit = [];
    if (this.#nodes.running.length === 0) return;
    this.#log.downSince = null;
    this.#expected.expectNothingOverdue(this.#nodes.running, this.now);
    this.#state.undisturbedSince = this.now;
  }

  async #waitForBeacon(): Promise<void> {
    const today = this.model.days.get(dateOf(this.now));
    if (today?.beacon !== 'awaited') return;
    await this.beacon?.waitForNodes(this.#auditor.database.db, today, this.time);
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
    await this.#removeEnded();
    await this.#copies.restore(this.#random, this.now, this.#random.bytes);
    await this.settle();
  }

  /** Sets the clock of the machine while its nodes run (decision 20). */
  async stepClock(milliseconds: number): Promise<void> {
    // A node that has just started trusts any time, and creates its first drafts by it.
    const isSettled = this.#nodes.running.every(({ draftsSeenFor }) => draftsSeenFor !== null);
    if (this.#nodes.running.length < this.#nodes.count || !isSettled) return;
    this.#tally.counts.clockSteps += 1;
    this.#tally.trace(`the clock is set by ${milliseconds} ms`);
    await moveClock({ time: this.time, state: this.#state, auditor: this.#auditor }, milliseconds);
    await this.settle();
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

  #removeEnded(): Promise<boolean> {
    return this.#ended.remove(this.#database, this.#auditor);
  }

  #startNodes(): Promise<void> {
    return this.#nodes.startDue(
      this.time.timers.elapsed,
      () => this.#startNode(),
      () => this.#removeEnded(),
    );
  }

  async #startNode(): Promise<SimulatedNode | null> {
    const process = new SimulatedProcess();
    const parts = {
      location: this.#database.location(),
      time: this.time,
      randomBytes: this.#random.bytes,
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
