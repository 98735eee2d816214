import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from '../../../tests/support/data-dir.ts';
import { loadStaticFiles } from './static-files.ts';

test('only files whose name has a content hash are shared with every origin, also with an opaque one', async () => {
  const folder = makeDataDir();
  mkdirSync(join(folder.path, 'assets'));
  for (const name of ['assets/app-1a2b.js', 'service-worker.js', 'favicon.svg'])
    writeFileSync(join(folder.path, name), name);
  const files = loadStaticFiles(folder.path, {});
  folder.remove();
  const sharingOf = async (path: string) => {
    const { headers } = (await files.respond(new Request(`http://x${path}`), path)) ?? new Response();
    const again = new Request(`http://x${path}`, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } });
    const unchanged = await files.respond(again, path);
    expect(unchanged?.status).toBe(304);
    const names = ['Access-Control-Allow-Origin', 'Cross-Origin-Resource-Policy'];
    const values = names.map((name) => headers.get(name));
    expect(names.map((name) => unchanged?.headers.get(name))).toEqual(values);
    return values;
  };
  expect(await sharingOf('/assets/app-1a2b.js')).toEqual(['*', 'cross-origin']);
  expect(await sharingOf('/service-worker.js')).toEqual([null, 'same-origin']);
  expect(await sharingOf('/favicon.svg')).toEqual([null, 'same-origin']);
});

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
