/** Reads what the database has recorded since the last look, and holds every entry against the model. */
import type { AdminDraw, Draw } from '../../../src/contract/draws.ts';
import { applyChange, type Change, compareDraws } from '../../../src/core/live.ts';
import { toAdminDraw } from '../../../src/server/storage/draws/draw-rows.ts';
import type { Database } from '../../../src/server/storage/engines/database.ts';
import { listPublishedDraws } from '../../../src/server/storage/public-reads.ts';
import type { Row } from '../../../src/server/storage/schema.ts';
import type { Act } from './acts.ts';
import type { ExpectedRecord } from './expectation.ts';
import { checkDrawChange } from './feed-check.ts';
import type { Findings } from './findings.ts';
import type { ModelDraw, SiteModel } from './site-model.ts';
import type { Automatics } from './system-records.ts';

export type Outcome = 'done' | 'crashed' | { refused: string };

export interface Attempt {
  act: Act;
  at: number;
  outcome: Outcome;
}

const RESULTS_COMPARED = 100;

export class Auditor {
  readonly #model: SiteModel;
  readonly #findings: Findings;
  readonly #automatics: Automatics;
  #activitySeen = 0;
  #feedSeen = 0;
  #publicSeen = 0;
  #staffView: AdminDraw[] = [];
  #publicView: Draw[] = [];
  database: Database;

  constructor(database: Database, model: SiteModel, findings: Findings, automatics: Automatics) {
    this.database = database;
    this.#model = model;
    this.#findings = findings;
    this.#automatics = automatics;
  }

