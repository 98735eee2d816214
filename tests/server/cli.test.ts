/** The operator's commands, also while a server is running. */
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseKind } from '../../src/contract/health.ts';
import { ADMIN_CSV_HEADER, PUBLIC_CSV_HEADER } from '../../src/core/csv.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { type CommandHost, startCommandHost } from '../support/command-host.ts';
import { type Installation, makeInstallation } from '../support/installation.ts';
import { waitUntil } from '../support/wait-until.ts';
import { flipByte } from './backup-site.ts';

setDefaultTimeout(60_000);

const EMAIL = 'asha@example.org';
const PASSWORD = 'seven green parrots';
const OTHER_PASSWORD = 'nine blue owls';
/** Of a past month: in the current one automation publishes its own results. */
const RESULTS = `${ADMIN_CSV_HEADER}
2025-03-14,19:00,SC140320255,1,2,3,4,5,Published
2025-03-14,17:00,SC140320254,0,0,7,0,0,Draft
2025-03-13,10:00,SC130320251,9,8,7,6,5,Published
`;
const PUBLISHED = `${PUBLIC_CSV_HEADER}
2025-03-14,19:00,SC140320255,1,2,3,4,5
2025-03-13,10:00,SC130320251,9,8,7,6,5
`;

const made: Installation[] = [];
afterEach(async () => {
  for (const installation of made.splice(0)) await installation.remove();
});

let host: CommandHost;
beforeAll(() => {
  host = startCommandHost();
});
afterAll(() => host?.stop());

async function newInstallation(kind: DatabaseKind) {
  const installation = await makeInstallation(kind);
  made.push(installation);
  /** In another process: closing a SQLite file would release the locks that the server's process has on it. */
  const cliBesideServer = (args: string[], { input = '' } = {}) =>
    host.run({ args, env: installation.env, input });
  return { ...installation, cliBesideServer };
}

/** An installation with a database. */
async function newSite(kind: DatabaseKind) {
  const installation = await newInstallation(kind);
  await (await openDatabase(installation.location)).close();
  return installation;
}

const signIn = (url: string, password: string) =>
  fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify({ email: EMAIL, password }),
  }).then(({ status }) => status);

const readJson = async (address: string) => (await fetch(address)).json();

