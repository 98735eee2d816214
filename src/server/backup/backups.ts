/** Backups on demand and on schedule. Only a verified copy counts as a backup. */
import { dirname } from 'node:path';
import type { Backup } from '../../contract/backups.ts';
import type { Page } from '../../contract/paging.ts';
import { type Actor, SYSTEM } from '../../core/actor.ts';
import { HOUR, type Instant, MINUTE, SECOND } from '../../core/ist-time.ts';
import { AppError } from '../errors.ts';
import { type BackupRow, isPeriodTaken, listBackups, toBackup } from '../storage/operations/backups-store.ts';
import { beginRun, DEAD_AFTER, type Run, type RunParts } from './backup-run.ts';
import { removeLeftovers } from './copy-files.ts';
import { listUnknownCopies, removeOldCopies } from './copy-list.ts';
import { createLastBackup } from './last-backup.ts';

const FIRST_CHECK_AFTER = 30 * SECOND;
const CHECK_EVERY = MINUTE;

export interface BackupsParts extends RunParts {
  /** 0 for never. */
  everyHours: number;
}

export interface Backups {
  /** Newest first. */
  list(request: { limit: number; cursor?: string | undefined }): Promise<Page<Backup>>;
  /** The newest copy that this installation made, restored and checked, and that has not changed since. */
  lastVerified(): Promise<Backup | null>;
  /** Starts a backup and returns at once; throws while one is running on any node. */
  start(actor: Actor): Promise<Backup>;
  /** Makes a backup and resolves when it is verified or has failed. */
  run(actor: Actor, onProgress?: (backup: Backup) => void): Promise<Backup>;
  /** Counts of this node since the start. */
  totals(): BackupTotals;
  startSchedule(): Promise<void>;
  stop(): Promise<void>;
}

interface BackupTotals {
  verified: number;
  failed: number;
}

export function createBackups(parts: BackupsParts): Backups {
  const { database, clock, timers, log, everyHours } = parts;
  const lastBackup = createLastBackup(parts);
  let current: { run: Run; ended: Promise<BackupRow> } | null = null;
  let cancelCheck = () => {};
  let stopped = false;
  const totals: BackupTotals = { verified: 0, failed: 0 };

  async function begin(actor: Actor, period: string | null, onProgress: (backup: Backup) => void = () => {}) {
    const run = await beginRun(parts, actor, period, (row) => onProgress(toBackup(row)));
    if (!run) return null;
    const ended = run.done.then(countAndPrune).finally(() => {
      current = null;
    });
    current = { run, ended };
    return current;
  }

  async function countAndPrune(row: BackupRow): Promise<BackupRow> {
    totals[row.status === 'verified' ? 'verified' : 'failed'] += 1;
    if (row.status === 'verified') {
      await removeOldCopies(database, parts, clock.now()).catch((error) =>
        log.warn('old backups not removed', { error }),
      );
    }
    return row;
  }

  async function beginOnDemand(actor: Actor, onProgress?: (backup: Backup) => void) {
    const begun = await begin(actor, null, onProgress);
    if (!begun) throw new AppError('backup-running');
    return begun;
  }

  const periodOf = (now: Instant): string => `${everyHours} h, ${Math.floor(now / (everyHours * HOUR))}`;

  async function makeIfDue(): Promise<void> {
    // Without the folder a backup would be stored apart from the earlier ones.
    if (!(await lastBackup.markLost()) || everyHours === 0 || current) return;
    const now = clock.now();
    const period = periodOf(now);
    if (await isPeriodTaken(database.db, period, now - DEAD_AFTER)) return;
    await (await begin(SYSTEM, period))?.ended;
  }

  async function checkSchedule(): Promise<void> {
    await makeIfDue().catch((error) => log.error('backup not possible', { error }));
    if (!stopped) cancelCheck = timers.after(CHECK_EVERY, checkSchedule);
  }

  return {
    list: (request) => listBackups(database.db, request),
    lastVerified: lastBackup.find,
    totals: () => totals,
    async start(actor) {
      const { run, ended } = await beginOnDemand(actor);
      ended.catch((error) => log.error('backup not recorded', { error }));
      return toBackup(run.row);
    },
    async run(actor, onProgress) {
      const { ended } = await beginOnDemand(actor, onProgress);
      return toBackup(await ended);
    },
    async startSchedule() {
      for (const folder of workFoldersOf(parts)) removeLeftovers(folder);
      await listUnknownCopies(database, parts, clock.now());
      cancelCheck = timers.after(FIRST_CHECK_AFTER, checkSchedule);
    },
    async stop() {
      stopped = true;
      cancelCheck();
      current?.run.abort();
      await current?.ended.catch((error) => log.warn('backup not recorded', { error }));
    },
  };
}

/** Where unfinished files may be left; a restore works beside the database. */
const workFoldersOf = ({ folder, scratchFolder, location }: RunParts): string[] => [
  folder,
  scratchFolder,
  ...(location.kind === 'sqlite' ? [dirname(location.file)] : []),
];
