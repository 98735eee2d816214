/** A backup that a process makes once for each kind of database; tests get copies of its files. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseKind } from '../../src/contract/health.ts';
import type { Instant } from '../../src/core/ist-time.ts';
import { nameBackup, nameCopy } from '../../src/server/backup/copy-files.ts';
import { listUnknownCopies } from '../../src/server/backup/copy-list.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';
import { type Installation, makeInstallation } from '../support/installation.ts';
import { writeMigratedFile } from '../support/sqlite-template.ts';
import { KEY, MACHINE, makeSiteWithBackup, NOON, resealCopy } from './backup-site.ts';

type MadeBackup = Awaited<ReturnType<typeof makeBackupOf>>;

const made: Partial<Record<DatabaseKind, Promise<MadeBackup>>> = {};

async function makeBackupOf({ location, dataDir }: Installation) {
  if (location.kind === 'sqlite') await writeMigratedFile(location.file);
  const folder = join(dataDir, 'backups');
  const site = await makeSiteWithBackup(location, folder);
  const copy = join(folder, site.file);
  return { ...site, bytes: readFileSync(copy), manifest: readFileSync(`${copy}.json`) };
}

async function makeOnce(kind: DatabaseKind): Promise<MadeBackup> {
  const installation = await makeInstallation(kind);
  try {
    return await makeBackupOf(installation);
  } finally {
    await installation.remove();
  }
}

/** A backup in a folder, with the content of the site that it was made of. */
export interface PlacedBackup extends Pick<MadeBackup, 'file' | 'before' | 'epoch' | 'head'> {
  /** The path of the file. */
  copy: string;
}

/** Writes the files of a backup of the site into the folder, as one that was made at the given time. */
export async function placeBackup(
  kind: DatabaseKind,
  folder: string,
  at: Instant = NOON,
): Promise<PlacedBackup> {
  made[kind] ??= makeOnce(kind);
  const { bytes, manifest, ...site } = await made[kind];
  const format = JSON.parse(manifest.toString()).manifest.format;
  const file = at === NOON ? site.file : nameCopy(nameBackup(at, crypto.randomUUID()), format);
  const copy = join(folder, file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(copy, bytes, { mode: 0o600 });
  writeFileSync(`${copy}.json`, manifest, { mode: 0o600 });
  if (at !== NOON) {
    resealCopy(copy, {
      change: (named) => Object.assign(named, { file, madeAt: new Date(at).toISOString() }),
    });
  }
  return { ...site, file, copy };
}

/** Adds the backups of the folder to the list of the database, as a server does at its start. */
export const listBackupsOf = (folder: string, database: Database): Promise<void> =>
  listUnknownCopies(database, { folder, key: KEY, hostName: MACHINE }, NOON);
