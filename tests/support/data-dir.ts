/** A temporary folder for the data of a server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function makeDataDir(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'swarna-data-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
