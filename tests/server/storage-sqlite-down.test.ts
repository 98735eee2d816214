/** SQLite that cannot write: the caller gets the cause, reads still work, and writes work again afterwards. */
import { Database as BunSqlite } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { DatabaseDown } from '../../src/server/errors.ts';
import { BunSqliteDialect } from '../../src/server/storage/engines/bun-sqlite-dialect.ts';
import { openSqlite } from '../../src/server/storage/engines/sqlite.ts';
import type { Schema } from '../../src/server/storage/schema.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { createOutageLog } from '../support/outage-log.ts';

let folder: ReturnType<typeof makeDataDir>;
let file: string;
const { log, outages } = createOutageLog();
const open = () => openSqlite(file, log, { timeout: 200, trustedFor: 50, tryEvery: 20 });
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
const writeDelay = (delay: number) =>
  database.write((tx) => tx.updateTable('settings').set({ publish_delay: delay }).execute());

async function causeOf(work: Promise<unknown>): Promise<{ code?: string; message: string }> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DatabaseDown);
  return (error as DatabaseDown).cause as { message: string };
}

async function waitUntilUp(): Promise<void> {
  while (
    !(await database.ping().then(
      () => true,
      () => false,
    ))
  )
    await Bun.sleep(5);
}

describe('another process that holds the write lock', () => {
  test('delays a write until its timeout, while reads still work', async () => {
    using other = new BunSqlite(file);
    other.run('begin immediate');
    let isOver = false;
    const writing = causeOf(writeDelay(7)).finally(() => {
      isOver = true;
    });
    expect(await readDelay()).toBe(15);
    await Bun.sleep(20);
    expect(await readDelay()).toBe(15);
    expect(isOver).toBe(false);
    expect(await writing).toMatchObject({ code: 'SQLITE_BUSY' });
    expect(await causeOf(database.ping())).toMatchObject({ code: 'SQLITE_BUSY' });
    other.run('rollback');
    await waitUntilUp();
    await writeDelay(7);
    expect(await readDelay()).toBe(7);
    expect(outages).toEqual([{ cause: 'database is locked', code: 'SQLITE_BUSY' }, null]);
  });

  test('and releases it in time is not an outage', async () => {
    using other = new BunSqlite(file);
    other.run('begin immediate');
    const writing = writeDelay(7);
    // A statement without a transaction, as Better Auth sends them.
    const direct = database.counters.deleteFrom('rate_limits').where('key', '=', 'a').execute();
    await Bun.sleep(30);
    other.run('rollback');
    await Promise.all([writing, direct]);
    expect(await readDelay()).toBe(7);
    expect(outages).toEqual([]);
  });
});

test('a file that was moved is not written until it is back', async () => {
  renameSync(file, `${file}.away`);
  expect((await causeOf(writeDelay(7))).message).toContain('removed or replaced');
  await causeOf(database.ping());
  writeFileSync(file, '');
  await causeOf(writeDelay(7));
  expect(await readDelay()).toBe(15);
  rmSync(file);
  renameSync(`${file}.away`, file);
  await waitUntilUp();
  await writeDelay(7);
  expect(await readDelay()).toBe(7);
  expect(outages).toEqual([{ cause: expect.stringContaining('removed or replaced') }, null]);
});

test('a failed transaction is not an outage', async () => {
  const failing = database.write(async (tx) => {
    await tx.updateTable('settings').set({ publish_delay: 9 }).execute();
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  const conflict = database.write((tx) => tx.insertInto('settings').defaultValues().execute());
  await expect(conflict).rejects.toThrow('constraint failed');
  expect(await readDelay()).toBe(15);
  await database.ping();
  expect(outages).toEqual([]);
});

describe('the caller gets the cause of an SQLite error:', () => {
  const withSqlite = async (sqlite: BunSqlite, work: (db: Kysely<Schema>) => Promise<unknown>) => {
    const db = new Kysely<Schema>({ dialect: new BunSqliteDialect(sqlite) });
    try {
      return await causeOf(work(db));
    } finally {
      await db.destroy();
    }
  };
  const addRows = (db: Kysely<Schema>) =>
    db.transaction().execute(async (tx) => {
      for (let row = 0; row < 500; row += 1) {
        await tx
          .insertInto('rate_limits')
          .values({ key: `${row} ${'x'.repeat(500)}`, count: 1, window_start: 0 })
          .execute();
      }
    });

  test('a read-only file', async () => {
    expect(await withSqlite(new BunSqlite(file, { readonly: true }), addRows)).toMatchObject({
      code: expect.stringMatching(/^SQLITE_READONLY/),
    });
  });

  test('a full database', async () => {
    const sqlite = new BunSqlite(file);
    const { page_count } = sqlite.query('pragma page_count').get() as { page_count: number };
    sqlite.run(`pragma max_page_count = ${page_count}`);
    expect(await withSqlite(sqlite, addRows)).toMatchObject({ code: 'SQLITE_FULL' });
  });
});
