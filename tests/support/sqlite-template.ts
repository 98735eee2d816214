/** A SQLite file with the newest schema: made once in each test file, then copied. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/server/storage/engines/database.ts';

let template: Promise<Buffer> | undefined;

async function makeTemplate(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'swarna-template-'));
  const file = join(folder, 'site.db');
  await (await openDatabase({ kind: 'sqlite', file })).close();
  const content = readFileSync(file);
  rmSync(folder, { recursive: true });
  return content;
}

export async function writeMigratedFile(file: string): Promise<void> {
  template ??= makeTemplate();
  writeFileSync(file, await template, { mode: 0o600 });
}
