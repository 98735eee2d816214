/** Checks the entries of automation: whether they were allowed, and what they must have changed. */
import type { Row } from '../../../src/server/storage/schema.ts';
import { edited } from './draw-changes.ts';
import { type ExpectedRecord, type NewModelDraw, newRandomDraft, recordOf, revise } from './expectation.ts';
import { isTooEarly, missingDrafts } from './seed-rules.ts';
import { dateOf, MINUTE, type SiteModel } from './site-model.ts';
import type { DaysTally } from './tally.ts';

/** What the simulation knows about its nodes. */
export interface AutomationState {
  now(): number;
  /** How far the clock is ahead of the time that automation trusts. */
  clockIsAheadBy: number;
  /** Since when automation has run without a backlog; infinite while a node is down. */
  undisturbedSince: number;
  /** Whether a node still has to check the drafts of that day. */
  mayCreateDrafts(date: string, now: number): boolean;
}

/** See docs/reliability.md. */
const MOST_LATE = 1_000;

export class AutomationAuditor {
  readonly #model: SiteModel;
  readonly #tally: DaysTally;
  readonly #state: AutomationState;
  /** Those of the current batch that are not recorded yet. */
  #batch: { at: number; drafts: NewModelDraw[] } | null = null;

  constructor(model: SiteModel, tally: DaysTally, state: AutomationState) {
    this.#model = model;
    this.#tally = tally;
    this.#state = state;
  }

  /** Returns null if automation was not allowed to do that. */
  explain(entry: Row<'activity'>): ExpectedRecord | null {
    if (entry.action === 'Created draft') return this.#explainDraft(entry);
    this.finish();
    if (entry.action === 'Published result') return this.#explainPublication(entry);
    const hasJumped = entry.action === 'Clock jumped' && this.#state.clockIsAheadBy > 0;
    return hasJumped ? { action: entry.action, target: entry.target } : null;
  }

  /** Call this when no further entry follows. */
  finish(): void {
    const missing = this.#batch?.drafts.map(({ drawNo }) => drawNo) ?? [];
    if (missing.length > 0) this.#tally.violate(`Automation did not make ${missing.join(', ')}.`, 'lost');
    this.#batch = null;
  }

  #explainDraft(entry: Row<'activity'>): ExpectedRecord | null {
    const date = dateOf(entry.at - this.#state.clockIsAheadBy);
    if (this.#batch?.at !== entry.at) {
      this.finish();
      this.#batch = { at: entry.at, drafts: missingDrafts(this.#model, date) };
      this.#tally.counts.generations += 1;
      this.#tally.trace(`drafts for ${date}`);
      const day = this.#model.days.get(date);
      if (!day || isTooEarly(day, entry.at))
        this.#tally.violate(`Automation made drafts for ${date} too early.`, 'early');
      if (this.#model.hasDraws(date))
        this.#tally.violate(`Automation made drafts for ${date}, which has draws.`);
      if (day?.preparedAt !== entry.at)
        this.#tally.violate(`Automation made drafts for ${date}, whose drafts it had made before.`);
      if (!this.#state.mayCreateDrafts(date, entry.at - this.#state.clockIsAheadBy))
        this.#tally.violate(`Automation made drafts for ${date} out of turn.`);
      if (this.#model.hasResultFromTheFuture(entry.at))
        this.#tally.violate(`Automation made drafts for ${date} though a result is from the future.`);
    }
    const draft = this.#batch.drafts.shift();
    return draft ? recordOf(entry.action, { before: null, after: newRandomDraft(draft, entry.at) }) : null;
  }

  #explainPublication({ action, target, at, after }: Row<'activity'>): ExpectedRecord | null {
    const draw = this.#model.byNumber(target);
    if (!draw) return null;
    const due = this.#model.dueAt(draw);
    if (draw.published) this.#tally.violate(`${target} was published twice.`, 'doubled');
    else if (!this.#model.isAutomatic(draw))
      this.#tally.violate(`Automation published ${target}, which was not its to publish.`);
    if (due > at - this.#state.clockIsAheadBy)
      this.#tally.violate(`${target} was published ${due - at} ms before it was due.`, 'early');
    if (Math.max(this.#state.undisturbedSince, draw.updatedAt, this.#model.settingsChangedAt) < due) {
      this.#tally.lateness.push(at - due);
      if (at - due > MOST_LATE) this.#tally.violate(`${target} was published ${at - due} ms late.`);
    }
    const isMarkedLate = JSON.parse(after ?? '{}').late === true;
    if (isMarkedLate !== at - due > MINUTE)
      this.#tally.violate(`${target} is ${isMarkedLate ? '' : 'not '}marked late.`);
    this.#tally.counts.publications += 1;
    this.#tally.trace(`${target} published at ${at}`);
    const published = edited(draw, { published: true }, this.#model.logTimeAt(at));
    return recordOf(action, { before: draw, after: revise(published, at) });
  }
}
