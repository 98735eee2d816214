/** A backup is verified only after its copy was restored and checked. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Backup } from '../../src/contract/backups.ts';
import { DAY, HOUR, MINUTE } from '../../src/core/ist-time.ts';
import type { Backups } from '../../src/server/backup/backups.ts';
import { verifyCopy } from '../../src/server/backup/verify.ts';
import { createArticle } from '../../src/server/services/content/news.ts';
import { listActivity } from '../../src/server/storage/feed/activity-store.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { stepTimeFrom } from '../support/stepped-time.ts';
import { ADMIN, fillSite, flipByte, makeBackups, NOON, resealCopy, scratchFor } from './backup-site.ts';
import { listBackupsOf, placeBackup } from './made-backup.ts';
import { createContext, EDITOR } from './services-context.ts';

let folder = '';
let removeFolder = () => {};
beforeEach(() => {
  const dataDir = makeDataDir();
  folder = join(dataDir.path, 'backups');
  removeFolder = dataDir.remove;
});
afterEach(() => removeFolder());

const listOf = async (backups: Backups) => (await backups.list({ limit: 100 })).items;

describeOnBothDatabases('a backup', ({ kind, newLocation, onSqlite, open }) => {
  test('is verified, private, and shown as the last one', async () => {
    const location = await newLocation();
    const database = await open(location);
    await fillSite(database, 3);
    const backups = makeBackups(database, location, folder);
    expect(await backups.lastVerified()).toBeNull();
    const progress: Backup[] = [];
    const backup = await backups.run(ADMIN, (step) => progress.push(step));
    expect(backup).toMatchObject({ status: 'verified', step: 'done', progress: 100, error: null });
    expect(progress.map(({ step }) => step)).toEqual(
      expect.arrayContaining(['checksumming', 'restoring', 'checking']),
    );
    const shown = progress.map((step) => step.progress);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect(await backups.lastVerified()).toEqual(backup);
    expect(await listOf(backups)).toEqual([backup]);
    expect(readdirSync(folder).sort()).toEqual([backup.file, `${backup.file}.json`]);
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    expect(backup.bytes).toBe(statSync(join(folder, backup.file)).size);
    const { items } = await listActivity(database.db, { limit: 1 });
    expect(items).toMatchObject([
      { type: 'system', action: 'Made a backup', user: 'Asha', target: backup.file },
    ]);
    expect(await verifyCopy(join(folder, backup.file), scratchFor(location, folder), () => {})).toMatchObject(
      { manifest: { file: backup.file, sha256: backup.sha256 }, sealedHere: true },
    );
  });

  onSqlite(
    'with a flipped byte at any position of its file or manifest is refused, and no longer the last one',
    async () => {
      const location = await newLocation();
      const database = await open(location);
      const good = await placeBackup(kind, folder, NOON - HOUR);
      const { file, copy } = await placeBackup(kind, folder);
      await listBackupsOf(folder, database);
      const backups = makeBackups(database, location, folder);
      const readLastFile = async () => (await backups.lastVerified())?.file;
      const verify = () => verifyCopy(copy, scratchFor(location, folder), () => {});
      for (const place of [0.1, 0.3, 0.5, 0.7, 0.9]) {
        flipByte(`${copy}.json`, place);
        await expect(verify()).rejects.toThrow();
        flipByte(`${copy}.json`, place);
      }
      expect(await readLastFile()).toBe(file);
      for (const place of [0, 0.25, 0.5, 0.75, 0.999]) {
        flipByte(copy, place);
        await expect(verify()).rejects.toThrow(/checksum/);
        if (place < 0.999) flipByte(copy, place);
      }
      expect(await readLastFile()).toBe(good.file);
      const time = stepTimeFrom(NOON);
      const schedule = makeBackups(database, location, folder, { ...time, everyHours: 0 });
      await schedule.startSchedule();
      await time.advanceBy(MINUTE);
      await schedule.stop();
      expect((await listOf(backups)).map(({ status, error }) => [status, error])).toEqual([
        ['failed', 'The copy is damaged.'],
        ['verified', null],
      ]);
      removeFolder();
      expect(await backups.lastVerified()).toBeNull();
    },
  );

  test('is consistent while others write', async () => {
    const location = await newLocation();
    const database = await open(location);
    await fillSite(database, 3);
    const backups = makeBackups(database, location, folder);
    const context = { ...createContext(database), randomBytes };
    let writing = true;
    const writer = (async () => {
      let written = 0;
      for (; writing; written += 1) {
        await createArticle(context, { title: `News ${written}`, body: 'Text', author: 'Desk' }, EDITOR);
        await Bun.sleep(5);
      }
      return written;
    })();
    const backup = await backups.run(ADMIN);
    writing = false;
    expect(await writer).toBeGreaterThan(5);
    expect(backup).toMatchObject({ status: 'verified', error: null });
  });

  onSqlite('that cannot be written is listed and logged as failed', async () => {
    const location = await newLocation();
    const database = await open(location);
    const file = join(folder, '..', 'a-file');
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, '');
    const backups = makeBackups(database, location, join(file, 'backups'));
    const backup = await backups.run(ADMIN);
    expect(backup).toMatchObject({ status: 'failed', bytes: null, sha256: null });
    expect(backup.error).toMatch(/ENOTDIR/);
    expect(await backups.lastVerified()).toBeNull();
    const { items } = await listActivity(database.db, { limit: 1 });
    expect(items).toMatchObject([{ action: 'Backup failed' }]);
  });

  test('cannot start while another is running, unless its process has ended', async () => {
    const location = await newLocation();
    const database = await open(location);
    let now = NOON;
    const parts = { clock: { now: () => now } };
    const backups = makeBackups(database, location, folder, parts);
    const starts = await Promise.allSettled([backups.start(ADMIN), backups.start(ADMIN)]);
    expect(starts.sort((a, b) => a.status.localeCompare(b.status))).toMatchObject([
      { status: 'fulfilled', value: { status: 'running', step: 'copying', progress: 0 } },
      { status: 'rejected', reason: { code: 'backup-running' } },
    ]);
    await backups.stop();
    expect(await listOf(backups)).toMatchObject([{ status: 'failed', error: 'Interrupted.' }]);

    const dead = { status: 'running', error: null, finished_at: null } as const;
    await database.write(async (tx) => void (await tx.updateTable('backups').set(dead).execute()));
    const next = makeBackups(database, location, folder, parts);
    await expect(next.start(ADMIN)).rejects.toMatchObject({ code: 'backup-running' });
    now += 3 * MINUTE;
    expect(await next.start(ADMIN)).toMatchObject({ status: 'running' });
    expect((await listOf(next)).map(({ status }) => status)).toEqual(['running', 'failed']);
    await next.stop();
  });

  onSqlite('deletes unfinished files of a crash at the next start', async () => {
    const location = await newLocation();
    const database = await open(location);
    mkdirSync(join(folder, 'a.db.scratch.999999999.part'), { recursive: true });
    writeFileSync(join(folder, 'a.db.999999999.part'), 'half');
    writeFileSync(join(folder, `b.db.${process.ppid}.part`), 'another process writes it');
    writeFileSync(join(folder, 'notes.txt'), 'an operator put it here');
    const parent = location.kind === 'sqlite' ? dirname(location.file) : join(folder, '..');
    mkdirSync(join(parent, 'scratch-of-a-restore.999999999.part'));
    const backups = makeBackups(database, location, folder);
    await backups.startSchedule();
    await backups.stop();
    expect(readdirSync(folder).sort()).toEqual([`b.db.${process.ppid}.part`, 'notes.txt']);
    expect(readdirSync(parent).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  onSqlite('is deleted when a newer one covers its period, unless another installation made it', async () => {
    const location = await newLocation();
    const database = await open(location);
    const dayBefore = await placeBackup(kind, folder, NOON - DAY);
    await placeBackup(kind, folder, NOON + MINUTE);
    const foreign = await placeBackup(kind, folder);
    resealCopy(foreign.copy, { key: 'a key of another installation' });
    await listBackupsOf(folder, database);
    const backups = makeBackups(database, location, folder, { clock: { now: () => NOON + 2 * MINUTE } });
    const newest = await backups.run(ADMIN);
    const kept = [newest.file, dayBefore.file];
    expect((await listOf(backups)).map(({ file }) => file)).toEqual(kept);
    expect(readdirSync(folder).sort()).toEqual(
      [...kept, foreign.file].flatMap((file) => [file, `${file}.json`]).sort(),
    );
  });
});
