/** The secret that signs sessions: AUTH_SECRET, or created once and stored in DATA_DIR. */
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../errors.ts';
import { createPrivateFolder } from '../private-folder.ts';
import { StartError } from '../start-error.ts';

const SECRET_BYTES = 32;
const MIN_LENGTH = 32;

const secretFileIn = (dataDir: string): string => join(dataDir, 'auth-secret');

/** Creates the secret if there is none yet. */
export function readAuthSecret(given: string | null, dataDir: string): string {
  if (given !== null) return given;
  const file = secretFileIn(dataDir);
  try {
    createOnce(file, dataDir);
  } catch (error) {
    throw unreadable(file, error);
  }
  return readSecretFile(file);
}

/** Writes nothing; null if there is no secret yet. */
export function findAuthSecret(given: string | null, dataDir: string): string | null {
  if (given !== null) return given;
  const file = secretFileIn(dataDir);
  return existsSync(file) ? readSecretFile(file) : null;
}

function readSecretFile(file: string): string {
  const secret = readText(file).trim();
  if (secret.length >= MIN_LENGTH) return secret;
  throw new StartError(`The secret in ${file} (in DATA_DIR) is too short. Remove the file to get a new one.`);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw unreadable(file, error);
  }
}

const unreadable = (file: string, error: unknown): StartError =>
  new StartError(`The secret in ${file} (in DATA_DIR) cannot be read or made: ${(error as Error).message}.`);

/** Writes a temporary file and links it, so that the file is never incomplete and never replaced. */
function createOnce(file: string, dataDir: string): void {
  createPrivateFolder(dataDir);
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`, { mode: 0o600 });
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A separate key for each purpose, so that a signature for one is not valid for another. */
export const deriveKey = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(purpose).digest('base64url');
