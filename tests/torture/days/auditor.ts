/** Reads the new rows of the activity log, the feed and the public log, and compares them with the model. */
import type { AdminDraw, Draw } from '../../../src/contract/draws.ts';
import { compareDraws } from '../../../src/core/draw-order.ts';
import { applyChange, type Change } from '../../../src/core/live.ts';
import {
  type Database,
  type DatabaseLocation,
  openDatabase,
} from '../../../src/server/storage/engines/database.ts';
import type { Reader, Row } from '../../../src/server/storage/schema.ts';
import type { Attempt } from './attempt.ts';
import type { AutomationAuditor } from './automation-auditor.ts';
import type { DrawTransition, ExpectedRecord } from './expectation.ts';
import { entriesOf, importedEntryOf } from './expected-entries.ts';
import { checkDrawChange } from './feed-check.ts';
import type { LogAuditor } from './log-auditor.ts';
import { checkOutcome } from './outcome-check.ts';
import type { ModelDraw, SiteModel } from './site-model.ts';
import { compareChangedDraws, compareTables } from './table-check.ts';
import type { DaysTally } from './tally.ts';

/** What was read so far. */
export interface Progress {
  activity: number;
  feed: number;
  publicFeed: number;
  staffView: AdminDraw[];
  publicView: Draw[];
}

export class Auditor {
  readonly #model: SiteModel;
  readonly #tally: DaysTally;
  readonly #automation: AutomationAuditor;
  readonly #log: LogAuditor;
  #seen: Progress = { activity: 0, feed: 0, publicFeed: 0, staffView: [], publicView: [] };
  database: Database;

  constructor(
    database: Database,
    model: SiteModel,
    tally: DaysTally,
    { automation, log }: { automation: AutomationAuditor; log: LogAuditor },
  ) {
    this.database = database;
    this.#model = model;
    this.#tally = tally;
    this.#automation = automation;
    this.#log = log;
  }

