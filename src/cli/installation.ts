/** Opens the installation that commands work on: settings, database and backups. The server may be running. */
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
import type { Config } from '../server/config.ts';
import { createLog } from '../server/log.ts';
import type { PasswordContext } from '../server/services/accounts/account-context.ts';
import { PASSWORD_COSTS } from '../server/services/accounts/passwords.ts';
import { openDatabase } from '../server/storage/engines/database.ts';
import { CommandFailed } from './command.ts';

/** The actor of CLI commands in the activity log. */
export const OPERATOR: Actor = { id: null, name: 'Operator' };

export interface Installation {
  config: Config;
  services: PasswordContext;
}

/** Opens the database while `work` runs. A running server reads the changes from the feed. */
export async function withInstallation<Result>(
  config: Config,
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> {
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
      // Commands open no log and commit no seeds: the server does.
      publicLog: { baseUrl: config.baseUrl ?? '', beaconChain: null },
      changed: async () => {},
      passwordCost: PASSWORD_COSTS[config.passwordCost],
    };
    return await work({ config, services });
  } finally {
    await database.close();
  }
}

/** The same backups as the server creates, sealed with the same key. Creates the secret if there is none. */
export const openBackups = ({ config, services: { database, clock } }: Installation): Backups =>
  createBackups({
    database,
    location: config.database,
    folder: backupFolderOf(config),
    scratchFolder: config.dataDir,
    key: sealKeyFrom(readAuthSecret(config.authSecret, config.dataDir)),
    hostName: hostname(),
    clock,
    timers: systemTimers,
    log: createLog('silent', clock, () => {}),
    everyHours: 0,
  });

const sealKeyFrom = (secret: string): string => deriveKey(secret, SEAL_KEY_PURPOSE);

/** The path of the SQLite file if it does not exist yet, otherwise null. */
export function findMissingDatabase({ database }: Config): string | null {
  return database.kind === 'sqlite' && !existsSync(database.file) ? database.file : null;
}

/** Throws if there is no database: with a mistyped DATA_DIR, opening would create an empty one. */
export function expectDatabase(config: Config): void {
  const missing = findMissingDatabase(config);
  if (missing !== null) throw new CommandFailed(`There is no database at ${missing}. Check DATA_DIR.`);
}

export const backupFolderOf = ({ dataDir }: Config): string => join(dataDir, 'backups');

/** Options for verifying and restoring. Does not open the database and creates no secret. */
export function checkOptions(config: Config, { acceptOthers }: { acceptOthers: boolean }): CheckOptions {
  const secret = findAuthSecret(config.authSecret, config.dataDir);
  return {
    location: config.database,
    scratchFolder: config.dataDir,
    trust: { key: secret === null ? null : sealKeyFrom(secret), acceptOthers },
  };
}

/** Finds a backup by its path, or by its file name in the backup folder. */
export function findCopy(config: Config, path: string): string {
  const inBackupFolder = join(backupFolderOf(config), path);
  const candidates = basename(path) === path ? [path, inBackupFolder] : [path];
  const found = candidates.find((candidate) => existsSync(candidate));
  if (found === undefined) throw new CommandFailed(`There is no file ${path}.`);
  return found;
}
