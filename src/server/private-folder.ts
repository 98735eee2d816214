/** Folders for data that only the account of the server may read: sessions, mails, secrets, backups. */
import { mkdirSync, statSync } from 'node:fs';

const ACCESS_OF_OTHERS = 0o077;

/** Also creates missing parent folders; does not change a folder that exists. */
export function createPrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** The mode of a folder that other users can access, as in `755`; null when they cannot, or when it cannot be read. */
export function findOpenMode(folder: string): string | null {
  try {
    const mode = statSync(folder).mode & 0o777;
    return (mode & ACCESS_OF_OTHERS) === 0 ? null : mode.toString(8);
  } catch {
    return null; // opening it will report the reason
  }
}
