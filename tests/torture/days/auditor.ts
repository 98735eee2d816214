/** Reads the new rows of the activity log and the feed, and compares them with the model. */
import type { AdminDraw, Draw } from '../../../src/contract/draws.ts';
import { applyChange, type Change, compareDraws } from '../../../src/core/live.ts';
import {
  type Database,
  type DatabaseLocation,
  openDatabase,
} from '../../../src/server/storage/engines/database.ts';
import type { Row } from '../../../src/server/storage/schema.ts';
import type { Act } from './acts.ts';
import type { Attempt } from './attempt.ts';
import type { AutomationAuditor } from './automation-auditor.ts';
import type { ExpectedRecord } from './expectation.ts';
import { checkDrawChange } from './feed-check.ts';
import type { ModelDraw, SiteModel } from './site-model.ts';
import { compareChangedDraws, compareTables } from './table-check.ts';
import type { DaysTally } from './tally.ts';

export class Auditor {
  readonly #model: SiteModel;
  readonly #tally: DaysTally;
  readonly #automation: AutomationAuditor;
  #activitySeen = 0;
  #feedSeen = 0;
  #publicSeen = 0;
  #staffView: AdminDraw[] = [];
  #publicView: Draw[] = [];
  database: Database;

  constructor(database: Database, model: SiteModel, tally: DaysTally, automation: AutomationAuditor) {
    this.database = database;
    this.#model = model;
    this.#tally = tally;
    this.#automation = automation;
  }

  async reopen(location: DatabaseLocation): Promise<void> {
    await this.database.close();
    this.database = await openDatabase(location);
  }

