/** Trusting a copy: its seal and checksum are right, its schema is ours, and it holds what the original held. */
import type { Backup } from '../../contract/backups.ts';
import type { DatabaseLocation } from '../storage/database.ts';
import { refuseIfNotOurs } from '../storage/ownership.ts';
import { CopyRefused } from './copy-refused.ts';
import { type Facts, findFaults } from './facts.ts';
import { type CheckedManifest, type Manifest, readIntactCopy, type Trust } from './manifest.ts';
import { inspectDatabase, type Surroundings, withScratchOf } from './scratch.ts';

/** Called with what is being done and how far that is, from 0 to 1. */
export type Report = (step: Backup['step'], fraction?: number) => void;

export interface CheckOptions extends Surroundings {
  trust: Trust;
}

/** Refuses a copy that is not what its manifest says, or not made by someone who is trusted. */
export async function verifyCopy(
  copy: string,
  { trust, ...surroundings }: CheckOptions,
  report: Report,
): Promise<CheckedManifest> {
  report('checksumming');
  const checked = await readIntactCopy(copy, trust);
  await tryOut(copy, checked.manifest, surroundings, report, async () => {});
  return checked;
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
