/** SQLite that cannot write: the cause reaches the caller, reading goes on, and afterwards all is as before. */
import { Database as BunSqlite } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { DatabaseDown } from '../../src/server/errors.ts';
import { BunSqliteDialect } from '../../src/server/storage/engines/bun-sqlite-dialect.ts';
import { openSqlite } from '../../src/server/storage/engines/sqlite.ts';
import type { Schema } from '../../src/server/storage/schema.ts';
import { createOutageLog } from '../support/outage-log.ts';
import { makeDataDir } from '../support/server.ts';

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

async function untilWell(): Promise<void> {
  while (
    !(await database.ping().then(
      () => true,
      () => false,
    ))
  )
    await Bun.sleep(5);
}

describe('another process that does not stop writing', () => {
  test('is waited for while reading goes on, and in the end the caller is told', async () => {
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
    await untilWell();
    await writeDelay(7);
    expect(await readDelay()).toBe(7);
    expect(outages).toEqual([expect.objectContaining({ code: 'SQLITE_BUSY' }), null]);
  });

  test('and stops in time is not noticed', async () => {
    using other = new BunSqlite(file);
    other.run('begin immediate');
    const writing = writeDelay(7);
    // A statement of its own, without a transaction, as Better Auth sends them.
    const direct = database.counters.deleteFrom('rate_limits').where('key', '=', 'a').execute();
    await Bun.sleep(30);
    other.run('rollback');
    await Promise.all([writing, direct]);
    expect(await readDelay()).toBe(7);
    expect(outages).toEqual([]);
  });
});

test('a file that was moved away is not written to, and is again once it is back', async () => {
  renameSync(file, `${file}.away`);
  expect((await causeOf(writeDelay(7))).message).toContain('removed or replaced');
  await causeOf(database.ping());
  writeFileSync(file, '');
  await causeOf(writeDelay(7));
  expect(await readDelay()).toBe(15);
  rmSync(file);
  renameSync(`${file}.away`, file);
  await untilWell();
  await writeDelay(7);
  expect(await readDelay()).toBe(7);
  expect(outages).toEqual([expect.objectContaining({ name: 'Error' }), null]);
});

test('a change that its own transaction makes impossible is no outage', async () => {
  const failing = database.write(async (tx) => {
    await tx.updateTable('settings').set({ publish_delay: 9 }).execute();
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  const clash = database.write((tx) => tx.insertInto('settings').defaultValues().execute());
  await expect(clash).rejects.toThrow('constraint failed');
  expect(await readDelay()).toBe(15);
  await database.ping();
  expect(outages).toEqual([]);
});

describe('what SQLite itself refuses reaches the caller with its cause', () => {
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

  test('a file that may only be read', async () => {
    expect(await withSqlite(new BunSqlite(file, { readonly: true }), addRows)).toMatchObject({
      code: expect.stringMatching(/^SQLITE_READONLY/),
    });
  });

  test('no room for another page', async () => {
    const sqlite = new BunSqlite(file);
    const { page_count } = sqlite.query('pragma page_count').get() as { page_count: number };
    sqlite.run(`pragma max_page_count = ${page_count}`);
    expect(await withSqlite(sqlite, addRows)).toMatchObject({ code: 'SQLITE_FULL' });
  });
});
