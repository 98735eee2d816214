/** The secret that signs sessions: given in the settings, or made once and kept beside the database. */
import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../private-folder.ts';
import { StartError } from '../start-error.ts';

const SECRET_BYTES = 32;
const SHORTEST = 32;

export function readAuthSecret(given: string | null, dataDir: string): string {
  if (given !== null) return given;
  const file = join(dataDir, 'auth-secret');
  try {
    makeOnce(file, dataDir);
    const secret = readFileSync(file, 'utf8').trim();
    if (secret.length >= SHORTEST) return secret;
  } catch (error) {
    throw new StartError(
      `The secret in ${file} (in DATA_DIR) cannot be read or made: ${(error as Error).message}.`,
    );
  }
  throw new StartError(`The secret in ${file} (in DATA_DIR) is too short. Remove the file to get a new one.`);
}

/** Written whole under another name first: the file is never seen half full, and never replaced. */
function makeOnce(file: string, dataDir: string): void {
  makePrivateFolder(dataDir);
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`, { mode: 0o600 });
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A key of its own for each use, so that what is signed for one never passes for another. */
export const deriveKey = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(purpose).digest('base64url');
