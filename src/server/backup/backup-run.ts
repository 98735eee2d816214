/** One run of a backup, from its first entry in the list to its last. */
import type { Backup } from '../../contract/backups.ts';
import type { Actor } from '../../core/actor.ts';
import { type Instant, MINUTE, SECOND } from '../../core/ist-time.ts';
import type { Clock, Timers } from '../clock.ts';
import { DatabaseDown } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Database, DatabaseLocation } from '../storage/engines/database.ts';
import { appendActivity } from '../storage/feed/activity-store.ts';
import { type BackupRow, beginBackup, endBackup, updateBackup } from '../storage/operations/backups-store.ts';
import { nameBackup, placeOf } from './copy-files.ts';
import { CopyingAborted, startCopying } from './copying.ts';
import type { Manifest } from './manifest.ts';
import type { ReportProgress } from './verify.ts';

export interface RunParts {
  database: Database;
  location: DatabaseLocation;
  folder: string;
  /** Where copies are made and checked before they are moved into the folder. */
  scratchFolder: string;
  /** The key that seals copies; copies with another seal are not trusted. */
  key: string;
  hostName: string;
  clock: Clock;
  timers: Timers;
  log: Log;
}

export interface Run {
  row: BackupRow;
  /** The entry at the end, verified or failed. */
  done: Promise<BackupRow>;
  abort(): void;
}

const HEARTBEAT_EVERY = 10 * SECOND;
/** A process without a heartbeat for this long is considered dead. */
export const DEAD_AFTER = 2 * MINUTE;
/** While the database is down at the end of a backup. */
const RETRY_EVERY = SECOND;

/** The progress in per cent at which a step begins. */
const BEGINS_AT: Record<Backup['step'], number> = {
  copying: 0,
  checksumming: 50,
  restoring: 60,
  checking: 80,
  done: 100,
};
/** Only copying reports a fraction. */
const COPYING_SPAN = BEGINS_AT.checksumming;
/** In per cent: smaller steps are not written. */
const MIN_PROGRESS = 5;
const MAX_ERROR_LENGTH = 500;

/** Returns null when another backup is running or the period is taken. */
export async function beginRun(
  parts: RunParts,
  actor: Actor,
  period: string | null,
  onProgress: (row: BackupRow) => void,
): Promise<Run | null> {
  const { database, clock, location, folder, scratchFolder, key, log } = parts;
  const row = newRow(clock.now(), period, placeOf(parts.hostName, folder));
  if (!(await database.write((tx) => beginBackup(tx, row, row.started_at - DEAD_AFTER)))) return null;
  onProgress(row);
  const tracker = trackProgress(parts, row, onProgress);
  const job = { location, folder, scratchFolder, key, name: row.file, at: row.started_at };
  const copying = startCopying(job, tracker.report, (text) => log.info('backup', { id: row.id, text }));
  const ending = copying.done.then(describeSuccess, describeFailure).finally(tracker.close);
  let isAborted = false;
  return {
    row,
    done: ending.then((end) =>
      retryWhileDown(
        parts,
        () => isAborted,
        () => recordEnd(parts, actor, row, end),
      ),
    ),
    abort() {
      isAborted = true;
      copying.abort();
    },
  };
}

function newRow(at: Instant, period: string | null, node: string): BackupRow {
  const id = crypto.randomUUID();
  return {
    id,
    period,
    status: 'running',
    step: 'copying',
    progress: 0,
    file: nameBackup(at, id),
    bytes: null,
    sha256: null,
    started_at: at,
    beat_at: at,
    finished_at: null,
    error: null,
    node,
  };
}

/** Writes progress and heartbeats to the list; a failed write does not stop the backup. */
function trackProgress(
  { database, clock, timers, log }: RunParts,
  row: BackupRow,
  onProgress: (row: BackupRow) => void,
): { report: ReportProgress; close(): Promise<void> } {
  let { step, progress } = row;
  let writing = Promise.resolve();
  let cancelHeartbeat = timers.after(HEARTBEAT_EVERY, heartbeat);

  function write(): void {
    const change = { step, progress, beat_at: clock.now() };
    onProgress({ ...row, ...change });
    writing = writing
      .then(() => database.write((tx) => updateBackup(tx, row.id, change, change.beat_at)))
      .catch((error) => log.warn('progress of the backup not written', { error }));
  }

  function heartbeat(): void {
    write();
    cancelHeartbeat = timers.after(HEARTBEAT_EVERY, heartbeat);
  }

  return {
    report(next, fraction = 0) {
      const reached = Math.round(BEGINS_AT[next] + (next === 'copying' ? COPYING_SPAN * fraction : 0));
      if (next === step && reached < progress + MIN_PROGRESS) return;
      step = next;
      progress = reached;
      write();
    },
    async close() {
      cancelHeartbeat();
      await writing;
    },
  };
}

type Ending = Partial<BackupRow> & Pick<BackupRow, 'status'>;

const describeSuccess = ({ file, bytes, sha256 }: Manifest): Ending => ({
  status: 'verified',
  step: 'done',
  progress: 100,
  file,
  bytes,
  sha256,
});

const describeFailure = (error: Error): Ending => ({
  status: 'failed',
  error: error.message.slice(0, MAX_ERROR_LENGTH),
  // An interrupted backup frees its period, so that another can be made.
  ...(error instanceof CopyingAborted && { period: null }),
});

/** Retries while the database is down: until the end is written, no other backup can begin. */
async function retryWhileDown(
  { timers }: RunParts,
  isAborted: () => boolean,
  write: () => Promise<BackupRow>,
): Promise<BackupRow> {
  const giveUpAt = timers.elapsed() + DEAD_AFTER;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof DatabaseDown) || isAborted() || timers.elapsed() >= giveUpAt) throw error;
      await new Promise<void>((resolve) => timers.after(RETRY_EVERY, resolve));
    }
  }
}

async function recordEnd(
  { database, clock, log }: RunParts,
  actor: Actor,
  row: BackupRow,
  end: Ending,
): Promise<BackupRow> {
  const now = clock.now();
  const last: BackupRow = { ...row, ...end, finished_at: now };
  const isVerified = last.status === 'verified';
  await database.write(async (tx) => {
    // An earlier attempt may have been committed without an acknowledgement.
    if (!(await endBackup(tx, row.id, { ...end, finished_at: now }, now))) return;
    await appendActivity(tx, {
      at: now,
      type: 'system',
      action: isVerified ? 'Made a backup' : 'Backup failed',
      actor,
      target: last.file,
      before: null,
      after: isVerified ? { bytes: last.bytes, sha256: last.sha256 } : { error: last.error },
    });
  });
  if (isVerified) log.info('backup verified', { file: last.file, bytes: last.bytes });
  else log.error('backup failed', { file: last.file, error: last.error });
  return last;
}
