/** Trusting a copy: its seal and checksum are right, its schema is ours, and it holds what the original held. */
import type { Backup } from '../../contract/backups.ts';
import type { DatabaseLocation } from '../storage/engines/database.ts';
import { refuseIfNotOurs } from '../storage/engines/ownership.ts';
import { CopyRefused } from './copy-refused.ts';
import { type Facts, findFaults } from './facts.ts';
import type { CheckedManifest, Trust } from './manifest.ts';
import { type PrivateCopy, withPrivateCopy } from './private-copy.ts';
import { inspectDatabase, withScratchOf } from './scratch.ts';

/** Called with what is being done and how far that is, from 0 to 1. */
export type Report = (step: Backup['step'], fraction?: number) => void;

export interface CheckOptions {
  /** The database of this installation: copies of PostgreSQL are tried out beside it. */
  location: DatabaseLocation;
  /** Where scratch folders are made; only this account may write to it. */
  scratchFolder: string;
  trust: Trust;
}

/** Refuses a copy that is not what its manifest says, or not made by someone who is trusted. */
export function verifyCopy(copy: string, options: CheckOptions, report: Report): Promise<CheckedManifest> {
  report('checksumming');
  return withPrivateCopy(copy, options, async ({ manifest, sealedHere, ...files }) => {
    await tryOut({ manifest, ...files }, options.location, report, async () => {});
    return { manifest, sealedHere };
  });
}

/** Restores the copy into a scratch database, checks it there, and lends it out. */
export function tryOut<Result>(
  copy: PrivateCopy,
  location: DatabaseLocation,
  report: Report,
  work: (scratch: DatabaseLocation) => Promise<Result>,
): Promise<Result> {
  const { origin, manifest } = copy;
  const { rows, migrations } = manifest.facts;
  refuseIfNotOurs(origin, { tables: Object.keys(rows), migrations });
  report('restoring');
  return withScratchOf(copy, location, async (scratch) => {
    report('checking');
    await refuseFaults(origin, scratch, manifest.facts);
    return work(scratch);
  });
}

async function refuseFaults(origin: string, scratch: DatabaseLocation, facts: Facts): Promise<void> {
  const faults = await inspectDatabase(scratch, (database) => findFaults(database, facts));
  if (faults.length > 0) throw new CopyRefused(`${origin} does not restore well: ${faults.join('; ')}.`);
}
