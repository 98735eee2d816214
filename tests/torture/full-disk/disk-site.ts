/** Sites with a disk that can be filled and freed: by a limit on the file size, or with a small file system. */
import { Database as BunSqlite } from 'bun:sqlite';
import { closeSync, copyFileSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiSite, SETTINGS, signInTo } from '../../server/api-site.ts';
import { makeDataDir } from '../../support/data-dir.ts';
import { startServerProcess } from '../../support/server-process.ts';

export interface DiskSite {
  site: ApiSite;
  /** Runs the integrity check of SQLite, on a copy, because SQLite cannot open a file in another mount namespace. */
  findDamage(): string[];
  /** Fills the disk as far as possible from outside; the changes of the site fill the rest. */
  fill(): void;
  free(): void;
  stop(): Promise<void>;
}

export type Disk = 'file limit' | 'file system';

/** 2 MiB: enough for a new database. The WAL reaches the limit after about fifty changes. */
const FILE_BLOCKS = 4_096;
/** 6 MiB: enough for a new database and its WAL. */
const DISK_BYTES = 6 * 1_024 * 1_024;
const FILLING = Buffer.alloc(64 * 1_024, 1);

export async function openDiskSite(disk: Disk, env: Record<string, string>): Promise<DiskSite> {
  const dataDir = makeDataDir();
  const options = disk === 'file limit' ? { fileBlocks: FILE_BLOCKS } : { diskBytes: DISK_BYTES };
  try {
    const server = await startServerProcess({ ...SETTINGS, DATA_DIR: dataDir.path, ...env }, options);
    const site = await signInTo(server);
    const folder = disk === 'file limit' ? dataDir.path : `/proc/${server.pid}/root${dataDir.path}`;
    const file = join(folder, 'swarna-chakra.db');
    const filler = join(folder, 'filler');
    return {
      site,
      findDamage: () => findDamage(file),
      fill: disk === 'file limit' ? () => {} : () => writeUntilFull(filler),
      free: disk === 'file limit' ? () => emptyWal(file) : () => rmSync(filler),
      async stop() {
        await site.stop();
        dataDir.remove();
      },
    };
  } catch (error) {
    dataDir.remove();
    throw error;
  }
}

function writeUntilFull(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    // More pieces than the file system has room for.
    for (let piece = 0; piece < DISK_BYTES / FILLING.length + 1; piece += 1) writeSync(descriptor, FILLING);
    throw new Error('The file system is larger than it should be.');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Moves the WAL into the database file, which is smaller than the limit. */
function emptyWal(file: string): void {
  using sqlite = new BunSqlite(file);
  // The server may be writing now.
  sqlite.run('pragma busy_timeout = 5000');
  const row = sqlite.query<{ busy: number }, []>('pragma wal_checkpoint(truncate)').get();
  if (row?.busy !== 0) throw new Error('The log of the database cannot be emptied.');
}

/** Must not be called while the server writes. */
function findDamage(file: string): string[] {
  const folder = makeDataDir();
  try {
    const copy = join(folder.path, 'copy.db');
    for (const ending of ['', '-wal']) copyFileSync(`${file}${ending}`, `${copy}${ending}`);
    using sqlite = new BunSqlite(copy);
    const rows = sqlite.query<{ integrity_check: string }, []>('pragma integrity_check').all();
    return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  } finally {
    folder.remove();
  }
}