  /** Call this after every act, and after the time was advanced. */
  async audit(attempt?: Attempt): Promise<void> {
    const { db } = this.database;
    const entries = await db
      .selectFrom('activity')
      .selectAll()
      .where('id', '>', this.#activitySeen)
      .orderBy('id')
      .execute();
    const feed = await db
      .selectFrom('feed')
      .selectAll()
      .where('id', '>', this.#feedSeen)
      .orderBy('id')
      .execute();
    const expectedBefore = attempt?.act.expect(this.#model, attempt.at);
    let pending: ExpectedRecord[] | null = null;
    const touched = new Set<string>();
    for (const entry of entries) {
      this.#activitySeen += 1;
      if (entry.id !== this.#activitySeen) this.#tally.violate(`The activity log jumps to ${entry.id}.`);
      let record: ExpectedRecord | null | undefined;
      if (entry.user_name === 'System') record = this.#automation.explain(entry);
      else if (attempt) {
        if (entry.at !== attempt.at)
          this.#tally.violate(`An act at ${attempt.at} is recorded at ${entry.at}.`);
        pending ??= this.#recordsOf(attempt);
        record = pending.shift();
      }
      if (!record || record.action !== entry.action || (record.target ?? entry.target) !== entry.target) {
        this.#tally.violate(
          `"${entry.action}" of ${entry.target} by ${entry.user_name} at ${iso(entry.at)} was recorded, but ${record ? `"${record.action}" of ${record.target}` : 'nothing'} was expected.`,
        );
        continue;
      }
      for (const id of this.#apply(record, entry, feed)) touched.add(id);
    }
    this.#automation.finish();
    if (feed.length > 0)
      this.#tally.violate(`${feed.length} changes are in the feed without an entry in the activity log.`);
    if (attempt) this.#checkOutcome(attempt, expectedBefore, pending);
    await compareChangedDraws(db, this.#model, this.#tally, [...touched]);
  }

  #recordsOf({ act, at }: Attempt): ExpectedRecord[] {
    const expectation = act.expect(this.#model, at);
    return 'records' in expectation ? [...expectation.records] : [];
  }

  /** Checks that the caller got the right response. */
  #checkOutcome(
    { act, at, outcome }: Attempt,
    before: ReturnType<Act['expect']> | undefined,
    pending: ExpectedRecord[] | null,
  ): void {
    const label = `"${act.name} ${act.text}"`;
    if (pending && pending.length > 0) this.#tally.violate(`${label} happened only in part.`, 'lost');
    if (outcome === 'crashed') {
      if (pending) this.#tally.counts.happenedUnacknowledged += 1;
      return;
    }
    if (pending) {
      if (outcome !== 'done')
        this.#tally.violate(`${label} was refused with ${outcome.refused}, and happened.`);
      return;
    }
    // Automation may have acted before or after.
    const possible = [before, act.expect(this.#model, at)];
    if (outcome === 'done') {
      const mayDoNothing = possible.some((one) => one && 'records' in one && one.records.length === 0);
      if (!mayDoNothing) this.#tally.violate(`${label} was acknowledged, and is not there.`, 'lost');
    } else if (!possible.some((one) => one && 'refusal' in one && one.refusal === outcome.refused)) {
      this.#tally.violate(
        `${label} was refused with ${outcome.refused}; expected ${JSON.stringify(possible[0])}.`,
      );
    }
  }

  /** Checks the feed rows of a record and applies them to the model; returns the ids of the changed draws. */
  #apply(record: ExpectedRecord, entry: Row<'activity'>, feed: Row<'feed'>[]): string[] {
    const touched: string[] = [];
    for (const transition of record.draws ?? []) {
      const change = this.#takeChange(feed, entry, 'draws');
      if (!change) continue;
      const after = transition.after && withStoredValues(transition.after, change);
      const problem = checkDrawChange(change, { before: transition.before, after });
      if (problem) this.#tally.violate(`${entry.action} of ${entry.target}: ${problem}`);
      if (after) this.#model.draws.set(after.id, after);
      else this.#model.draws.delete(change.row_id);
      touched.push(change.row_id);
      this.#staffView = applyChange(
        this.#staffView,
        changeFor<AdminDraw>(change.admin_type, change.admin_row),
        compareDraws,
      );
      if (change.public_type && change.public_row)
        this.#publicView = applyChange(
          this.#publicView,
          changeFor<Draw>(change.public_type, change.public_row),
          compareDraws,
        );
    }
    if (record.settings) {
      this.#takeChange(feed, entry, 'settings');
      this.#model.settings = record.settings;
      this.#model.settingsVersion += 1;
      this.#model.settingsChangedAt = entry.at;
    }
    if (record.created) {
      const change = this.#takeChange(
        feed,
        entry,
        record.created === 'contacts' ? 'contact_messages' : 'news_posts',
      );
      if (change && this.#model[record.created].has(change.row_id))
        this.#tally.violate(`${entry.target} was created twice.`, 'doubled');
      if (change) this.#model[record.created].add(change.row_id);
    }
    const logged = this.#takeChange(feed, entry, 'activity');
    if (logged && (logged.row_id !== String(entry.id) || logged.public_type !== null))
      this.#tally.violate(`The feed has the entry ${entry.id} as ${JSON.stringify(logged)}.`);
    return touched;
  }

  #takeChange(feed: Row<'feed'>[], entry: Row<'activity'>, table: string): Row<'feed'> | null {
    const change = feed.shift();
    if (change?.table_name !== table || change.at !== entry.at) {
      this.#tally.violate(`The feed does not contain "${entry.action}" of ${entry.target}.`, 'lost');
      return null;
    }
    this.#feedSeen += 1;
    if (change.public_type !== null) this.#publicSeen += 1;
    const publicId = change.public_type === null ? null : this.#publicSeen;
    if (change.id !== this.#feedSeen || change.public_id !== publicId)
      this.#tally.violate(
        `The feed has ${change.id}/${change.public_id} where ${this.#feedSeen}/${publicId} comes next.`,
      );
    return change;
  }

  /** At the end of a day: all tables, and both views of the feed. */
  auditAll(): Promise<void> {
    return compareTables(this.database.db, this.#model, this.#tally, {
      feedHead: this.#feedSeen,
      publicHead: this.#publicSeen,
      staffView: this.#staffView,
      publicView: this.#publicView,
    });
  }
}

const iso = (instant: number): string => new Date(instant).toISOString();

/** Adds what only the database knows: the id, and random digits. */
function withStoredValues(draw: ModelDraw, { row_id, admin_row }: Row<'feed'>): ModelDraw {
  if (draw.digits !== '') return { ...draw, id: row_id };
  const { digit1, digit2, digit3, digit4, digit5 } = JSON.parse(admin_row) as AdminDraw;
  return { ...draw, id: row_id, digits: [digit1, digit2, digit3, digit4, digit5].join('') };
}

const changeFor = <Wire extends { id: string }>(type: string, row: string): Change<Wire> =>
  ({ type, row: JSON.parse(row) }) as Change<Wire>;
