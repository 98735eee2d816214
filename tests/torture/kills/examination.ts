/** Compares the database of a killed server with what it had promised; looks only at what is new in feed and log. */
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

export interface Promised {
  writers: readonly DrawWriter[];
  senders: readonly Sender[];
  /** The time by which a server was last up for long enough to publish what was due. */
  publishedThrough: number;
}

export interface Verdict {
  lost: string[];
  doubled: string[];
  early: string[];
  other: string[];
  /** How many changes were cut off without an answer. */
  cutOff: number;
  /** Whether automation has published anything. */
  hasResults: boolean;
}

const WAIT_FOR_OTHERS = 5_000;
/** The writers' own draws are further in the future. */
const WRITERS_FROM = '3000-01-01';
const DELAY = 15 * MINUTE;

export class Examiner {
  readonly #location: DatabaseLocation;
  #feedSeen = 0;
  #publicSeen = 0;
  /** The version that the feed last told of each draw. */
  readonly #told = new Map<string, string>();

  constructor(location: DatabaseLocation) {
    this.#location = location;
  }

  async examine(promised: Promised): Promise<Verdict> {
    const verdict: Verdict = { lost: [], doubled: [], early: [], other: [], cutOff: 0, hasResults: false };
    const database = await openDatabase(this.#location);
    try {
      await waitForOthersToGo(database);
      const draws = await database.db.selectFrom('draws').selectAll().execute();
      await this.#examineFeed(database, draws, verdict);
      for (const writer of promised.writers) settleDraws(writer, draws, verdict);
      for (const sender of promised.senders) await settleTexts(database, sender, verdict);
      await examineResults(database, draws, promised.publishedThrough, verdict);
    } finally {
      await database.close();
    }
    return verdict;
  }

  /** SQLite's own look at every page. */
  findDamage(): string[] {
    if (this.#location.kind !== 'sqlite') return [];
    using sqlite = new BunSqlite(this.#location.file);
    const rows = sqlite.query<{ integrity_check: string }, []>('pragma integrity_check').all();
    return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  }

  /** Numbered without gaps up to its heads, and for every draw its last change is the draw as it is. */
  async #examineFeed({ db }: Database, draws: readonly Row<'draws'>[], { other }: Verdict): Promise<void> {
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
      if (change.admin_type === 'DELETE') this.#told.delete(change.row_id);
      else this.#told.set(change.row_id, JSON.parse(change.admin_row).etag);
    }
    const { admin, public: shown } = await readFeedState(db);
    if (admin.head !== this.#feedSeen || shown.head !== this.#publicSeen)
      other.push(
        `the feed ends at ${this.#feedSeen}/${this.#publicSeen}, its counters at ${admin.head}/${shown.head}`,
      );
    const stored = draws.map(({ id, version }) => `${id} "${version}"`).sort();
    const told = [...this.#told].map(([id, etag]) => `${id} ${etag}`).sort();
    if (!Bun.deepEquals(stored, told))
      other.push('the feed tells other versions of the draws than the table has');
  }
}

/** PostgreSQL may be finishing what it was told before the kill. */
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

/** What was answered for is there as it was answered; what was not is there as asked for, or not at all. */
function settleDraws({ memory }: DrawWriter, draws: readonly Row<'draws'>[], verdict: Verdict): void {
  const found = new Map(draws.map((row) => [row.draw_no, stateOf(row)]));
  for (const entry of memory.values()) {
    const state = found.get(entry.drawNo) ?? null;
    const isUnanswered = 'unanswered' in entry;
    const possible = isUnanswered ? [entry.acknowledged, entry.unanswered] : [entry.acknowledged];
    if (!possible.some((one) => Bun.deepEquals(one, state)))
      verdict.lost.push(`${entry.drawNo} is ${JSON.stringify(state)} instead of ${JSON.stringify(possible)}`);
    verdict.cutOff += isUnanswered ? 1 : 0;
    entry.acknowledged = state;
    delete entry.unanswered;
  }
}

const stateOf = (row: Row<'draws'>): DrawState => ({
  digits: [row.digit_1, row.digit_2, row.digit_3, row.digit_4, row.digit_5].join(''),
  published: row.published === 1,
});

async function settleTexts({ db }: Database, sender: Sender, verdict: Verdict): Promise<void> {
  const texts =
    sender.table === 'news_posts'
      ? await db.selectFrom('news_posts').select('title as text').execute()
      : await db.selectFrom('contact_messages').select('message as text').execute();
  const counts = new Map<string, number>();
  for (const { text } of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  for (const text of sender.acknowledged) if (!counts.has(text)) verdict.lost.push(`${text} is not there`);
  for (const [text, count] of counts) if (count > 1) verdict.doubled.push(`${text} is there ${count} times`);
  verdict.cutOff += sender.unanswered === null ? 0 : 1;
}

/** What automation published: once, not early, and nothing that was due is left. */
async function examineResults(
  { db }: Database,
  draws: readonly Row<'draws'>[],
  publishedThrough: number,
  verdict: Verdict,
): Promise<void> {
  const entries = await db
    .selectFrom('activity')
    .select('target')
    .where('user_name', '=', 'System')
    .where('action', '=', 'Published result')
    .execute();
  const targets = entries.map(({ target }) => target);
  for (const [index, target] of targets.entries())
    if (targets.indexOf(target) !== index) verdict.doubled.push(`${target} was published twice`);
  for (const { draw_no, date, slot, published, published_at } of draws) {
    if (date >= WRITERS_FROM) continue;
    const due = instantOf(date, slot) + DELAY;
    verdict.hasResults ||= published_at !== null;
    if (published_at !== null && published_at < due)
      verdict.early.push(`${draw_no} was published ${due - published_at} ms early`);
    if (published === 0 && due <= publishedThrough)
      verdict.lost.push(`${draw_no} was due and is not published`);
    if (published === 1 && !targets.includes(draw_no))
      verdict.other.push(`${draw_no} is published without an entry`);
  }
}
