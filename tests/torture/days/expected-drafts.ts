/** Expects every node to look, once for each day, whether the day needs drafts. */
import type { Findings } from './findings.ts';
import type { SimulatedNode } from './simulated-node.ts';
import type { SiteModel } from './site-model.ts';

export const DRAFTS_AFTER_START = 2_000;
/** By then every node has heard of what another one wrote. */
export const HEARD = 1_100;

export class ExpectedDrafts {
  readonly #model: SiteModel;
  readonly #findings: Findings;
  readonly #elapsed: () => number;
  /** The nodes that have a day's drafts to see to, and since when. */
  readonly #owing = new Map<SimulatedNode, { date: string; since: number }>();

  constructor(model: SiteModel, findings: Findings, elapsed: () => number) {
    this.#model = model;
    this.#findings = findings;
    this.#elapsed = elapsed;
  }

  /** Whether the node has still to look. */
  areOwedBy({ draftsSeenFor, startedAt }: SimulatedNode, date: string, now: number): boolean {
    if (draftsSeenFor === null) return this.#elapsed() >= startedAt + DRAFTS_AFTER_START;
    return draftsSeenFor < date && now >= this.#model.generateAt(date);
  }

  forget(node: SimulatedNode): void {
    this.#owing.delete(node);
  }

  expectFrom(node: SimulatedNode, date: string, now: number): void {
    const elapsed = this.#elapsed();
    const owed = this.#owing.get(node);
    if (owed && elapsed - owed.since >= HEARD) {
      this.#owing.delete(node);
      node.draftsSeenFor = owed.date;
    }
    if (this.#owing.has(node) || !this.areOwedBy(node, date, now)) return;
    this.#owing.set(node, { date, since: elapsed });
    const model = this.#model;
    const needsDrafts = !model.hasDraws(date) && model.freeSlots(date).length > 0;
    if (needsDrafts && !model.hasResultFromTheFuture(now))
      this.#findings.violate(`There are no drafts for ${date} at ${new Date(now).toISOString()}.`, 'lost');
  }
}
