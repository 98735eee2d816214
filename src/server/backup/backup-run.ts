/** One backup from its first entry in the list to its last. */
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
import type { Report } from './verify.ts';

export interface RunParts {
  database: Database;
  location: DatabaseLocation;
  folder: string;
  /** Where copies are made and checked before they get into the folder. */
  scratchFolder: string;
  /** Seals what is made here; nothing else is trusted. */
  key: string;
  /** Its host name. */
  machine: string;
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

const BEAT_EVERY = 10 * SECOND;
/** A process that has been silent for so long is no more. */
export const DEAD_AFTER = 2 * MINUTE;
/** While the database is away at the end of a backup. */
const TRY_AGAIN_EVERY = SECOND;

/** At how many per cent a step begins. */
const BEGINS_AT: Record<Backup['step'], number> = {
  copying: 0,
  checksumming: 50,
  restoring: 60,
  checking: 80,
  done: 100,
};
/** Copying is the one step that tells how far it is. */
const COPYING_SPAN = BEGINS_AT.checksumming;
/** In per cent. */
const WORTH_TELLING = 5;
const LONGEST_ERROR = 500;

/** Null when another backup is running or this period has had its own. */
export async function beginRun(
  parts: RunParts,
  actor: Actor,
  period: string | null,
  onProgress: (row: BackupRow) => void,
): Promise<Run | null> {
  const { database, clock, location, folder, scratchFolder, key, log } = parts;
  const row = newRow(clock.now(), period, placeOf(parts.machine, folder));
  if (!(await database.write((tx) => beginBackup(tx, row, row.started_at - DEAD_AFTER)))) return null;
  onProgress(row);
  const journal = keepJournal(parts, row, onProgress);
  const order = { location, folder, scratchFolder, key, name: row.file, at: row.started_at };
  const copying = startCopying(order, journal.note, (text) => log.info('backup', { id: row.id, text }));
  const ending = copying.done.then(describeSuccess, describeFailure).finally(journal.close);
  let isAborted = false;
  return {
    row,
    done: ending.then((end) =>
      writeOnceBack(
        parts,
        () => isAborted,
        () => conclude(parts, actor, row, end),
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

/** Writes down how far it is, and that it is alive; a word that cannot be written stops no backup. */
function keepJournal(
  { database, clock, timers, log }: RunParts,
  row: BackupRow,
  onProgress: (row: BackupRow) => void,
): { note: Report; close(): Promise<void> } {
  let { step, progress } = row;
  let writing = Promise.resolve();
  let cancelBeat = timers.after(BEAT_EVERY, beat);

  function write(): void {
    const change = { step, progress, beat_at: clock.now() };
    onProgress({ ...row, ...change });
    writing = writing
      .then(() => database.write((tx) => updateBackup(tx, change.beat_at, row.id, change)))
      .catch((error) => log.warn('progress of the backup not written', { error }));
  }

  function beat(): void {
    write();
    cancelBeat = timers.after(BEAT_EVERY, beat);
  }

  return {
    note(next, fraction = 0) {
      const reached = Math.round(BEGINS_AT[next] + (next === 'copying' ? COPYING_SPAN * fraction : 0));
      if (next === step && reached < progress + WORTH_TELLING) return;
      step = next;
      progress = reached;
      write();
    },
    async close() {
      cancelBeat();
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
  error: error.message.slice(0, LONGEST_ERROR),
  // One that was only interrupted frees its period, so that another makes up for it.
  ...(error instanceof CopyingAborted && { period: null }),
});

/** Until it is written the list shows a backup that is under way, and no other can begin. */
async function writeOnceBack(
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
      await new Promise<void>((resolve) => timers.after(TRY_AGAIN_EVERY, resolve));
    }
  }
}

async function conclude(
  { database, clock, log }: RunParts,
  actor: Actor,
  row: BackupRow,
  end: Ending,
): Promise<BackupRow> {
  const now = clock.now();
  const last: BackupRow = { ...row, ...end, finished_at: now };
  const isVerified = last.status === 'verified';
  await database.write(async (tx) => {
    // An end whose commit was not acknowledged may have been written all the same.
    if (!(await endBackup(tx, now, row.id, { ...end, finished_at: now }))) return;
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