  /** To be called after every act, and after every stretch of time. */
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
      if (entry.id !== this.#activitySeen) this.#findings.violate(`The activity log jumps to ${entry.id}.`);
      let record: ExpectedRecord | null | undefined;
      if (entry.user_name === 'System') record = this.#automatics.explain(entry);
      else if (attempt) {
        if (entry.at !== attempt.at)
          this.#findings.violate(`An act at ${attempt.at} is recorded at ${entry.at}.`);
        pending ??= this.#recordsOf(attempt);
        record = pending.shift();
      }
      if (!record || record.action !== entry.action || (record.target ?? entry.target) !== entry.target) {
        this.#findings.violate(
          `"${entry.action}" of ${entry.target} by ${entry.user_name} at ${iso(entry.at)} was recorded, but ${record ? `"${record.action}" of ${record.target}` : 'nothing'} was expected.`,
        );
        continue;
      }
      for (const id of this.#apply(record, entry, feed)) touched.add(id);
    }
    this.#automatics.finish();
    if (feed.length > 0)
      this.#findings.violate(`${feed.length} changes are in the feed without an entry in the activity log.`);
    if (attempt) this.#judge(attempt, expectedBefore, pending);
    await this.#compareDraws([...touched]);
  }

  #recordsOf({ act, at }: Attempt): ExpectedRecord[] {
    const expectation = act.expect(this.#model, at);
    return 'records' in expectation ? [...expectation.records] : [];
  }

  /** Whether the caller was told the truth. */
  #judge(
    { act, at, outcome }: Attempt,
    before: ReturnType<Act['expect']> | undefined,
    pending: ExpectedRecord[] | null,
  ): void {
    const label = `"${act.name} ${act.text}"`;
    if (pending && pending.length > 0) this.#findings.violate(`${label} happened only in part.`, 'lost');
    if (outcome === 'crashed') {
      if (pending) this.#findings.counts.happenedUnacknowledged += 1;
      return;
    }
    if (pending) {
      if (outcome !== 'done')
        this.#findings.violate(`${label} was refused with ${outcome.refused}, and happened.`);
      return;
    }
    // Automation may have acted first, or just after.
    const possible = [before, act.expect(this.#model, at)];
    if (outcome === 'done') {
      const mayDoNothing = possible.some((one) => one && 'records' in one && one.records.length === 0);
      if (!mayDoNothing) this.#findings.violate(`${label} was acknowledged, and is not there.`, 'lost');
    } else if (!possible.some((one) => one && 'refusal' in one && one.refusal === outcome.refused)) {
      this.#findings.violate(
        `${label} was refused with ${outcome.refused}; expected ${JSON.stringify(possible[0])}.`,
      );
    }
  }

  /** Takes the record's changes from the feed, checks them, and changes the model; returns the draws that it changed. */
  #apply(record: ExpectedRecord, entry: Row<'activity'>, feed: Row<'feed'>[]): string[] {
    const touched: string[] = [];
    for (const transition of record.draws ?? []) {
      const change = this.#takeChange(feed, entry, 'draws');
      if (!change) continue;
      const after = transition.after && completed(transition.after, change);
      const problem = checkDrawChange(change, { before: transition.before, after });
      if (problem) this.#findings.violate(`${entry.action} of ${entry.target}: ${problem}`);
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
        this.#findings.violate(`${entry.target} was created twice.`, 'doubled');
      if (change) this.#model[record.created].add(change.row_id);
    }
    const logged = this.#takeChange(feed, entry, 'activity');
    if (logged && (logged.row_id !== String(entry.id) || logged.public_type !== null))
      this.#findings.violate(`The feed tells of the entry ${entry.id} as ${JSON.stringify(logged)}.`);
    return touched;
  }

  #takeChange(feed: Row<'feed'>[], entry: Row<'activity'>, table: string): Row<'feed'> | null {
    const change = feed.shift();
    if (change?.table_name !== table || change.at !== entry.at) {
      this.#findings.violate(`The feed does not tell "${entry.action}" of ${entry.target}.`, 'lost');
      return null;
    }
    this.#feedSeen += 1;
    if (change.public_type !== null) this.#publicSeen += 1;
    const publicId = change.public_type === null ? null : this.#publicSeen;
    if (change.id !== this.#feedSeen || change.public_id !== publicId)
      this.#findings.violate(
        `The feed has ${change.id}/${change.public_id} where ${this.#feedSeen}/${publicId} comes next.`,
      );
    return change;
  }

  async #compareDraws(ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const rows = await this.database.db.selectFrom('draws').selectAll().where('id', 'in', ids).execute();
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const id of ids) this.#compareDraw(id, found.get(id));
  }

  #compareDraw(id: string, row: Row<'draws'> | undefined): void {
    const [stored, wanted] = [row ? fromRow(row) : null, this.#model.draws.get(id) ?? null];
    const [one, other] = [JSON.stringify(sorted(stored)), JSON.stringify(sorted(wanted))];
    if (one !== other) this.#findings.violate(`The draw ${id} is ${one}; it should be ${other}.`, 'lost');
  }

  /** At the end of a day: all draws, both views of the feed, and what the public can read. */
  async auditAll(): Promise<void> {
    const { db } = this.database;
    const rows = await db.selectFrom('draws').selectAll().execute();
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const id of new Set([...found.keys(), ...this.#model.draws.keys()]))
      this.#compareDraw(id, found.get(id));
    const places = new Set(rows.map(({ date, slot }) => `${date} ${slot}`));
    if (places.size !== rows.length)
      this.#findings.violate('Two draws have the same date and slot.', 'doubled');
    this.#compareViews('staff', this.#staffView, rows.map(toAdminDraw).sort(compareDraws));
    const { items } = await listPublishedDraws(db, { limit: RESULTS_COMPARED });
    this.#compareViews('the public', this.#publicView.slice(0, RESULTS_COMPARED), items);
    const published = this.#model.list().filter((draw) => draw.published);
    if (this.#publicView.length !== published.length)
      this.#findings.violate(`The public sees ${this.#publicView.length} results of ${published.length}.`);
    await this.#compareHeads();
  }

  #compareViews(who: string, replayed: readonly unknown[], stored: readonly unknown[]): void {
    if (!Bun.deepEquals(replayed, stored))
      this.#findings.violate(`The feed tells ${who} something else than the tables hold.`);
  }

  async #compareHeads(): Promise<void> {
    const state = await this.database.db.selectFrom('feed_state').selectAll().executeTakeFirstOrThrow();
    if (state.head !== this.#feedSeen || state.public_head !== this.#publicSeen)
      this.#findings.violate(
        `The counters of the feed are ${state.head}/${state.public_head}, its rows end at ${this.#feedSeen}/${this.#publicSeen}.`,
      );
    const [contacts, articles] = [await this.#count('contact_messages'), await this.#count('news_posts')];
    if (contacts !== this.#model.contacts.size || articles !== this.#model.articles.size)
      this.#findings.violate(
        `There are ${contacts} messages and ${articles} articles instead of ${this.#model.contacts.size} and ${this.#model.articles.size}.`,
        'lost',
      );
  }

  async #count(table: 'contact_messages' | 'news_posts'): Promise<number> {
    const row = await this.database.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirst();
    return Number(row?.count);
  }
}

const iso = (instant: number): string => new Date(instant).toISOString();

/** With what only the database can know: the id, and digits that the machine drew. */
function completed(draw: ModelDraw, { row_id, admin_row }: Row<'feed'>): ModelDraw {
  if (draw.digits !== '') return { ...draw, id: row_id };
  const { digit1, digit2, digit3, digit4, digit5 } = JSON.parse(admin_row) as AdminDraw;
  return { ...draw, id: row_id, digits: [digit1, digit2, digit3, digit4, digit5].join('') };
}

const changeFor = <Wire extends { id: string }>(type: string, row: string): Change<Wire> =>
  ({ type, row: JSON.parse(row) }) as Change<Wire>;

const fromRow = (row: Row<'draws'>): ModelDraw => ({
  id: row.id,
  date: row.date,
  slot: row.slot,
  drawNo: row.draw_no,
  digits: [row.digit_1, row.digit_2, row.digit_3, row.digit_4, row.digit_5].join(''),
  published: row.published === 1,
  onHold: row.on_hold === 1,
  provenance: row.provenance,
  publishedAt: row.published_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
});

const sorted = (draw: ModelDraw | null) =>
  draw && Object.entries(draw).sort(([one], [other]) => (one < other ? -1 : 1));
