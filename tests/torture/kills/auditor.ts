/** Compares the database of a killed server with what it acknowledged; reads only new rows of the feed. */
import { Database as BunSqlite } from 'bun:sqlite';
import { sql } from 'kysely';
import { instantOf, MINUTE } from '../../../src/core/ist-time.ts';
import {
  type Database,
  type DatabaseLocation,
  openDatabase,
} from '../../../src/server/storage/engines/database.ts';
import { readFeedState } from '../../../src/server/storage/feed/feed-store.ts';
import type { Row } from '../../../src/server/storage/schema.ts';
import { kyselyOf } from '../../support/kysely-of.ts';
import type { Sender } from './senders.ts';
import type { DrawState, DrawWriter } from './writers.ts';

export interface Expected {
  writers: readonly DrawWriter[];
  senders: readonly Sender[];
  /** Until when results that were due must be published. */
  publishedThrough: number;
}

export interface AuditResult {
  lost: string[];
  doubled: string[];
  early: string[];
  other: string[];
  /** How many changes got no response. */
  cutOff: number;
  /** Whether automation has published a result. */
  hasResults: boolean;
}

const WAIT_FOR_OTHERS = 5_000;
/** The draws of the writers are after this date. */
const WRITERS_FROM = '3000-01-01';
const DELAY = 15 * MINUTE;

export class Auditor {
  readonly #location: DatabaseLocation;
  #feedSeen = 0;
  #publicSeen = 0;
  /** The last version of each draw in the feed. */
  readonly #feedVersions = new Map<string, string>();

  constructor(location: DatabaseLocation) {
    this.#location = location;
  }

  async audit(expected: Expected): Promise<AuditResult> {
    const result: AuditResult = { lost: [], doubled: [], early: [], other: [], cutOff: 0, hasResults: false };
    const database = await openDatabase(this.#location);
    try {
      await waitForOthersToGo(database);
      const draws = await database.db.selectFrom('draws').selectAll().execute();
      await this.#auditFeed(database, draws, result);
      for (const writer of expected.writers) settleDraws(writer, draws, result);
      for (const sender of expected.senders) await settleTexts(database, sender, result);
      await auditResults(database, draws, expected.publishedThrough, result);
    } finally {
      await database.close();
    }
    return result;
  }

  /** Runs the integrity check of SQLite. */
  findDamage(): string[] {
    if (this.#location.kind !== 'sqlite') return [];
    using sqlite = new BunSqlite(this.#location.file);
    const rows = sqlite.query<{ integrity_check: string }, []>('pragma integrity_check').all();
    return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  }

  /** The feed has no gaps, and the last change of every draw has its current version. */
  async #auditFeed({ db }: Database, draws: readonly Row<'draws'>[], { other }: AuditResult): Promise<void> {
    const feed = await db
      .selectFrom('feed')
      .selectAll()
      .where('id', '>', this.#feedSeen)
      .orderBy('id')
      .execute();
    for (const change of feed) {
      this.#feedSeen += 1;
      if (change.public_type !== null) this.#publicSeen += 1;
      const isInOrder =
        change.id === this.#feedSeen && change.public_id === (change.public_type && this.#publicSeen);
      if (!isInOrder)
        other.push(`the feed has ${change.id}/${change.public_id} where ${this.#feedSeen} comes next`);
      if (change.table_name !== 'draws') continue;
      if (change.admin_type === 'DELETE') this.#feedVersions.delete(change.row_id);
      else this.#feedVersions.set(change.row_id, JSON.parse(change.admin_row).etag);
    }
    const { admin, public: shown } = await readFeedState(db);
    if (admin.head !== this.#feedSeen || shown.head !== this.#publicSeen)
      other.push(
        `the feed ends at ${this.#feedSeen}/${this.#publicSeen}, its counters at ${admin.head}/${shown.head}`,
      );
    const stored = draws.map(({ id, version }) => `${id} "${version}"`).sort();
    const versions = [...this.#feedVersions].map(([id, etag]) => `${id} ${etag}`).sort();
    if (!Bun.deepEquals(stored, versions))
      other.push('the feed has other versions of the draws than the table');
  }
}

/** PostgreSQL may still be running statements of the killed server. */
async function waitForOthersToGo(database: Database): Promise<void> {
  if (database.kind !== 'postgres') return;
  const others = sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
  const until = performance.now() + WAIT_FOR_OTHERS;
  while (Number((await others.execute(kyselyOf(database))).rows[0]?.count) > 0) {
    if (performance.now() > until) throw new Error('A killed server’s connections are still at work.');
    await Bun.sleep(5);
  }
}

/** An acknowledged change is stored; a change without a response is stored completely or not at all. */
function settleDraws({ known }: DrawWriter, draws: readonly Row<'draws'>[], result: AuditResult): void {
  const found = new Map(draws.map((row) => [row.draw_no, stateOf(row)]));
  for (const entry of known.values()) {
    const state = found.get(entry.drawNo) ?? null;
    const isUnanswered = 'unanswered' in entry;
    const possible = isUnanswered ? [entry.acknowledged, entry.unanswered] : [entry.acknowledged];
    if (!possible.some((one) => Bun.deepEquals(one, state)))
      result.lost.push(`${entry.drawNo} is ${JSON.stringify(state)} instead of ${JSON.stringify(possible)}`);
    result.cutOff += isUnanswered ? 1 : 0;
    entry.acknowledged = state;
    delete entry.unanswered;
  }
}

const stateOf = (row: Row<'draws'>): DrawState => ({
  digits: [row.digit_1, row.digit_2, row.digit_3, row.digit_4, row.digit_5].join(''),
  published: row.published === 1,
});

async function settleTexts({ db }: Database, sender: Sender, result: AuditResult): Promise<void> {
  const texts =
    sender.table === 'news_posts'
      ? await db.selectFrom('news_posts').select('title as text').execute()
      : await db.selectFrom('contact_messages').select('message as text').execute();
  const counts = new Map<string, number>();
  for (const { text } of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  for (const text of sender.acknowledged) if (!counts.has(text)) result.lost.push(`${text} is missing`);
  for (const [text, count] of counts) if (count > 1) result.doubled.push(`${text} is stored ${count} times`);
  result.cutOff += sender.unanswered === null ? 0 : 1;
}

/** Automation published every due result, once, and not early. */
async function auditResults(
  { db }: Database,
  draws: readonly Row<'draws'>[],
  publishedThrough: number,
  result: AuditResult,
): Promise<void> {
  const entries = await db
    .selectFrom('activity')
    .select('target')
    .where('user_name', '=', 'System')
    .where('action', '=', 'Published result')
    .execute();
  const targets = entries.map(({ target }) => target);
  for (const [index, target] of targets.entries())
    if (targets.indexOf(target) !== index) result.doubled.push(`${target} was published twice`);
  for (const { draw_no, date, slot, published, published_at } of draws) {
    if (date >= WRITERS_FROM) continue;
    const due = instantOf(date, slot) + DELAY;
    result.hasResults ||= published_at !== null;
    if (published_at !== null && published_at < due)
      result.early.push(`${draw_no} was published ${due - published_at} ms early`);
    if (published === 0 && due <= publishedThrough)
      result.lost.push(`${draw_no} was due and is not published`);
    if (published === 1 && !targets.includes(draw_no))
      result.other.push(`${draw_no} is published without an entry`);
  }
}
