/** Makes a copy, restores and checks it, and only then gives it its name and its manifest. */
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { FILE_PREFIX } from '../../core/branding.ts';
import type { Instant } from '../../core/ist-time.ts';
import { makePrivateFolder } from '../private-folder.ts';
import type { DatabaseLocation } from '../storage/engines/database.ts';
import { type CopyFormat, makeDurable, moveFile, nameCopy, unfinished } from './copy-files.ts';
import type { Facts } from './facts.ts';
import { type Manifest, manifestFileOf, writeManifest } from './manifest.ts';
import { findPgTools, type PgTools } from './pg-tools.ts';
import { copyPostgres, withConnection } from './postgres-copy.ts';
import { readServerMajor } from './postgres-scratch.ts';
import { type PrivateCopy, withScratchFolder } from './private-copy.ts';
import { hashFile } from './regular-file.ts';
import { copySqlite } from './sqlite-copy.ts';
import { type Report, tryOut } from './verify.ts';

export interface CopyOrder {
  location: DatabaseLocation;
  folder: string;
  /** Where the copy is made and checked; only this account may write to it. */
  scratchFolder: string;
  /** Seals the manifest. */
  key: string;
  /** What the file is called, without its ending. */
  name: string;
  at: Instant;
}

/** One way to copy the database. */
interface Method {
  format: CopyFormat;
  copyTo(target: string, report: (fraction: number) => void): Promise<Facts>;
}

/** Where pg_dump turns out not to work after all, the copy is made row by row; `note` is told why. */
export async function makeVerifiedCopy(
  order: CopyOrder,
  report: Report,
  note: (text: string) => void,
): Promise<Manifest> {
  makePrivateFolder(order.folder);
  const [first, second] = await findMethods(order.location);
  if (!second) return makeCopyBy(first, order, report);
  return makeCopyBy(first, order, report).catch((error: Error) => {
    note(`pg_dump was of no use: ${error.message}`);
    return makeCopyBy(second, order, report);
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
  { location, folder, scratchFolder, key, name, at }: CopyOrder,
  report: Report,
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
    await tryOut(copy, location, report, async () => {});
    await putIntoFolder(copy, key);
    return manifest;
  });

async function putIntoFolder({ file, origin, manifest }: PrivateCopy, key: string): Promise<void> {
  const draft = unfinished(origin);
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
