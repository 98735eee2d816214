/** Only the owner can read the files in DATA_DIR, with any umask. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readAuthSecret } from '../../src/server/auth/secret.ts';
import { createDelivery } from '../../src/server/mail/transport.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { makeInstallation } from '../support/installation.ts';

setDefaultTimeout(60_000);

const cleanups = cleanUpAfterEach();

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** Every file and folder in a folder, with its mode. */
function listModes(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true }).map(String);
  return Object.fromEntries(['', ...names].map((name) => [name, modeOf(join(folder, name))]));
}

function expectPrivate(folder: string): void {
  for (const [name, mode] of Object.entries(listModes(folder))) {
    const expected = statSync(join(folder, name)).isDirectory() ? '700' : '600';
    expect([name, mode]).toEqual([name, expected]);
  }
}

function useUmask(umask: number): void {
  const former = process.umask(umask);
  cleanups.push(() => void process.umask(former));
}

/** A path whose parent folder does not exist yet. */
function newFolder(): string {
  const { path, remove } = makeDataDir();
  cleanups.push(remove);
  return join(path, 'new', 'data');
}

async function newInstallation() {
  const installation = await makeInstallation('sqlite');
  cleanups.push(installation.remove);
  const dataDir = join(installation.dataDir, 'data');
  return { ...installation, dataDir, env: { DATA_DIR: dataDir } };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await Bun.sleep(20);
}

const exists = (folder: string) => statSync(folder, { throwIfNoEntry: false }) !== undefined;

describe.each([
  ['000', 0o000],
  ['022', 0o022],
] as const)('under umask %s', (_name, umask) => {
  test('everything that a server and the commands write is private', async () => {
    useUmask(umask);
    const { dataDir, env, start, cli } = await newInstallation();
    const server = await start({
      ...env,
      ADMIN_EMAIL: 'asha@example.org',
      ADMIN_PASSWORD: 'seven green parrots',
    });
    const form = { name: 'Eve', phone: '+91 471 1234567', email: 'eve@example.org', message: 'Hello there' };
    const sent = await fetch(`${server.url}/api/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: server.url },
      body: JSON.stringify({ ...form, consent: true }),
    });
    expect(sent.status).toBe(201);
    const outbox = join(dataDir, 'outbox');
    await until(() => exists(outbox) && readdirSync(outbox).some((name) => name.endsWith('.eml')));
    const backup = await cli(['backup'], { env });
    expect(backup.code).toBe(0);
    expect(readdirSync(dataDir).sort()).toEqual([
      ...['auth-secret', 'backups', 'outbox'],
      ...['swarna-chakra.db', 'swarna-chakra.db-shm', 'swarna-chakra.db-wal'],
    ]);
    expectPrivate(dataDir);
    await server.stop();

    const copy = backup.stdout.trim();
    chmodSync(copy, 0o644);
    expect((await cli(['restore', copy, '--force'], { env })).code).toBe(0);
    chmodSync(copy, 0o600);
    expect(readdirSync(dataDir)).toContain('swarna-chakra.db.before-restore-1');
    expectPrivate(dataDir);
  });

  test.each<[string, (folder: string) => Promise<unknown>]>([
    ['the database', async (folder) => (await openDatabase(databaseIn(folder))).close()],
    ['the secret', async (folder) => readAuthSecret(null, folder)],
    ['the outbox', (folder) => createDelivery({ smtpUrl: null, from: 'a@b.example', outbox: folder })(MAIL)],
  ])('%s creates its folder and the folders above it as private', async (_part, make) => {
    useUmask(umask);
    const folder = newFolder();
    await make(folder);
    expect(readdirSync(folder)).not.toEqual([]);
    expectPrivate(dirname(folder));
  });
});

const databaseIn = (folder: string) => ({ kind: 'sqlite', file: join(folder, 'site.db') }) as const;

const MAIL = {
  ...{ id: 'm1', recipient: 'asha@example.org', subject: 'Hi', text: 'Hi', html: null },
  ...{ attempts: 0, next_attempt_at: 0, last_error: null, created_at: 0 },
  alert_kind: null,
  alert_id: null,
};

test('a data folder that others can read is not changed, but logged as a warning', async () => {
  const { dataDir, env, start } = await newInstallation();
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  const server = await start(env);
  const warnings = server
    .output()
    .split('\n')
    .filter((line) => line.includes('DATA_DIR'));
  expect(warnings.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 'warn',
      msg: 'other users of this machine can read DATA_DIR',
      folder: dataDir,
      mode: '755',
    },
  ]);
  expect(modeOf(dataDir)).toBe('755');
  await server.stop();
  chmodSync(dataDir, 0o700);
  expect((await start(env)).output()).not.toContain('DATA_DIR');
});
