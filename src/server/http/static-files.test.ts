import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from '../../../tests/support/data-dir.ts';
import { loadStaticFiles } from './static-files.ts';

test('serves files, and compressed copies only as the encoding of their file', async () => {
  const folder = makeDataDir();
  for (const name of ['app.js', 'app.js.br', 'app.js.gz', 'archive.gz', '.hidden'])
    writeFileSync(join(folder.path, name), name);
  const files = loadStaticFiles(folder.path, {});
  folder.remove();
  const respond = async (path: string, encoding = '') =>
    files.respond(new Request(`http://x${path}`, { headers: { 'Accept-Encoding': encoding } }), path);
  expect(await (await respond('/app.js'))?.text()).toBe('app.js');
  const compressed = await respond('/app.js', 'br');
  expect([compressed?.headers.get('Content-Encoding'), await compressed?.text()]).toEqual([
    'br',
    'app.js.br',
  ]);
  expect(await (await respond('/archive.gz'))?.text()).toBe('archive.gz');
  for (const path of ['/app.js.br', '/app.js.gz', '/.hidden', '/other.js'])
    expect(await respond(path)).toBeNull();
});
