/** Files that are replaced while a copy is made, checked or restored, and paths that are not regular files. */
import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Facts } from '../../src/server/backup/facts.ts';
import { makeVerifiedCopy } from '../../src/server/backup/make-copy.ts';
import type { Manifest } from '../../src/server/backup/manifest.ts';
import { findPgTools, type PgTools } from '../../src/server/backup/pg-tools.ts';
import { copyPostgres, withConnection } from '../../src/server/backup/postgres-copy.ts';
import { readServerMajor } from '../../src/server/backup/postgres-scratch.ts';
import { restoreCopy } from '../../src/server/backup/restore.ts';
import { copySqlite } from '../../src/server/backup/sqlite-copy.ts';
import { type ReportProgress, verifyCopy } from '../../src/server/backup/verify.ts';
import {
  type Database,
  type DatabaseLocation,
  openDatabase,
} from '../../src/server/storage/engines/database.ts';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { writeMigratedFile } from '../support/sqlite-template.ts';
import { KEY, makeBackups, NOON, scratchFor, writeSealed } from './backup-site.ts';
import { listBackupsOf, placeBackup } from './made-backup.ts';

setDefaultTimeout(60_000);

let dataDir = '';
let folder = '';
const cleanups = cleanUpAfterEach();
beforeEach(() => {
  const { path, remove } = makeDataDir();
  dataDir = path;
  folder = join(path, 'backups');
  cleanups.push(remove);
});

async function sqliteLocation() {
  const location = { kind: 'sqlite', file: join(dataDir, 'site.db') } as const;
  await writeMigratedFile(location.file);
  return location;
}

async function postgresLocation() {
  const { url, release } = await createTestDatabase();
  cleanups.push(release);
  return { kind: 'postgres', url } as const;
}

async function open(location: DatabaseLocation): Promise<Database> {
  const database = await openDatabase(location);
  cleanups.push(() => database.close());
  return database;
}

/** Replaces the only FAQ. */
const writeAnswer = (database: Database, answer: string) =>
  database.write(async (tx) => {
    await tx.deleteFrom('faqs').execute();
    const texts = { question: 'When?', answer, search_text: 'when?' };
    await tx
      .insertInto('faqs')
      .values({ id: 'f1', order_index: 1, version: 1, ...texts })
      .execute();
  });

async function readAnswer(location: DatabaseLocation): Promise<string | undefined> {
  const database = await openDatabase(location);
  const row = await database.db.selectFrom('faqs').select('answer').executeTakeFirst();
  await database.close();
  return row?.answer;
}

type CopyTo = (location: DatabaseLocation, target: string) => Promise<[Manifest['format'], Facts]>;

const copyFile: CopyTo = async (location, target) => {
  if (location.kind !== 'sqlite') throw new Error('not SQLite');
  return ['sqlite', await copySqlite(location.file, target)];
};

const copyPostgresBy =
  (findTools: (url: string) => Promise<PgTools | null>): CopyTo =>
  async (location, target) => {
    if (location.kind !== 'postgres') throw new Error('not PostgreSQL');
    const tools = await findTools(location.url);
    return [tools ? 'pg_dump' : 'rows', await copyPostgres(location.url, target, tools, () => {})];
  };

const findInstalledTools = (url: string) =>
  withConnection(url, async (db) => findPgTools(await readServerMajor(db)));

