/** The installation that commands work on: settings, database, with or without a running server. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import type { Actor } from '../core/actor.ts';
import { deriveKey, findAuthSecret, readAuthSecret } from '../server/auth/secret.ts';
import { setClock } from '../server/automation/clock-sync.ts';
import { type Backups, createBackups } from '../server/backup/backups.ts';
import { SEAL_KEY_PURPOSE } from '../server/backup/manifest.ts';
import type { CheckOptions } from '../server/backup/verify.ts';
import { chooseClock, isFollowing, systemTimers } from '../server/clock.ts';
import { type Config, readConfig } from '../server/config.ts';
import { createLog } from '../server/log.ts';
import type { PasswordContext } from '../server/services/accounts/account-context.ts';
import { PASSWORD_COSTS } from '../server/services/accounts/passwords.ts';
import { openDatabase } from '../server/storage/engines/database.ts';
import { CommandFailed } from './command.ts';

/** Whoever can run a command here; the activity log names them so. */
export const OPERATOR: Actor = { id: null, name: 'Operator' };

export interface Installation {
  config: Config;
  services: PasswordContext;
}

/** Opens the database for the time of the work. A running server finds out by itself what was changed. */
export async function withInstallation<Result>(
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const config = readConfig();
  const clock = chooseClock(config);
  const database = await openDatabase(config.database);
  try {
    const { now: readDatabaseTime } = database;
    if (isFollowing(clock) && readDatabaseTime) {
      await setClock({ clock, readDatabaseTime, timers: systemTimers });
    }
    const services = {
      database,
      clock,
      randomBytes,
      changed: async () => {},
      passwordCost: PASSWORD_COSTS[config.passwordCost],
    };
    return await work({ config, services });
  } finally {
    await database.close();
  }
}

/** Backups as the server makes them, sealed with the same key: makes the secret if the server has not yet. */
export const openBackups = ({ config, services: { database, clock } }: Installation): Backups =>
  createBackups({
    database,
    location: config.database,
    folder: backupFolderOf(config),
    scratchFolder: config.dataDir,
    key: sealKeyFrom(readAuthSecret(config.authSecret, config.dataDir)),
    machine: hostname(),
    clock,
    timers: systemTimers,
    log: createLog('silent', clock, () => {}),
    everyHours: 0,
  });

const sealKeyFrom = (secret: string): string => deriveKey(secret, SEAL_KEY_PURPOSE);

/** The file of an embedded database that has not been made yet; null when there is one. */
export function findMissingDatabase(): string | null {
  const { database } = readConfig();
  return database.kind === 'sqlite' && !existsSync(database.file) ? database.file : null;
}

/** For commands that are of no use on a new database: DATA_DIR is mistyped, and opening would make one there. */
export function expectDatabase(): void {
  const missing = findMissingDatabase();
  if (missing !== null) throw new CommandFailed(`There is no database at ${missing}. Check DATA_DIR.`);
}

export const backupFolderOf = ({ dataDir }: Config): string => join(dataDir, 'backups');

/** What checking and restoring copies needs; the database is not opened, and no secret is made. */
export function checkOptions({ acceptOthers }: { acceptOthers: boolean }): CheckOptions {
  const config = readConfig();
  const secret = findAuthSecret(config.authSecret, config.dataDir);
  return {
    location: config.database,
    scratchFolder: config.dataDir,
    trust: { key: secret === null ? null : sealKeyFrom(secret), acceptOthers },
  };
}

/** A copy by its path, or by its name alone when it lies where backups are kept. */
export function findCopy(path: string): string {
  const kept = join(backupFolderOf(readConfig()), path);
  const found = [path, ...(basename(path) === path ? [kept] : [])].find((place) => existsSync(place));
  if (found === undefined) throw new CommandFailed(`There is no file ${path}.`);
  return found;
}
