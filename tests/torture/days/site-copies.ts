/** Copies of a simulated site with the model of that moment, and restoring one of them. */
import type { RandomBytes } from '../../../src/core/digits.ts';
import type { Random } from '../random.ts';
import type { Auditor, Progress } from './auditor.ts';
import { continueCopy } from './restored-log.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { SiteLog } from './site-log.ts';
import type { SiteModel } from './site-model.ts';
import type { DaysTally } from './tally.ts';

interface SiteCopy {
  /** The number of its files. */
  files: number;
  model: SiteModel;
  progress: Progress;
  nodeRanUntil: number;
}

interface Parts {
  model: SiteModel;
  tally: DaysTally;
  log: SiteLog;
  database: SimulatedDatabase;
  auditor: Auditor;
}

const MOST_COPIES = 3;

export class SiteCopies {
  readonly #parts: Parts;
  #copies: SiteCopy[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  make(now: number): void {
    const { database, model, auditor, log, tally } = this.#parts;
    const files = database.copy();
    if (files === null) return;
    const nodeRanUntil = log.downSince ?? now;
    const copy = { files, model: model.copy(), progress: auditor.progress(), nodeRanUntil };
    this.#copies = [...this.#copies, copy].slice(-MOST_COPIES);
    tally.trace('a copy is made');
  }

  get areThere(): boolean {
    return this.#copies.length > 0;
  }

  /** Restores any of the copies while no node is running. */
  async restore(random: Random, now: number, randomBytes: RandomBytes): Promise<void> {
    const [first, ...others] = this.#copies;
    if (!first) return;
    const { database, model, auditor, log, tally } = this.#parts;
    const copy = random.pick([first, ...others]);
    const formerLog = model.log;
    database.restore(copy.files);
    model.replaceWith(copy.model);
    const former = await continueCopy(database.location(), { now, formerLog, randomBytes });
    await auditor.reopen(database.location());
    database.removeOldFiles();
    auditor.returnTo(copy.progress);
    log.downSince = copy.nodeRanUntil;
    await log.beginAgain(auditor.database.db, formerLog, former);
    tally.counts.restores += 1;
    tally.trace(`a copy is restored: the log is number ${model.log}`);
  }
}