  progress(): Progress {
    return { ...this.#seen };
  }

  /** After a restore: what was read when the copy was made. */
  returnTo(progress: Progress): void {
    this.#seen = { ...progress };
  }

  async reopen(location: DatabaseLocation): Promise<void> {
    await this.database.close();
    this.database = await openDatabase(location);
  }

  /** Reads until nothing was added meanwhile: a node may write in the background. */
  async #readNew(db: Reader): Promise<{ entries: Row<'activity'>[]; feed: Row<'feed'>[] }> {
    const readActivity = () =>
      db.selectFrom('activity').selectAll().where('id', '>', this.#seen.activity).orderBy('id').execute();
    let entries = await readActivity();
    for (;;) {
      const feed = await db
        .selectFrom('feed')
        .selectAll()
        .where('id', '>', this.#seen.feed)
        .orderBy('id')
        .execute();
      const later = await readActivity();
      if (later.length === entries.length) return { entries, feed };
      entries = later;
    }
  }

  /** Call this after every act, and after the time was advanced. */
  async audit(attempt?: Attempt): Promise<void> {
    const { db } = this.database;
    const { entries, feed } = await this.#readNew(db);
    await this.#log.read(db);
    const expectedBefore = attempt?.act.expect(this.#model, attempt.at);
    let pending: ExpectedRecord[] | null = null;
    const touched = new Set<string>();
    for (const entry of entries) {
      this.#log.takeAutomatic();
      this.#seen.activity += 1;
      if (entry.id !== this.#seen.activity) this.#tally.violate(`The activity log jumps to ${entry.id}.`);
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
    this.#log.finish();
    if (feed.length > 0)
      this.#tally.violate(`${feed.length} changes are in the feed without an entry in the activity log.`);
    if (attempt) checkOutcome(attempt, expectedBefore, pending, { model: this.#model, tally: this.#tally });
    await compareChangedDraws(db, this.#model, this.#tally, [...touched]);
  }

  #recordsOf({ act, at }: Attempt): ExpectedRecord[] {
    const expectation = act.expect(this.#model, at);
    return 'records' in expectation ? [...expectation.records] : [];
  }

  /** Checks the feed rows of a record and applies them to the model; returns the ids of the changed draws. */
  #apply(record: ExpectedRecord, entry: Row<'activity'>, feed: Row<'feed'>[]): string[] {
    const touched: string[] = [];
    for (const transition of record.draws ?? []) {
      const change = this.#takeChange(feed, entry, 'draws');
      if (!change) continue;
      const stored = { ...transition, after: transition.after && { ...transition.after, id: change.row_id } };
      const problem = checkDrawChange(change, stored);
      if (problem) this.#tally.violate(`${entry.action} of ${entry.target}: ${problem}`);
      if (!stored.before && stored.after?.provenance === 'generated')
        this.#checkRepeatedDraft(JSON.parse(change.admin_row));
      const after = this.#applyToLog(stored, record, entry.at);
      if (after) this.#model.draws.set(after.id, after);
      else this.#model.draws.delete(change.row_id);
      touched.push(change.row_id);
      this.#seen.staffView = applyChange(
        this.#seen.staffView,
        changeFor<AdminDraw>(change.admin_type, change.admin_row),
        compareDraws,
      );
      if (change.public_type && change.public_row)
        this.#seen.publicView = applyChange(
          this.#seen.publicView,
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

  /** Nobody can throw away digits and get others: a slot has the same digits whenever its draft is created. */
  #checkRepeatedDraft({ drawNo, digit1, digit2, digit3, digit4, digit5 }: AdminDraw): void {
    const digits = [digit1, digit2, digit3, digit4, digit5].join('');
    const former = this.#model.drafted.get(drawNo);
    this.#model.drafted.set(drawNo, digits);
    if (former === undefined) return;
    this.#tally.counts.repeatedDrafts += 1;
    if (former !== digits)
      this.#tally.violate(`${drawNo} was created again with ${digits} instead of ${former}.`);
  }

  /** Takes the entries of the public log; returns the draw with its seal. */
  #applyToLog(transition: DrawTransition, { isImport }: ExpectedRecord, now: number): ModelDraw | null {
    const { after } = transition;
    const entries = isImport && after ? [importedEntryOf(after)] : entriesOf(this.#model, transition);
    const [seal] = this.#log.take(entries, now);
    const opened = entries.find(({ opening }) => opening && 'seed' in (opening as object));
    const seed = opened && this.#model.seeds.get(String(opened['drawNo']));
    if (seed) seed.openedAt ??= this.#model.logTime;
    return after && (seal === undefined ? after : { ...after, seal });
  }

  #takeChange(feed: Row<'feed'>[], entry: Row<'activity'>, table: string): Row<'feed'> | null {
    const change = feed.shift();
    if (change?.table_name !== table || change.at !== entry.at) {
      this.#tally.violate(`The feed does not contain "${entry.action}" of ${entry.target}.`, 'lost');
      return null;
    }
    this.#seen.feed += 1;
    if (change.public_type !== null) this.#seen.publicFeed += 1;
    const publicId = change.public_type === null ? null : this.#seen.publicFeed;
    if (change.id !== this.#seen.feed || change.public_id !== publicId)
      this.#tally.violate(
        `The feed has ${change.id}/${change.public_id} where ${this.#seen.feed}/${publicId} comes next.`,
      );
    return change;
  }

  /** At the end of a day: all tables, and both views of the feed. */
  auditAll(): Promise<void> {
    return compareTables(this.database.db, this.#model, this.#tally, {
      feedHead: this.#seen.feed,
      publicHead: this.#seen.publicFeed,
      staffView: this.#seen.staffView,
      publicView: this.#seen.publicView,
    });
  }
}

const iso = (instant: number): string => new Date(instant).toISOString();

const changeFor = <Wire extends { id: string }>(type: string, row: string): Change<Wire> =>
  ({ type, row: JSON.parse(row) }) as Change<Wire>;
