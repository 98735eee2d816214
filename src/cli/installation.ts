/** This installation as the commands work on it: its settings, its database, beside a running server or without. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { type Backups, createBackups } from '../server/backup/backups.ts';
import type { Surroundings } from '../server/backup/scratch.ts';
import { startClock, systemTimers } from '../server/clock.ts';
import { type Config, readConfig } from '../server/config.ts';
import { createLog } from '../server/log.ts';
import type { PasswordContext } from '../server/services/account-context.ts';
import type { Actor } from '../server/services/context.ts';
import { PASSWORD_COST } from '../server/services/passwords.ts';
import { openDatabase } from '../server/storage/database.ts';
import { CommandFailed } from './failures.ts';

/** Whoever can run a command here; the activity log names them so. */
export const OPERATOR: Actor = { id: null, name: 'Operator' };

export interface Installation {
  services: PasswordContext;
  backups: Backups;
}

/** Opens the database for the time of the work. A running server finds out by itself what was changed. */
export async function withInstallation<Result>(
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const config = readConfig();
  const clock = startClock(config.clockStart);
  const database = await openDatabase(config.database);
  try {
    const services = {
      database,
      clock,
      randomBytes,
      changed: async () => {},
      passwordCost: PASSWORD_COST,
    };
    const backups = createBackups({
      database,
      location: config.database,
      folder: backupFolderOf(config),
      node: hostname(),
      clock,
      timers: systemTimers,
      log: createLog('silent', clock, () => {}),
      everyHours: 0,
    });
    return await work({ services, backups });
  } finally {
    await database.close();
  }
}

/** For commands that have no business with a database that is only about to be made, by a mistyped setting perhaps. */
export function expectDatabase(): void {
  const { database } = readConfig();
  if (database.kind === 'sqlite' && !existsSync(database.file)) {
    throw new CommandFailed(`There is no database at ${database.file}. Check DATA_DIR.`);
  }
}

export const backupFolderOf = ({ dataDir }: Config): string => join(dataDir, 'backups');

/** What checking and restoring copies needs; the database itself is not opened. */
export function surroundingsOfCopies(): Surroundings {
  const config = readConfig();
  return { location: config.database, scratchFolder: backupFolderOf(config) };
}

/** A copy by its path, or by its name alone when it lies where backups are kept. */
export function findCopy(path: string): string {
  const kept = join(backupFolderOf(readConfig()), path);
  const found = [path, ...(basename(path) === path ? [kept] : [])].find((place) => existsSync(place));
  if (found === undefined) throw new CommandFailed(`There is no file ${path}.`);
  return found;
}