describe.each(['sqlite', 'postgres'] as const)('on %s', (kind) => {
  test('accounts are created and passwords reset while a server is running', async () => {
    const { cli, cliBesideServer, cliProcess, start } = await newInstallation(kind);
    const server = await start();
    const args = [EMAIL, '--password-stdin'];
    // Once as operators run it, with the password on its standard input.
    const create = kind === 'sqlite' ? cliProcess : cliBesideServer;
    expect(await create(['create-admin', ...args], { input: `${PASSWORD}\n` })).toMatchObject({
      code: 0,
      stdout: `${EMAIL} can sign in as Admin.\n`,
    });
    expect(await signIn(server.url, PASSWORD)).toBe(200);
    expect((await cliBesideServer(['reset-password', ...args], { input: OTHER_PASSWORD })).code).toBe(0);
    expect(await signIn(server.url, PASSWORD)).toBe(401);
    expect(await signIn(server.url, OTHER_PASSWORD)).toBe(200);
    await server.stop();
    expect((await cli(['create-admin', ...args], { input: PASSWORD })).code).toBe(1);
    const stranger = await cli(['reset-password', 'eve@example.org', '--password-stdin'], {
      input: PASSWORD,
    });
    expect(stranger).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no account with this e-mail address.\n',
    });
  });

  test('an import is previewed, then stored as a whole, and noticed by the running server', async () => {
    const { cli, cliBesideServer, start, dataDir } = await newSite(kind);
    const file = join(dataDir, 'results.csv');
    writeFileSync(file, RESULTS);
    const preview = await cli(['import-csv', file]);
    expect(preview).toMatchObject({ code: 0, stdout: 'Would import 2 published results and 1 draft.\n' });
    expect(preview.stderr).toContain('Nothing was changed.');
    const server = await start();
    const { url } = server;
    expect((await readJson(`${url}/api/draws?month=2025-03`)).items).toEqual([]);
    const { cursor } = await readJson(`${url}/api/today`);
    expect(await cliBesideServer(['import-csv', file, '--yes'])).toMatchObject({
      code: 0,
      stdout: 'Imported 2 published results and 1 draft.\n',
    });
    await waitUntil(async () => (await readJson(`${url}/api/today`)).cursor !== cursor);
    const { items } = await readJson(`${url}/api/draws?month=2025-03`);
    expect(items.map(({ drawNo }: { drawNo: string }) => drawNo)).toEqual(['SC140320255', 'SC130320251']);
    await server.stop();
    const again = await cli(['import-csv', file, '--yes']);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('Line 2: There is already a draw for 2025-03-14 19:00.');
    expect(again.stderr).toContain('Line 4: ');
  });

  test('an export contains what was imported', async () => {
    const { cli, dataDir } = await newSite(kind);
    expect((await cli(['import-csv', '-', '--yes'], { input: RESULTS })).code).toBe(0);
    expect(await cli(['export-csv', '--all'])).toMatchObject({ code: 0, stdout: RESULTS });
    expect(await cli(['export-csv'])).toMatchObject({ code: 0, stdout: PUBLISHED });
    const file = join(dataDir, 'out.csv');
    expect((await cli(['export-csv', file])).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(PUBLISHED);
    const refused = await cli(['export-csv', file, '--all']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(readFileSync(file, 'utf8')).toBe(PUBLISHED);
    expect((await cli(['export-csv', file, '--all', '--force'])).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(RESULTS);
    // The file was readable by everyone before, and now contains drafts.
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await cli(['export-csv', join(dataDir, 'drafts.csv'), '--all'])).code).toBe(0);
    expect(statSync(join(dataDir, 'drafts.csv')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('every invalid line of an import is named, and nothing is stored', async () => {
    const { cli } = await newSite(kind);
    const input = RESULTS.replace('2025-03-14,17:00', '2025-02-31,17:00').replace('9,8,7,6,5', '9,8,x,6,5');
    const { code, stdout, stderr } = await cli(['import-csv', '-', '--yes'], { input });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.split('\n').filter((line) => line.startsWith('Line '))).toEqual([
      'Line 3: "2025-02-31" is not a date (YYYY-MM-DD).',
      'Line 4: Each of the five digits must be one of 0 to 9.',
    ]);
    expect((await cli(['export-csv', '--all'])).stdout).toBe(`${ADMIN_CSV_HEADER}\n`);
  });

  test('a restore replaces the content, and clients get a reset', async () => {
    const { cli, cliBesideServer, start, env } = await newSite(kind);
    await cli(['import-csv', '-', '--yes'], { input: RESULTS });
    const file = (await cli(['backup'])).stdout.trim();
    await cli(['import-csv', '-', '--yes'], {
      input: `${PUBLIC_CSV_HEADER}\n2025-03-12,10:00,SC120320251,1,1,1,1,1\n`,
    });
    const server = await start(env);
    const { cursor } = await readJson(`${server.url}/api/today`);
    if (kind === 'sqlite') {
      const besideServer = await cliBesideServer(['restore', file, '--force']);
      expect(besideServer.code).toBe(1);
      expect(besideServer.stderr).toContain('A server is using');
      await server.stop();
    }
    const unforced = await cli(['restore', file]);
    expect(unforced.code).toBe(1);
    expect(unforced.stderr).toContain('To replace everything in it, add --force.');
    expect((await cli(['restore', file, '--force'])).code).toBe(0);
    const { url } = kind === 'sqlite' ? await start() : server;
    await waitUntil(async () => (await readJson(`${url}/api/draws?month=2025-03`)).items.length === 2);
    const stream = await fetch(`${url}/api/live?after=${cursor}`);
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('event: reset')) text += (await reader?.read())?.value ?? '';
    await reader?.cancel();
  });
});

test('a backup is made while a server is running, verified, and refused after a byte was flipped', async () => {
  const { cli, cliBesideServer, start } = await newInstallation('sqlite');
  const server = await start();
  const backup = await cliBesideServer(['backup']);
  expect(backup).toMatchObject({ code: 0 });
  expect(backup.stderr).toContain('Verified: ');
  const file = backup.stdout.trim();
  await server.stop();
  const good = await cli(['verify-backup', file]);
  expect(good).toMatchObject({ code: 0 });
  expect(good.stdout).toContain('is good');
  expect((await cli(['verify-backup', file.split('/').at(-1) ?? ''])).code).toBe(0);
  flipByte(file, 0.5);
  const bad = await cli(['verify-backup', file]);
  expect(bad).toMatchObject({ code: 1, stdout: '' });
  expect(bad.stderr).toContain('is damaged: its checksum does not match.');
  expect((await cli(['restore', file, '--force'])).code).toBe(1);
});

test('a copy of another installation needs an option, and then works with a new secret', async () => {
  const [made, other] = [await newInstallation('sqlite'), await newInstallation('sqlite')];
  await made.cli(['create-admin', EMAIL, '--password-stdin'], { input: PASSWORD });
  await made.cli(['import-csv', '-', '--yes'], { input: RESULTS });
  const copy = (await made.cli(['backup'])).stdout.trim();
  expect((await made.cli(['verify-backup', copy])).stdout).not.toContain('not sealed by this installation');

  for (const command of [['verify-backup'], ['restore']]) {
    const refused = await other.cli([...command, copy]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('was made by another installation');
    expect(refused.stderr).toContain('--from-another-installation');
    expect(readdirSync(other.dataDir)).toEqual([]);
  }
  const verified = await other.cli(['verify-backup', copy, '--from-another-installation']);
  expect(verified.code).toBe(0);
  expect(verified.stdout).toContain('It was not sealed by this installation');
  const restored = await other.cli(['restore', copy, '--from-another-installation']);
  expect(restored.code).toBe(0);
  expect(restored.stdout).toContain('It was not sealed by this installation');
  expect(readdirSync(other.dataDir)).not.toContain('auth-secret');

  const { url } = await other.start();
  expect(await signIn(url, PASSWORD)).toBe(200);
  const next = (await other.cli(['backup'])).stdout.trim();
  expect((await other.cli(['verify-backup', next])).code).toBe(0);
  expect((await made.cli(['verify-backup', next])).code).toBe(1);
});

test('with the same secret a copy is trusted in another DATA_DIR', async () => {
  const [made, other] = [await newSite('sqlite'), await newInstallation('sqlite')];
  await made.cli(['import-csv', '-', '--yes'], { input: RESULTS });
  const copy = (await made.cli(['backup'])).stdout.trim();
  const secret = readFileSync(join(made.dataDir, 'auth-secret'), 'utf8').trim();
  const env = { AUTH_SECRET: secret };
  expect((await other.cli(['restore', copy], { env })).code).toBe(0);
});

test('if pg_dump fails, the copy is made without it', async () => {
  const { cliProcess, dataDir } = await newInstallation('postgres');
  const bin = join(dataDir, 'bin');
  mkdirSync(bin);
  for (const tool of ['pg_dump', 'pg_restore']) {
    const version = `[ "$1" = --version ] && echo "${tool} (PostgreSQL) 99.1" && exit 0`;
    writeFileSync(join(bin, tool), `#!/bin/sh\n${version}\necho "out of order" >&2\nexit 1\n`);
    chmodSync(join(bin, tool), 0o755);
  }
  const { code, stdout } = await cliProcess(['backup'], { env: { PATH: `${bin}:${process.env['PATH']}` } });
  expect(code).toBe(0);
  expect(stdout.trim()).toEndWith('.rows.gz');
});
