/** SIGKILL in the middle of writes: nothing acknowledged is lost, no draw is half-written, the feed has no gap. */
import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../src/server/storage/database.ts';
import { readFeedState } from '../../src/server/storage/feed-store.ts';
import { type Installation, makeInstallation } from '../support/installation.ts';
import { createWriter, type DrawState, type Remembered, type Writer } from './kill-writers.ts';

const CYCLES = 20;
const WRITERS = 4;
const ADMIN = { email: 'asha@example.org', password: 'seven green parrots' };

test.concurrent.each(['sqlite', 'postgres'] as const)(
  `${CYCLES} kills on %s`,
  async (kind) => {
    const installation = await makeInstallation(kind);
    try {
      const writers = Array.from({ length: WRITERS }, (_, place) => createWriter(place));
      let cookie: string | undefined;
      let caughtInTheAct = 0;
      for (let cycle = 0; cycle < CYCLES; cycle += 1) {
        const server = await installation.start({
          ADMIN_EMAIL: ADMIN.email,
          ADMIN_PASSWORD: ADMIN.password,
          BACKUP_EVERY_HOURS: '0',
        });
        // One session for all cycles: it was acknowledged, so it must last.
        cookie ??= await signIn(server.url);
        const session = cookie;
        const writing = writers.map((writer) => writer.write(server.url, session));
        // A writer whom the server refuses ends the wait, and the test.
        await Promise.race([waitForSome(writers), Promise.all(writing)]);
        await server.kill();
        await Promise.all(writing);
        caughtInTheAct += await examine(installation, writers);
      }
      expect(countAcknowledged(writers)).toBeGreaterThan(5 * CYCLES);
      expect(caughtInTheAct).toBeGreaterThan(CYCLES);
    } finally {
      await installation.remove();
    }
  },
  300_000,
);

const countAcknowledged = (writers: readonly Writer[]): number =>
  writers.reduce((sum, writer) => sum + writer.acknowledgements, 0);

/** By the count, not by the clock: a slow machine is to write as much as a fast one. */
async function waitForSome(writers: readonly Writer[]): Promise<void> {
  const enough = countAcknowledged(writers) + 5 + Math.random() * 20;
  while (countAcknowledged(writers) < enough) await Bun.sleep(1);
  await Bun.sleep(Math.random() * 10);
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify(ADMIN),
  });
  expect(answer.status).toBe(200);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Compares the database with what the writers remember; answers how many were cut off in the middle. */
async function examine({ location }: Installation, writers: Writer[]): Promise<number> {
  const database = await openDatabase(location);
  try {
    await waitForOthersToGo(database);
    await examineFeed(database);
    const found = await readStates(database);
    let cutOff = 0;
    for (const entry of writers.flatMap(({ memory }) => [...memory.values()])) {
      cutOff += 'unanswered' in entry ? 1 : 0;
      settle(entry, found.get(entry.drawNo) ?? null);
    }
    return cutOff;
  } finally {
    await database.close();
  }
}

/** PostgreSQL may be finishing what it was told before the kill. */
async function waitForOthersToGo({ db, kind }: Database): Promise<void> {
  const others = sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
  while (kind === 'postgres' && Number((await others.execute(db)).rows[0]?.count) > 0) await Bun.sleep(5);
}

/** What was answered for is there as it was answered; what was not is there as asked for, or not at all. */
function settle(entry: Remembered, found: DrawState): void {
  const possible = 'unanswered' in entry ? [entry.acknowledged, entry.unanswered] : [entry.acknowledged];
  expect(possible).toContainEqual(found);
  entry.acknowledged = found;
  delete entry.unanswered;
}

async function readStates({ db }: Database): Promise<Map<string, DrawState>> {
  const rows = await db.selectFrom('draws').selectAll().execute();
  return new Map(
    rows.map((row) => [
      row.draw_no,
      {
        digits: [row.digit_1, row.digit_2, row.digit_3, row.digit_4, row.digit_5].join(''),
        published: row.published === 1,
      },
    ]),
  );
}

/** Numbered without gaps up to its heads, and for every draw its last change is the draw as it is. */
async function examineFeed({ db }: Database): Promise<void> {
  const { admin, public: shown } = await readFeedState(db);
  const upTo = (head: number) => Array.from({ length: head }, (_, index) => index + 1);
  const feed = await db.selectFrom('feed').selectAll().orderBy('id').execute();
  expect(feed.map(({ id }) => id)).toEqual(upTo(admin.head));
  const publicEntries = feed.filter(({ public_type }) => public_type !== null);
  expect(publicEntries.map(({ public_id }) => public_id)).toEqual(upTo(shown.head));
  const lastWords = new Map(
    feed.filter(({ table_name }) => table_name === 'draws').map((entry) => [entry.row_id, entry]),
  );
  const draws = await db.selectFrom('draws').select(['id', 'version']).execute();
  const told = [...lastWords.values()]
    .filter(({ admin_type }) => admin_type !== 'DELETE')
    .map(({ row_id, admin_row }) => `${row_id} ${JSON.parse(admin_row).etag}`);
  expect(told.sort()).toEqual(draws.map(({ id, version }) => `${id} "${version}"`).sort());
}
