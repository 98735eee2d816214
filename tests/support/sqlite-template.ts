/** Files of the embedded database with the newest schema, copied because migrating each is slower. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/server/storage/engines/database.ts';

let template: Promise<Buffer> | undefined;

export async function writeMigratedFile(file: string): Promise<void> {
  template ??= createTemplate();
  writeFileSync(file, await template, { mode: 0o600 });
}

async function createTemplate(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'swarna-template-'));
  const file = join(folder, 'site.db');
  await (await openDatabase({ kind: 'sqlite', file })).close();
  const content = readFileSync(file);
  rmSync(folder, { recursive: true });
  return content;
}
