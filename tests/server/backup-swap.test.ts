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
import { makeVerifiedCopy } from '../../src/server/backup/make-copy.ts';
import { copyPostgres } from '../../src/server/backup/postgres-copy.ts';
import { restoreCopy } from '../../src/server/backup/restore.ts';
import { type Report, verifyCopy } from '../../src/server/backup/verify.ts';
import {
  type Database,
  type DatabaseLocation,
  openDatabase,
} from '../../src/server/storage/engines/database.ts';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { ADMIN, fillSite, KEY, makeBackups, NOON, resealCopy, scratchFor } from './backup-site.ts';

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

const sqliteLocation = async (): Promise<DatabaseLocation> => ({
  kind: 'sqlite',
  file: join(dataDir, 'site.db'),
});

async function postgresLocation(): Promise<DatabaseLocation> {
  const { url, release } = await createTestDatabase();
  cleanups.push(release);
  return { kind: 'postgres', url };
}

async function open(location: DatabaseLocation): Promise<Database> {
  const database = await openDatabase(location);
  cleanups.push(() => database.close());
  return database;
}

const writeAnswer = (database: Database, answer: string) =>
  database.write(async (tx) => void (await tx.updateTable('faqs').set({ answer }).execute()));

async function readAnswer(location: DatabaseLocation): Promise<string | undefined> {
  const database = await openDatabase(location);
  const row = await database.db.selectFrom('faqs').select('answer').executeTakeFirst();
  await database.close();
  return row?.answer;
}

const makeCopy = async (location: DatabaseLocation, name: string, report: Report = () => {}) =>
  makeVerifiedCopy({ location, folder, scratchFolder: dataDir, key: KEY, name, at: NOON }, report, () => {});

/** Makes a copy as rows, as on machines without pg_dump. */
async function makeRowsCopy(location: DatabaseLocation, name: string) {
  const { file: made } = await makeCopy(location, name);
  const file = `${name}.rows.gz`;
  if (location.kind !== 'postgres') throw new Error('only PostgreSQL is copied row by row');
  await copyPostgres(location.url, join(folder, file), null, () => {});
  if (made !== file) renameSync(join(folder, `${made}.json`), join(folder, `${file}.json`));
  resealCopy(join(folder, file), {
    change: (manifest) => Object.assign(manifest, { format: 'rows', file }),
  });
  return { file };
}

describe.each([
  ['SQLite', sqliteLocation, makeCopy],
  ['PostgreSQL', postgresLocation, makeCopy],
  ['PostgreSQL row by row', postgresLocation, makeRowsCopy],
] as const)('a copy of %s', (_engine, newLocation, make) => {
  /** Creates a site whose FAQ has the answer "true", and a copy of it. */
  async function makeSite() {
    const location = await newLocation();
    const database = await open(location);
    await fillSite(database);
    await writeAnswer(database, 'true');
    const copy = join(folder, (await make(location, 'copy')).file);
    return { location, database, copy };
  }

  const swapAt =
    (step: string, from: string, to: string): Report =>
    (reached) => {
      if (reached === step) copyFileSync(from, to);
    };

  test('that is replaced after its checksum was computed is restored as it was when checked', async () => {
    const { location, database, copy } = await makeSite();
    await writeAnswer(database, 'forged');
    const forged = join(folder, (await make(location, 'forged')).file);
    await database.close();
    const report = swapAt('restoring', forged, copy);
    await restoreCopy(copy, scratchFor(location, folder), { force: true, now: 0 }, report);
    expect(await readAnswer(location)).toBe('true');
  });

  test('that is damaged after its checksum was computed is verified as it was before', async () => {
    const { location, copy } = await makeSite();
    const damage: Report = (step) => {
      if (step === 'restoring') truncateSync(copy, 100);
    };
    expect(await verifyCopy(copy, scratchFor(location, folder), damage)).toMatchObject({ sealedHere: true });
    await expect(verifyCopy(copy, scratchFor(location, folder), () => {})).rejects.toThrow(/checksum/);
  });

  test('is read only from a private folder, which is removed afterwards', async () => {
    const { location, copy } = await makeSite();
    const scratchFolder = join(dataDir, 'scratch');
    const modes: string[] = [];
    const readModes: Report = (step) => {
      if (step !== 'restoring') return;
      for (const name of readdirSync(scratchFolder, { recursive: true }).map(String)) {
        modes.push((statSync(join(scratchFolder, name)).mode & 0o777).toString(8));
      }
    };
    const options = { ...scratchFor(location, folder), scratchFolder };
    await verifyCopy(copy, options, readModes);
    expect(modes).toEqual(['700', '600']);
    expect(readdirSync(scratchFolder)).toEqual([]);
  });
});

test.each(['checksumming', 'restoring', 'checking'])(
  'a copy whose unfinished file is replaced at %s is not sealed with the replacement',
  async (swapStep) => {
    const location = await sqliteLocation();
    const database = await open(location);
    await fillSite(database);
    await writeAnswer(database, 'forged');
    const forged = join(folder, (await makeCopy(location, 'forged')).file);
    await writeAnswer(database, 'true');
    const report: Report = (step) => {
      if (step !== swapStep) return;
      for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.part'))) {
        if (lstatSync(join(folder, name)).isFile()) copyFileSync(forged, join(folder, name));
      }
    };
    const { file } = await makeCopy(location, 'copy', report);
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

  /** Makes a backup and replaces one of its files. */
  async function makeReplaced(ending: string, replace: (path: string, original: string) => void) {
    const location = await sqliteLocation();
    const database = await open(location);
    const backups = makeBackups(database, location, folder);
    const copy = join(folder, (await backups.run(ADMIN)).file);
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
