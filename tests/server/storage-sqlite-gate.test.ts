/** Every kind of write to SQLite waits for another process without blocking reads, and fails in the same way. */
import { Database as BunSqlite } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { DatabaseDown } from '../../src/server/errors.ts';
import { openSqlite } from '../../src/server/storage/engines/sqlite.ts';
import type { Schema } from '../../src/server/storage/schema.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { kyselyOf } from '../support/kysely-of.ts';
import { createOutageLog } from '../support/outage-log.ts';

const PATIENCE = 200;
const PATIENT = { timeout: 10_000, trustedFor: 50, tryEvery: 20 };

let folder: ReturnType<typeof makeDataDir>;
let file: string;
const { log, outages } = createOutageLog();
const open = (options = { ...PATIENT, timeout: PATIENCE }) => openSqlite(file, log, options);
let database: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  folder = makeDataDir();
  file = join(folder.path, 'site.db');
  database = await open();
  outages.length = 0;
});
afterEach(async () => {
  await database.close();
  folder.remove();
});

const readDelay = async () =>
  (await database.db.selectFrom('settings').select('publish_delay').executeTakeFirstOrThrow()).publish_delay;

const update = (db: Kysely<Schema>) => db.updateTable('settings').set({ publish_delay: 7 });
const WRITES: Record<string, () => Promise<unknown>> = {
  'a statement of its own': () => update(kyselyOf(database)).execute(),
  'a statement that returns rows': () => update(kyselyOf(database)).returning('publish_delay').execute(),
  'a raw statement': () => sql`update settings set publish_delay = 7`.execute(kyselyOf(database)),
  'a bare transaction': () =>
    kyselyOf(database)
      .transaction()
      .execute((tx) => update(tx).execute()),
  'a write': () => database.write((tx) => update(tx).execute()),
};

function track(work: Promise<unknown>) {
  const state = { isOver: false, error: undefined as unknown };
  const settled = work
    .catch((error: unknown) => {
      state.error = error;
    })
    .finally(() => {
      state.isOver = true;
    });
  return { state, settled };
}

async function causeOf(work: Promise<unknown>): Promise<{ code?: string; message: string }> {
  const { state, settled } = track(work);
  await settled;
  expect(state.error).toBeInstanceOf(DatabaseDown);
  return (state.error as DatabaseDown).cause as { message: string };
}

describe.each(Object.entries(WRITES))('%s', (_name, write) => {
  test('waits for another process without blocking reads, then fails as an outage', async () => {
    using other = new BunSqlite(file);
    other.run('begin immediate');
    const writes = [1, 2, 3].map(() => track(write()));
    expect(await readDelay()).toBe(15);
    expect(writes.map(({ state }) => state.isOver)).toEqual([false, false, false]);
    await Promise.all(writes.map(({ settled }) => settled));
    for (const { state } of writes) expect(state.error).toBeInstanceOf(DatabaseDown);
    await causeOf(database.ping());
    expect(outages).toEqual([{ cause: 'database is locked', code: 'SQLITE_BUSY' }]);
    other.run('rollback');
  });

  test('succeeds when the other process stops in time', async () => {
    using other = new BunSqlite(file);
    other.run('begin immediate');
    const writing = track(write());
    await Bun.sleep(30);
    other.run('rollback');
    await writing.settled;
    expect(writing.state.error).toBeUndefined();
    expect(await readDelay()).toBe(7);
    expect(outages).toEqual([]);
  });

  test('fails while the file is moved, and reads still work', async () => {
    renameSync(file, `${file}.away`);
    expect((await causeOf(write())).message).toContain('removed or replaced');
    expect(await readDelay()).toBe(15);
    expect((await sql`select publish_delay from settings`.execute(kyselyOf(database))).rows).toHaveLength(1);
    await causeOf(database.ping());
    expect(outages).toHaveLength(1);
    renameSync(`${file}.away`, file);
    expect(await readDelay()).toBe(15);
  });
});

test('the timeout is measured in time, also when the process is slow', async () => {
  using other = new BunSqlite(file);
  other.run('begin immediate');
  let blocks = 0;
  const blocking = setInterval(() => {
    blocks += 1;
    Bun.sleepSync(PATIENCE / 4);
  }, 1);
  await causeOf(database.write((tx) => update(tx).execute()));
  clearInterval(blocking);
  expect(blocks).toBeLessThan(10);
});

test('ping fails at once while writes still wait', async () => {
  await database.close();
  database = await open(PATIENT);
  using other = new BunSqlite(file);
  other.run('begin immediate');
  const writing = track(update(kyselyOf(database)).execute());
  expect(await causeOf(database.ping())).toMatchObject({ code: 'SQLITE_BUSY' });
  expect(writing.state.isOver).toBe(false);
  other.run('rollback');
  await writing.settled;
  expect(writing.state.error).toBeUndefined();
});

test('a statement does not run in the transaction of another caller', async () => {
  const began = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const failing = track(
    kyselyOf(database)
      .transaction()
      .execute(async (tx) => {
        await update(tx).execute();
        began.resolve();
        await goOn.promise;
        throw new Error('changed my mind');
      }),
  );
  await began.promise;
  const reading = readDelay();
  const counting = database.counters
    .insertInto('rate_limits')
    .values({ key: 'a', count: 1, window_start: 0 })
    .execute();
  goOn.resolve();
  await failing.settled;
  expect(await reading).toBe(15);
  await counting;
  expect(await database.db.selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'a' }]);
});
