/** Tells the failures of SQLite that a caller can do nothing about: no room, no access, a lock that is not released. */
import { SQLiteError } from 'bun:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseDown } from '../errors.ts';

/** Each has extended codes that begin with it, as SQLITE_IOERR_WRITE does. */
const DOWN = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED|PROTOCOL|NOMEM|PERM|CORRUPT|NOTADB)(_|$)/;

/** The error as callers should see it; one that they caused themselves, as by a constraint, stays as it is. */
export const toCallerError = (error: unknown): unknown =>
  error instanceof SQLiteError && DOWN.test(error.code ?? '') ? new DatabaseDown(error) : error;

const isBusy = (error: unknown): boolean =>
  error instanceof DatabaseDown &&
  error.cause instanceof SQLiteError &&
  /^SQLITE_BUSY(_|$)/.test(error.cause.code ?? '');

const LOOK_EVERY = 10;

/**
 * Tries again while another process is writing, for so many milliseconds. Waiting inside SQLite would stop the whole
 * process, and waiting inside a transaction of Kysely's would keep everyone else from the one connection.
 */
export async function waitWhileBusy<Result>(patience: number, work: () => Promise<Result>): Promise<Result> {
  for (let waited = 0; ; waited += LOOK_EVERY) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || waited >= patience) throw error;
    }
    await sleep(LOOK_EVERY);
  }
}
