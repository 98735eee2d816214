/** The public log of a simulated site: its new entries are explained, and all of it is audited. */
import type { Reader } from '../../../src/server/storage/schema.ts';
import type { AutomationState } from './automation-auditor.ts';
import { LogAuditor } from './log-auditor.ts';
import { PublicLogAudit } from './public-log-audit.ts';
import { expectedBeginning, type FormerLog, originOf } from './restored-log.ts';
import { openingAt } from './seed-rules.ts';
import type { SimulatedBeacon } from './simulated-beacon.ts';
import type { SiteModel } from './site-model.ts';
import type { DaysTally } from './tally.ts';

interface Parts {
  model: SiteModel;
  tally: DaysTally;
  state: AutomationState;
  beacon: SimulatedBeacon | null;
}

export class SiteLog {
  readonly entries: LogAuditor;
  readonly #parts: Parts;
  #audit: PublicLogAudit;
  /** Since when no node has run on this database; null while one is running. */
  downSince: number | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.entries = new LogAuditor(parts);
    this.#audit = this.#newAudit();
  }

  /** Audits what is new since the last audit, together with all of the results. */
  audit(db: Reader): Promise<void> {
    return this.#report(this.#audit, db);
  }

  /** Audits the whole log again, as an auditor does who comes for the first time. */
  async auditFromStart(db: Reader): Promise<void> {
    const { tally } = this.#parts;
    const audit = this.#newAudit();
    await this.#report(audit, db);
    tally.counts.entries += audit.size;
    for (const finding of await audit.checkTiles(db)) tally.violate(`The audit finds: ${finding}`);
  }

  #newAudit(): PublicLogAudit {
    const { log, beacon } = this.#parts.model;
    return new PublicLogAudit({ log, origin: originOf(log), beacon });
  }

  async #report(audit: PublicLogAudit, db: Reader): Promise<void> {
    const { tally, state } = this.#parts;
    tally.counts.audits += 1;
    for (const finding of await audit.check(db)) tally.violate(`The audit finds: ${finding}`);
    for (const drawNo of audit.findLate(state.now())) {
      if (this.#mayBeLate(drawNo)) tally.counts.lateSeeds += 1;
      else tally.violate(`The audit finds: the seed of ${drawNo} was not opened within a day.`);
    }
  }

  /** Only if no node ran when it had to be opened, and none has run since. */
  #mayBeLate(drawNo: string): boolean {
    const { model } = this.#parts;
    const seed = model.seeds.get(drawNo);
    return seed !== undefined && this.downSince !== null && openingAt(model, seed) >= this.downSince;
  }

  /** After a restore: the model is that of the copy. */
  async beginAgain(db: Reader, formerLog: number, former: FormerLog): Promise<void> {
    const { model, state } = this.#parts;
    const { sealed, entries, notBefore } = expectedBeginning(model, former);
    model.log = Math.max(model.log, formerLog) + 1;
    model.logTime = Math.max(state.now(), model.logTime, notBefore);
    this.entries.startAgain();
    await this.entries.read(db);
    const seals = this.entries.take(entries, state.now());
    for (const [index, draw] of sealed.entries()) {
      const seal = seals[index];
      if (seal !== undefined) model.draws.set(draw.id, { ...draw, seal });
    }
    this.entries.finish();
    this.#audit = this.#newAudit();
  }
}
