/** What automation has to do next, and what it should have done: publish, commit, create drafts, open seeds. */
import { daysToCommit, isTooEarly, nextOpeningAfter, openingAt, unopenedSeeds } from './seed-rules.ts';
import type { SimulatedBeacon } from './simulated-beacon.ts';
import type { SimulatedNode } from './simulated-node.ts';
import { dateOf, instantIn, MINUTE, type SiteModel } from './site-model.ts';
import type { DaysTally } from './tally.ts';

const DRAFTS_AFTER_START = 2_000;
/** A node runs at least this often. */
const SWEEP = MINUTE;
/** The time within which a change reaches the other nodes. */
export const PROPAGATION = 1_100;

interface Parts {
  model: SiteModel;
  tally: DaysTally;
  beacon: SimulatedBeacon | null;
  elapsed(): number;
}

export class ExpectedAutomation {
  readonly #parts: Parts;
  /** The nodes that have to check the drafts of a day, and since when. */
  readonly #pending = new Map<SimulatedNode, { date: string; since: number }>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether the node still has to check the drafts of that day. */
  areDraftsDueFrom({ draftsSeenFor, startedAt }: SimulatedNode, date: string, now: number): boolean {
    const { model, elapsed } = this.#parts;
    const day = model.days.get(date);
    const isStarted = elapsed() >= startedAt + DRAFTS_AFTER_START;
    return isStarted && draftsSeenFor !== date && day !== undefined && !isTooEarly(day, now);
  }

  nextEvent(nodes: readonly SimulatedNode[], now: number): number {
    const { model } = this.#parts;
    const checks = nodes.flatMap((node) => this.#checksOf(node, now)).filter((at) => at > now);
    return Math.min(model.nextDueAfter(now), nextOpeningAfter(model, now), ...checks);
  }

  /** The instants of this day at which the node may have something to do. */
  #checksOf({ startedAt }: SimulatedNode, now: number): number[] {
    const { model, beacon, elapsed } = this.#parts;
    const instantOf = (time: number) => now + time - elapsed();
    const today = model.days.get(dateOf(now));
    const decisions = today?.beacon === 'awaited' ? (beacon?.decisionsAbout(today.round) ?? []) : [];
    return [
      instantIn(dateOf(now), '00:00') + SWEEP,
      instantOf(startedAt + DRAFTS_AFTER_START),
      today?.draftsFrom ?? now,
      ...decisions.map(instantOf),
    ];
  }

  forget(node: SimulatedNode): void {
    this.#pending.delete(node);
  }

  expectNothingOverdue(nodes: readonly SimulatedNode[], now: number): void {
    const { model, tally } = this.#parts;
    const date = dateOf(now);
    for (const { drawNo, late } of model.overdueAt(now))
      tally.violate(`${drawNo} is due since ${late} ms and not published.`, 'lost');
    const uncommitted = daysToCommit(model, now).map((day) => day.date);
    if (uncommitted.length > 0 && now >= instantIn(date, '00:00') + SWEEP)
      tally.violate(`${uncommitted.join(', ')} should be committed at ${iso(now)}.`, 'lost');
    for (const node of nodes) {
      this.#expectBeaconFrom(node, date, now);
      this.#expectDraftsFrom(node, date, now);
    }
    for (const { drawNo } of unopenedSeeds(model).filter((seed) => openingAt(model, seed) <= now))
      tally.violate(`The seed of ${drawNo} should be opened at ${iso(now)}.`, 'lost');
  }

  #expectDraftsFrom(node: SimulatedNode, date: string, now: number): void {
    const { model, tally, elapsed } = this.#parts;
    const pending = this.#pending.get(node);
    if (pending && elapsed() - pending.since >= PROPAGATION) {
      this.#pending.delete(node);
      node.draftsSeenFor = pending.date;
    }
    if (this.#pending.has(node) || !this.areDraftsDueFrom(node, date, now)) return;
    if (this.#isWaiting(node, date)) return;
    this.#pending.set(node, { date, since: elapsed() });
    if (model.hasResultFromTheFuture(now)) return;
    if (model.days.get(date)?.preparedAt === null)
      tally.violate(`There are no drafts for ${date} at ${iso(now)}.`, 'lost');
  }

  #isWaiting({ process }: SimulatedNode, date: string): boolean {
    const { model, beacon } = this.#parts;
    const day = model.days.get(date);
    const hasDrafts = day?.preparedAt !== null;
    return !hasDrafts && (beacon?.isAwaitedBy(process, day?.round ?? 0) ?? false);
  }

  #expectBeaconFrom({ process }: SimulatedNode, date: string, now: number): void {
    const { model, tally, beacon } = this.#parts;
    const day = model.days.get(date);
    if (day?.beacon !== 'awaited' || now < day.draftsFrom) return;
    const neglect = beacon?.findNeglect(process, day.round);
    if (neglect) tally.violate(`The beacon of ${date} is due at ${iso(now)}: a node ${neglect}.`, 'lost');
  }
}

const iso = (instant: number): string => new Date(instant).toISOString();
