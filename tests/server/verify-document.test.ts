/** The commands and the script of docs/verify.md, as a reader would run them, against a real server. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inProject } from '../../scripts/project.mjs';
import { findPython } from '../../scripts/test-programs.mjs';
import { makeDataDir } from '../support/data-dir.ts';
import type { RunningServer } from '../support/running-server.ts';
import { startServer } from '../support/server.ts';
import { SETTINGS, signInTo } from './api-site.ts';
import { CHANGED, ENTERED, fillLog, IMPORTED, LOG_SETTINGS, MOVED, RANDOM } from './public-log-site.ts';

setDefaultTimeout(60_000);

const DOCUMENT = readFileSync(inProject('docs/verify.md'), 'utf8');

/** The code block that contains a text. */
function blockWith(part: string): string {
  const blocks = [...DOCUMENT.matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  const block = blocks.find((code) => code.includes(part));
  if (!block) throw new Error(`no code block contains ${part}`);
  return block;
}

const folder = makeDataDir();
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ ...SETTINGS, ...LOG_SETTINGS });
  await fillLog(await signInTo(server));
  writeFileSync(join(folder.path, 'verify.py'), blockWith('def root_from_inclusion'));
});
afterAll(async () => {
  await server?.stop();
  folder.remove();
});

async function run(program: string, args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, { cwd: folder.path, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  ]);
  return { code, output: output + errors };
}

test('openssl verifies the checkpoint, and refuses another one', async () => {
  const commands = blockWith('openssl pkeyutl').replace(/^SITE=.*$/m, `SITE=${server.url}`);
  expect((await run('bash', ['-c', commands])).output).toContain('Signature Verified Successfully');
  const changed = commands.replace('openssl pkeyutl', 'echo other >> body.txt\nopenssl pkeyutl');
  expect((await run('bash', ['-c', changed])).output).not.toContain('Verified Successfully');
});

describe.skipIf(findPython() === undefined)('the script', () => {
  const verify = (site: string, ...args: string[]) => run(findPython() ?? '', ['verify.py', site, ...args]);

  test.each([
    ['a random result', RANDOM],
    ['a result that staff changed', CHANGED],
    ['a result that was moved', MOVED],
    ['an imported result', IMPORTED],
    ['a result with a number of its own', ENTERED],
  ])('passes for %s', async (_name, drawNo) => {
    const { code, output } = await verify(server.url, drawNo, `${drawNo}.json`);
    expect([code, output]).toEqual([0, expect.stringContaining('All checks passed.')]);
  });

  test('remembers the log, and passes again', async () => {
    for (const time of ['first', 'second']) {
      const { code, output } = await verify(server.url, RANDOM, 'again.json');
      expect([time, code, output]).toEqual([time, 0, expect.stringContaining('All checks passed.')]);
    }
  });

  test.each<[string, (path: string, body: string) => string]>([
    [
      'other digits in the API',
      (path, body) => (path.startsWith('/api/draws') ? body.replace(/"digit1":"\d"/, '"digit1":"x"') : body),
    ],
    [
      'another entry',
      (path, body) => (path.startsWith('/api/proof') ? body.replace(/(\\"digits\\":\\")\d/, '$1x') : body),
    ],
    [
      'a checkpoint of another size',
      (path, body) => (path.startsWith('/api/proof') ? body.replace(/(\/log\\n)(\d)/, '$11$2') : body),
    ],
    ['another key', (path, body) => (path === '/log/key' ? body.replace(/\+[0-9a-f]/, '+x') : body)],
  ])('fails for %s', async (_name, change) => {
    const dishonest = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      async fetch(request) {
        const { pathname, search } = new URL(request.url);
        const body = await (await fetch(server.url + pathname + search)).text();
        return new Response(change(pathname, body));
      },
    });
    const { code, output } = await verify(dishonest.url.href, RANDOM);
    await dishonest.stop(true);
    expect([code, output]).toEqual([1, expect.not.stringContaining('All checks passed.')]);
  });
});
