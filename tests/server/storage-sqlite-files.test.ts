/** SQLite files that are removed, replaced or truncated under a running server; checkpoints are not damage. */
import { Database as BunSqlite } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { copyFileSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { DatabaseDown } from '../../src/server/errors.ts';
import { openSqlite } from '../../src/server/storage/engines/sqlite.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { createOutageLog } from '../support/outage-log.ts';

let folder: ReturnType<typeof makeDataDir>;
let file: string;
const { log, outages } = createOutageLog();
let database: Awaited<ReturnType<typeof openSqlite>>;
beforeEach(async () => {
  folder = makeDataDir();
  file = join(folder.path, 'site.db');
  database = await openSqlite(file, log, { timeout: 5_000, trustedFor: 50, tryEvery: 20 });
  outages.length = 0;
});
afterEach(async () => {
  // A truncated database may fail to close.
  await database.close().catch(() => {});
  folder.remove();
});

const write = () => database.write((tx) => tx.updateTable('settings').set({ publish_delay: 7 }).execute());

test('a commit waits until the WAL is on the disk', async () => {
  const settings = await database.write(async (tx) => ({
    journal: (await sql<{ journal_mode: string }>`pragma journal_mode`.execute(tx)).rows[0]?.journal_mode,
    synchronous: (await sql<{ synchronous: number }>`pragma synchronous`.execute(tx)).rows[0]?.synchronous,
  }));
  // 2 is FULL: in WAL mode that is what makes SQLite flush the WAL with each commit.
  expect(settings).toEqual({ journal: 'wal', synchronous: 2 });
});

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

function replace(path: string): void {
  copyFileSync(path, `${path}.new`);
  renameSync(`${path}.new`, path);
}

describe('damage', () => {
  const DAMAGE: Record<string, () => void> = {
    'the WAL removed': () => rmSync(`${file}-wal`),
    'the WAL replaced': () => replace(`${file}-wal`),
    'the WAL emptied': () => truncateSync(`${file}-wal`, 0),
    'the WAL cut in half': () => truncateSync(`${file}-wal`, statSync(`${file}-wal`).size / 2),
    'the WAL index removed': () => rmSync(`${file}-shm`),
    'the database replaced': () => replace(file),
    'the database emptied': () => truncateSync(file, 0),
  };

  test.each(Object.entries(DAMAGE))(
    '%s: writes fail, and the cause is logged once',
    async (_name, damage) => {
      await write();
      damage();
      for (let attempt = 0; attempt < 3; attempt += 1) {
        expect(await failureOf(write())).toBeInstanceOf(DatabaseDown);
        expect(await failureOf(database.counters.deleteFrom('rate_limits').execute())).toBeInstanceOf(
          DatabaseDown,
        );
        expect(await failureOf(database.ping())).toBeInstanceOf(DatabaseDown);
      }
      expect(outages).toEqual([{ cause: expect.stringMatching(/was (removed or replaced|cut short)/) }]);
    },
  );

  test('ping notices it without a write', async () => {
    await database.ping();
    rmSync(`${file}-wal`);
    let failure: unknown = null;
    while (failure === null) {
      failure = await failureOf(database.ping());
      await Bun.sleep(5);
    }
    expect(failure).toBeInstanceOf(DatabaseDown);
  });
});

describe('no damage', () => {
  test('a WAL that another connection writes and checkpoints in any mode', async () => {
    for (const mode of ['passive', 'full', 'restart', 'truncate']) {
      const other = new BunSqlite(file);
      await write();
      other.run(`pragma wal_checkpoint(${mode})`);
      await write();
      other.run('update feed_state set head = head');
      other.run(`pragma wal_checkpoint(${mode})`);
      await write();
      other.run('vacuum');
      other.run(`pragma wal_checkpoint(${mode})`);
      other.close(true);
      await write();
      await database.ping();
    }
    expect(outages).toEqual([]);
  });

  test('another process that truncates the WAL all the time', async () => {
    const program = `
      const { Database } = require('bun:sqlite');
      const sqlite = new Database(process.argv[1]);
      sqlite.run('pragma busy_timeout = 5000');
      for (;;) {
        sqlite.run('update feed_state set head = head');
        sqlite.query('pragma wal_checkpoint(truncate)').get();
      }`;
    const other = Bun.spawn([process.execPath, '-e', program, file], {
      stdout: 'inherit',
      stderr: 'inherit',
    });
    try {
      while (statSync(`${file}-wal`).size > 0) await Bun.sleep(5);
      for (let count = 0; count < 500; count += 1) await write();
      expect(other.exitCode).toBeNull();
    } finally {
      other.kill();
      await other.exited;
    }
    expect(outages).toEqual([]);
  });
});