describe.each([
  ['SQLite', sqliteLocation, copyFile],
  ['PostgreSQL', postgresLocation, copyPostgresBy(findInstalledTools)],
  // As on machines without pg_dump.
  ['PostgreSQL row by row', postgresLocation, copyPostgresBy(async () => null)],
] as const)('a copy of %s', (_engine, newLocation, copyTo) => {
  test('that is replaced or damaged after its checksum was computed is used as it was before, from a private folder', async () => {
    const location = await newLocation();
    const database = await open(location);
    const copy = join(dataDir, 'copy');
    const original = join(dataDir, 'original');
    const forged = join(dataDir, 'forged');
    await writeAnswer(database, 'true');
    await writeSealed(copy, ...(await copyTo(location, copy)), KEY);
    copyFileSync(copy, original);
    await writeAnswer(database, 'forged');
    await copyTo(location, forged);
    await database.close();

    const options = { ...scratchFor(location, folder), scratchFolder: join(dataDir, 'scratch') };
    const modes: string[] = [];
    const damage: ReportProgress = (step) => {
      if (step !== 'restoring') return;
      truncateSync(copy, 100);
      for (const name of readdirSync(options.scratchFolder, { recursive: true }).map(String)) {
        modes.push((statSync(join(options.scratchFolder, name)).mode & 0o777).toString(8));
      }
    };
    expect(await verifyCopy(copy, options, damage)).toMatchObject({ sealedHere: true });
    expect(modes).toEqual(['700', '600']);
    expect(readdirSync(options.scratchFolder)).toEqual([]);
    await expect(verifyCopy(copy, options, () => {})).rejects.toThrow(/checksum/);

    copyFileSync(original, copy);
    const replace: ReportProgress = (step) => {
      if (step === 'restoring') copyFileSync(forged, copy);
    };
    await restoreCopy(copy, options, { force: true, now: 0 }, replace);
    expect(await readAnswer(location)).toBe('true');
  });
});

test.each(['checksumming', 'restoring', 'checking'])(
  'a copy whose unfinished file is replaced at %s is not sealed with the replacement',
  async (swapStep) => {
    const location = await sqliteLocation();
    const database = await open(location);
    await writeAnswer(database, 'forged');
    const forged = join(dataDir, 'forged');
    await copyFile(location, forged);
    await writeAnswer(database, 'true');
    const report: ReportProgress = (step) => {
      if (step !== swapStep) return;
      for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.part'))) {
        if (lstatSync(join(folder, name)).isFile()) copyFileSync(forged, join(folder, name));
      }
    };
    const job = { location, folder, scratchFolder: dataDir, key: KEY, name: 'copy', at: NOON };
    const { file } = await makeVerifiedCopy(job, report, () => {});
    const other = { kind: 'sqlite', file: join(dataDir, 'other', 'site.db') } as const;
    await restoreCopy(join(folder, file), scratchFor(other, folder), { force: false, now: 0 }, () => {});
    expect(await readAnswer(other)).toBe('true');
  },
);

describe('what is not a regular file', () => {
  const notRegular: [string, (path: string, original: string) => void][] = [
    ['a FIFO', (path) => void execFileSync('mkfifo', [path])],
    ['a link', (path, original) => symlinkSync(original, path)],
    ['a link to a device', (path) => symlinkSync('/dev/zero', path)],
    ['a folder', (path) => mkdirSync(path)],
  ];

  /** Replaces one of the files of a backup. */
  async function makeReplaced(ending: string, replace: (path: string, original: string) => void) {
    const location = await sqliteLocation();
    const database = await open(location);
    const { copy } = await placeBackup('sqlite', folder);
    await listBackupsOf(folder, database);
    const backups = makeBackups(database, location, folder);
    const original = join(dataDir, 'original');
    renameSync(`${copy}${ending}`, original);
    replace(`${copy}${ending}`, original);
    return { location, database, backups, copy };
  }

  describe.each(notRegular)('%s', (_kind, replace) => {
    test.each(['', '.json'])(
      'in place of a copy%s is refused, not listed, and does not delay the start',
      async (ending) => {
        const { location, database, backups, copy } = await makeReplaced(ending, replace);
        expect(await backups.lastVerified()).toBeNull();
        await expect(verifyCopy(copy, scratchFor(location, folder), () => {})).rejects.toThrow(
          `${copy}${ending} is not a regular file.`,
        );
        await database.write(async (tx) => void (await tx.deleteFrom('backups').execute()));
        await backups.startSchedule();
        await backups.stop();
        expect((await backups.list({ limit: 10 })).items).toEqual([]);
      },
    );
  });

  test('a manifest of many megabytes is refused without being read', async () => {
    const { location, copy } = await makeReplaced('.json', (path) => writeFileSync(path, ''));
    truncateSync(`${copy}.json`, 2 ** 40);
    await expect(verifyCopy(copy, scratchFor(location, folder), () => {})).rejects.toThrow(/too large/);
    rmSync(`${copy}.json`);
  });
});
