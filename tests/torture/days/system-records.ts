/** Judges what automation has recorded: whether it was allowed then, and what must have come of it. */
import type { Row } from '../../../src/server/storage/schema.ts';
import { type ExpectedRecord, enter, recordOf, revise } from './expectation.ts';
import type { Findings } from './findings.ts';
import { dateOf, regularNumber, type SiteModel } from './site-model.ts';

/** What only the simulation knows of its nodes. */
export interface AutomationState {
  /** By how much the clock is ahead of the time that automation may act on. */
  clockIsAheadBy: number;
  /** Then automation had nothing left to do, and has been running since; infinite while a node is down. */
  undisturbedSince: number;
  /** Whether some node has still to see to the drafts of that day. */
  mayMakeDrafts(date: string, now: number): boolean;
}

const MINUTE = 60_000;
/** As docs/reliability.md promises. */
const MOST_LATE = 1_000;

export class Automatics {
  readonly #model: SiteModel;
  readonly #findings: Findings;
  readonly #state: AutomationState;
  /** The slots for which a draft is still to be recorded, of those that are made together. */
  #batch: { at: number; slots: string[] } | null = null;

  constructor(model: SiteModel, findings: Findings, state: AutomationState) {
    this.#model = model;
    this.#findings = findings;
    this.#state = state;
  }

  /** Null where it may not have done that. */
  explain(entry: Row<'activity'>): ExpectedRecord | null {
    if (entry.action === 'Created draft') return this.#explainDraft(entry);
    this.finish();
    if (entry.action === 'Published result') return this.#explainPublication(entry);
    const hasJumped = entry.action === 'Clock jumped' && this.#state.clockIsAheadBy > 0;
    return hasJumped ? { action: entry.action, target: entry.target } : null;
  }

  /** To be called once no further entry follows. */
  finish(): void {
    if (this.#batch && this.#batch.slots.length > 0)
      this.#findings.violate(`Automation made no draft for ${this.#batch.slots.join(', ')}.`, 'lost');
    this.#batch = null;
  }

  #explainDraft(entry: Row<'activity'>): ExpectedRecord | null {
    const date = dateOf(entry.at - this.#state.clockIsAheadBy);
    if (this.#batch?.at !== entry.at) {
      this.finish();
      this.#batch = { at: entry.at, slots: this.#model.freeSlots(date) };
      this.#findings.counts.generations += 1;
      this.#findings.trace(`drafts for ${date}`);
      if (this.#model.hasDraws(date))
        this.#findings.violate(`Automation made drafts for ${date}, which has draws.`);
      if (!this.#state.mayMakeDrafts(date, entry.at - this.#state.clockIsAheadBy))
        this.#findings.violate(`Automation made drafts for ${date} out of turn.`);
      if (this.#model.hasResultFromTheFuture(entry.at))
        this.#findings.violate(`Automation made drafts for ${date} though a result is from the future.`);
    }
    const slot = this.#batch.slots.shift();
    if (slot === undefined) return null;
    const draft = { date, slot, drawNo: regularNumber(date, slot), digits: '', published: false };
    return recordOf(entry.action, { before: null, after: enter(draft, 'generated', entry.at) });
  }

  #explainPublication({ action, target, at, after }: Row<'activity'>): ExpectedRecord | null {
    const draw = this.#model.numbered(target);
    if (!draw) return null;
    const due = this.#model.dueAt(draw);
    if (draw.published) this.#findings.violate(`${target} was published twice.`, 'doubled');
    else if (!this.#model.isAutomatic(draw))
      this.#findings.violate(`Automation published ${target}, which was not its to publish.`);
    if (due > at - this.#state.clockIsAheadBy)
      this.#findings.violate(`${target} was published ${due - at} ms before it was due.`, 'early');
    if (Math.max(this.#state.undisturbedSince, draw.updatedAt, this.#model.settingsChangedAt) < due) {
      this.#findings.lateness.push(at - due);
      if (at - due > MOST_LATE) this.#findings.violate(`${target} was published ${at - due} ms late.`);
    }
    const isMarkedLate = JSON.parse(after ?? '{}').late === true;
    if (isMarkedLate !== at - due > MINUTE)
      this.#findings.violate(`${target} is ${isMarkedLate ? '' : 'not '}marked late.`);
    this.#findings.counts.publications += 1;
    this.#findings.trace(`${target} published at ${at}`);
    return recordOf(action, {
      before: draw,
      after: revise(draw, { published: true, onHold: false, publishedAt: at }, at),
    });
  }
}
