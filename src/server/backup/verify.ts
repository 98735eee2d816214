/** Trusting a copy: its checksum is right, and restored it is as good as the original was. */
import type { Backup } from '../../contract/backups.ts';
import type { DatabaseLocation } from '../storage/database.ts';
import { refuseIfNotOurs } from '../storage/ownership.ts';
import { CopyRefused } from './copy-refused.ts';
import { type Facts, findFaults } from './facts.ts';
import { type Manifest, readIntactCopy } from './manifest.ts';
import { inspectDatabase, type Surroundings, withScratchOf } from './scratch.ts';

/** Called with what is being done and how far that is, from 0 to 1. */
export type Report = (step: Backup['step'], fraction?: number) => void;

/** Refuses a copy that is not what its manifest says. */
export async function verifyCopy(
  copy: string,
  surroundings: Surroundings,
  report: Report,
): Promise<Manifest> {
  report('checksumming');
  const manifest = await readIntactCopy(copy);
  await tryOut(copy, manifest, surroundings, report, async () => {});
  return manifest;
}

/** Restores the copy into a scratch database, checks it there, and lends it out. */
export function tryOut<Result>(
  copy: string,
  manifest: Manifest,
  surroundings: Surroundings,
  report: Report,
  work: (scratch: DatabaseLocation) => Promise<Result>,
): Promise<Result> {
  refuseIfNotOurs(copy, { tables: Object.keys(manifest.facts.rows), migrations: manifest.facts.migrations });
  report('restoring');
  return withScratchOf(copy, manifest, surroundings, async (scratch) => {
    report('checking');
    await refuseFaults(copy, scratch, manifest.facts);
    return work(scratch);
  });
}

async function refuseFaults(copy: string, scratch: DatabaseLocation, facts: Facts): Promise<void> {
  const faults = await inspectDatabase(scratch, (database) => findFaults(database, facts));
  if (faults.length > 0) throw new CopyRefused(`${copy} does not restore well: ${faults.join('; ')}.`);
}
