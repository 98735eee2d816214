/** Expects every node to check once a day whether drafts are missing. */

import type { SimulatedNode } from './simulated-node.ts';
import { dateOf, type SiteModel } from './site-model.ts';
import type { DaysTally } from './tally.ts';

const DRAFTS_AFTER_START = 2_000;
/** The time within which a change reaches the other nodes. */
export const PROPAGATION = 1_100;

export class ExpectedDrafts {
  readonly #model: SiteModel;
  readonly #tally: DaysTally;
  readonly #elapsed: () => number;
  /** The nodes that have to check for a day, and since when. */
  readonly #pending = new Map<SimulatedNode, { date: string; since: number }>();

  constructor(model: SiteModel, tally: DaysTally, elapsed: () => number) {
    this.#model = model;
    this.#tally = tally;
    this.#elapsed = elapsed;
  }

  /** Whether the node still has to check. */
  areDueFrom({ draftsSeenFor, startedAt }: SimulatedNode, date: string, now: number): boolean {
    if (draftsSeenFor === null) return this.#elapsed() >= startedAt + DRAFTS_AFTER_START;
    return draftsSeenFor < date && now >= this.#model.generateAt(date);
  }

  /** The instant at which the node checks next on this day. */
  nextCheckOf({ draftsSeenFor, startedAt }: SimulatedNode, now: number): number {
    if (draftsSeenFor !== null) return this.#model.generateAt(dateOf(now));
    return now + startedAt + DRAFTS_AFTER_START - this.#elapsed();
  }

  forget(node: SimulatedNode): void {
    this.#pending.delete(node);
  }

  expectFrom(node: SimulatedNode, date: string, now: number): void {
    const elapsed = this.#elapsed();
    const pending = this.#pending.get(node);
    if (pending && elapsed - pending.since >= PROPAGATION) {
      this.#pending.delete(node);
      node.draftsSeenFor = pending.date;
    }
    if (this.#pending.has(node) || !this.areDueFrom(node, date, now)) return;
    this.#pending.set(node, { date, since: elapsed });
    const model = this.#model;
    const needsDrafts = !model.hasDraws(date) && model.freeSlots(date).length > 0;
    if (needsDrafts && !model.hasResultFromTheFuture(now))
      this.#tally.violate(`There are no drafts for ${date} at ${new Date(now).toISOString()}.`, 'lost');
  }
}
