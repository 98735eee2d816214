/** Tells the failures of SQLite that a caller can do nothing about: no room, no access, a lock that is not released. */
import { SQLiteError } from 'bun:sqlite';
import { DatabaseDown } from '../../errors.ts';

/** Each has extended codes that begin with it, as SQLITE_IOERR_WRITE does. */
const DOWN = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|BUSY|LOCKED|PROTOCOL|NOMEM|PERM|CORRUPT|NOTADB)(_|$)/;

/** The error as callers should see it; one that they caused themselves, as by a constraint, stays as it is. */
export const toCallerError = (error: unknown): unknown =>
  error instanceof SQLiteError && DOWN.test(error.code ?? '') ? new DatabaseDown(error) : error;

/** Another process is writing. */
export const isBusy = (error: unknown): error is DatabaseDown =>
  error instanceof DatabaseDown &&
  error.cause instanceof SQLiteError &&
  /^SQLITE_BUSY(_|$)/.test(error.cause.code ?? '');
