/** Makes a copy, restores and checks it, and only then writes its manifest and moves it into the folder. */
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { FILE_PREFIX } from '../../core/branding.ts';
import type { Instant } from '../../core/ist-time.ts';
import { createPrivateFolder } from '../private-folder.ts';
import type { DatabaseLocation } from '../storage/engines/database.ts';
import { type CopyFormat, makeDurable, moveFile, nameCopy, unfinishedPath } from './copy-files.ts';
import type { Facts } from './facts.ts';
import { type Manifest, manifestFileOf, writeManifest } from './manifest.ts';
import { findPgTools, type PgTools } from './pg-tools.ts';
import { copyPostgres, withConnection } from './postgres-copy.ts';
import { readServerMajor } from './postgres-scratch.ts';
import { type PrivateCopy, withScratchFolder } from './private-copy.ts';
import { hashFile } from './regular-file.ts';
import { copySqlite } from './sqlite-copy.ts';
import { type ReportProgress, withTrialRestore } from './verify.ts';

export interface CopyJob {
  location: DatabaseLocation;
  folder: string;
  /** Where the copy is made and checked; only this account may write to it. */
  scratchFolder: string;
  /** Seals the manifest. */
  key: string;
  /** The file name without extension. */
  name: string;
  at: Instant;
}

/** A method of copying the database. */
interface Method {
  format: CopyFormat;
  copyTo(target: string, report: (fraction: number) => void): Promise<Facts>;
}

/** When pg_dump fails, the copy is made row by row; `note` is called with the reason. */
export async function makeVerifiedCopy(
  job: CopyJob,
  report: ReportProgress,
  note: (text: string) => void,
): Promise<Manifest> {
  createPrivateFolder(job.folder);
  const [first, second] = await findMethods(job.location);
  if (!second) return makeCopyBy(first, job, report);
  return makeCopyBy(first, job, report).catch((error: Error) => {
    note(`pg_dump failed, copying row by row: ${error.message}`);
    return makeCopyBy(second, job, report);
  });
}

async function findMethods(location: DatabaseLocation): Promise<[Method, Method?]> {
  if (location.kind === 'sqlite') {
    return [{ format: 'sqlite', copyTo: (target) => copySqlite(location.file, target) }];
  }
  const byTools = (tools: PgTools | null): Method => ({
    format: tools ? 'pg_dump' : 'rows',
    copyTo: (target, report) => copyPostgres(location.url, target, tools, report),
  });
  const tools = await withConnection(location.url, async (db) => findPgTools(await readServerMajor(db)));
  return tools ? [byTools(tools), byTools(null)] : [byTools(null)];
}

const makeCopyBy = (
  { format, copyTo }: Method,
  { location, folder, scratchFolder, key, name, at }: CopyJob,
  report: ReportProgress,
): Promise<Manifest> =>
  withScratchFolder(scratchFolder, async (scratch) => {
    const origin = join(folder, nameCopy(name, format));
    const file = join(scratch, 'copy');
    report('copying');
    const facts = await copyTo(file, (fraction) => report('copying', fraction));
    await makeDurable(file);
    report('checksumming');
    const manifest: Manifest = {
      product: FILE_PREFIX,
      file: basename(origin),
      format,
      madeAt: new Date(at).toISOString(),
      ...(await hashFile(file)),
      facts,
    };
    const copy = { file, origin, manifest };
    await withTrialRestore(copy, location, report, async () => {});
    await moveIntoFolder(copy, key);
    return manifest;
  });

async function moveIntoFolder({ file, origin, manifest }: PrivateCopy, key: string): Promise<void> {
  const draft = unfinishedPath(origin);
  try {
    await moveFile(file, draft);
    await writeManifest(origin, manifest, key);
    await rename(draft, origin);
    await makeDurable(dirname(origin));
  } catch (error) {
    await rm(draft, { force: true });
    await rm(manifestFileOf(origin), { force: true });
    throw error;
  }
}
