/** The newest backup that is still intact, and marking those that were lost. */
import type { Backup } from '../../contract/backups.ts';
import {
  type BackupRow,
  isPeriodTaken,
  readVerifiedBackups,
  toBackup,
  updateBackup,
} from '../storage/operations/backups-store.ts';
import type { RunParts } from './backup-run.ts';
import { type CopyState, createCopyCheck } from './copy-check.ts';
import { placeOf } from './copy-files.ts';

type Loss = Exclude<CopyState, 'intact' | 'unreadable' | 'folder missing'>;

const LOSSES: Record<Loss, string> = {
  damaged: 'The copy is damaged.',
  missing: 'The copy is gone.',
  'made elsewhere': 'The copy was not sealed by this installation.',
  replaced: 'The copy was replaced by another one.',
};

export interface LastBackup {
  /** Changes nothing. */
  find(): Promise<Backup | null>;
  /** Marks lost copies as failed. Returns false when the folder is missing: the copies may still exist. */
  markLost(): Promise<boolean>;
}

export function createLastBackup({ database, clock, folder, key, hostName, log }: RunParts): LastBackup {
  const checkCopy = createCopyCheck(folder, key);
  let reported = false;

  /** Also a copy of another node, which only that node can check. */
  function isUsable(row: BackupRow, state: CopyState): boolean {
    if (state === 'intact') return true;
    if (row.node === placeOf(hostName, folder)) return false;
    // Older versions named only the machine, where another node may have a folder of its own.
    return row.node !== hostName || state === 'missing' || state === 'folder missing';
  }

  async function mark(row: BackupRow, state: Loss): Promise<void> {
    const error = LOSSES[state];
    log.error('backup lost', { file: row.file, error });
    await database.write(async (tx) => {
      // Frees its period, so that another copy is made at once; but only one, in case that is lost too.
      const freed = row.period === null ? null : `${row.period}, lost`;
      const period = freed !== null && (await isPeriodTaken(tx, freed)) ? row.period : freed;
      await updateBackup(tx, row.id, { status: 'failed', error, period }, clock.now());
    });
  }

  function reportOnce(message: string, details: object): void {
    if (!reported) log.error(message, { ...details });
    reported = true;
  }

  return {
    async find() {
      for (const row of await readVerifiedBackups(database.db)) {
        if (isUsable(row, await checkCopy(row))) return toBackup(row);
      }
      return null;
    },
    async markLost() {
      for (const row of await readVerifiedBackups(database.db)) {
        const state = await checkCopy(row);
        if (state === 'intact' || isUsable(row, state)) break;
        if (state === 'folder missing') {
          reportOnce('folder of backups not found', { folder });
          return false;
        }
        if (state === 'unreadable') {
          reportOnce('backup cannot be read', { file: row.file });
          return true;
        }
        await mark(row, state);
      }
      reported = false;
      return true;
    },
  };
}
