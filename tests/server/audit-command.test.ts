/** The command `audit`: what it prints, its exit code, and the file in which it remembers a checkpoint. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Installation, makeInstallation } from '../support/installation.ts';
import { log, NOW, startSite, type TestSite } from './audit-site.ts';

let site: TestSite;
let installation: Installation;
beforeEach(async () => {
  site = await startSite();
  installation = await makeInstallation('sqlite');
});
afterEach(async () => {
  await site.stop();
  await installation.remove();
});

const { publicKey, genesis, period } = log.signer.chain;
const SETTINGS = {
  BEACON: `http://127.0.0.1:1#${publicKey}#${genesis}#${period}`,
  CLOCK_START: new Date(NOW).toISOString(),
};

const audit = (...args: string[]) => installation.cli(['audit', ...args], { env: SETTINGS });

const CLEAN = 'No findings: 334 entries, 308 results, 15 commitments.\n';
const PROGRESS =
  'Reading 334 entries of results.example.org/log.\nComparing the published results with the log.\n';

const breakTree = () => {
  site.intercept = (path, usual) =>
    path.startsWith('/log/tile/0/') ? new Response(new Uint8Array(32)) : usual();
};

test('an honest site', async () => {
  expect(await audit(site.url)).toEqual({ code: 0, stdout: CLEAN, stderr: PROGRESS });
  expect(readdirSync(installation.dataDir)).toEqual([]);
});

test('the address of a page of the site will do', async () => {
  expect((await audit(`${site.url}/verify?a=b#c`)).stdout).toBe(CLEAN);
});

test('one line per finding, and their number', async () => {
  breakTree();
  expect(await audit(site.url)).toEqual({
    code: 1,
    stdout:
      '/log/tile/0/000 does not have the hashes of the entries.\n' +
      '/log/tile/0/001.p/78 does not have the hashes of the entries.\n',
    stderr: `${PROGRESS}2 findings.\n`,
  });
  site.intercept = (path, usual) => (path === '/log/key' ? new Response('x') : usual());
  expect(await audit(site.url)).toEqual({
    code: 1,
    stdout: '/log/key is not a verifier key.\n',
    stderr: '1 finding.\n',
  });
});

test('a site that cannot be reached', async () => {
  site.intercept = () => new Response(null, { status: 404 });
  expect(await audit(site.url)).toEqual({
    code: 1,
    stdout: '',
    stderr: `${site.url} cannot be audited: /log/key returns status 404.\n`,
  });
});

describe('with --remember', () => {
  const file = () => join(installation.dataDir, 'checkpoint');

  test('the first visit writes the file, later ones replace it', async () => {
    const texts = [...site.content.texts];
    const draws = [...site.content.draws];
    const isBefore = ({ id }: { id: string }) => !id.startsWith('today-4b');
    site.content.texts.splice(texts.findIndex((text) => text.includes('today-4b')));
    site.content.draws = draws.filter(isBefore);
    const first = await audit(site.url, '--remember', file());
    expect(first.code).toBe(0);
    expect(first.stderr).toEndWith(`${file()}: first visit, remembered from now on.\n`);
    expect(readFileSync(file(), 'utf8')).toBe(await site.note());

    site.content.texts = texts;
    site.content.draws = draws;
    expect(await audit(site.url, '--remember', file())).toEqual({
      code: 0,
      stdout: CLEAN,
      stderr: PROGRESS,
    });
    expect(readFileSync(file(), 'utf8')).toBe(await site.note());
    expect(readdirSync(installation.dataDir)).toEqual(['checkpoint']);
  });

  test('with findings the file is neither made nor changed', async () => {
    breakTree();
    expect((await audit(site.url, '--remember', file())).code).toBe(1);
    expect(existsSync(file())).toBe(false);
    const remembered = await site.note(300);
    writeFileSync(file(), remembered);
    expect((await audit(site.url, '--remember', file())).code).toBe(1);
    expect(readFileSync(file(), 'utf8')).toBe(remembered);
    expect(readdirSync(installation.dataDir)).toEqual(['checkpoint']);
  });

  test('a rewritten log is found', async () => {
    writeFileSync(file(), await site.note(330));
    site.content.texts = site.content.texts.map((text) => text.replace('"misread"', '"unclear"'));
    site.content.draws = JSON.parse(JSON.stringify(site.content.draws).replace('"misread"', '"unclear"'));
    expect(await audit(site.url, '--remember', file())).toEqual({
      code: 1,
      stdout: 'The first 330 entries are not those of the remembered checkpoint.\n',
      stderr: `${PROGRESS}1 finding.\n`,
    });
  });

  test.each([
    ['a text', 'hello\n'],
    ['empty', ''],
    ['too large', ' '.repeat(70_000)],
  ])('a file that is %s is refused before the site is asked', async (_name, content) => {
    writeFileSync(file(), content);
    expect(await audit(site.url, '--remember', file())).toEqual({
      code: 1,
      stdout: '',
      stderr: `${file()} is not a checkpoint. It was not changed.\n`,
    });
    expect(readFileSync(file(), 'utf8')).toBe(content);
    expect(site.requests).toEqual([]);
  });

  test('a folder is refused', async () => {
    mkdirSync(file());
    const { code, stdout, stderr } = await audit(site.url, '--remember', file());
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toStartWith(`${file()} cannot be read: `);
  });

  test('a file in no folder cannot be written', async () => {
    const missing = join(installation.dataDir, 'none', 'checkpoint');
    const { code, stdout, stderr } = await audit(site.url, '--remember', missing);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`${missing} cannot be written: `);
  });
});

test.each([
  [[], 'URL is missing.'],
  [['a', 'b'], 'Too much was given: only one URL is expected.'],
  [['results.example.org'], 'URL must be an address starting with http:// or https://.'],
  [['file:///etc/passwd'], 'URL must be an address starting with http:// or https://.'],
  [['--remember'], "Option '--remember <value>' argument missing"],
])('the call audit %j is wrong', async (args, expected) => {
  const { code, stdout, stderr } = await audit(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toStartWith(expected);
});
