/** Starting and stopping the server: what cannot work is said in one line, and nothing is left behind. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createTestDatabase } from '../support/postgres.ts';
import { launchServer, makeDataDir, startServer } from '../support/server.ts';

const dataDir = makeDataDir();
const taken: Server = createServer();
beforeAll(() => once(taken.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => {
  taken.close();
  dataDir.remove();
});

const takenPort = () => String((taken.address() as { port: number }).port);

/** Runs a server that is expected to give up by itself. */
async function failToStart(env: Record<string, string>): Promise<{ code: number; lines: string[] }> {
  const { child, output } = launchServer({ DATA_DIR: dataDir.path, TEST_PASSWORD_COST: '', ...env });
  const [code] = await once(child, 'close');
  return { code, lines: output().trim().split('\n') };
}

describe('a start that cannot work ends with one clear line', () => {
  test('a port that is no number', async () => {
    const { code, lines } = await failToStart({ PORT: 'abc' });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/\bPORT\b.*number/)]);
  });

  test('a port that is taken', async () => {
    const { code, lines } = await failToStart({ PORT: takenPort() });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(new RegExp(`${takenPort()}.*(taken|in use)`))]);
  });

  test('a port on which another server of ours listens', async () => {
    const server = await startServer();
    const { port } = new URL(server.url);
    const { code, lines } = await failToStart({ PORT: port });
    await server.stop();
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(new RegExp(`${port}.*(taken|in use)`))]);
  });

  test('a data folder that cannot be written', async () => {
    const file = join(dataDir.path, 'a-file');
    writeFileSync(file, '');
    const { code, lines } = await failToStart({ DATA_DIR: join(file, 'data') });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/\bDATA_DIR\b/)]);
  });

  test('the password cost of tests beside a public address', async () => {
    const { code, lines } = await failToStart({
      BASE_URL: 'https://results.example',
      TEST_PASSWORD_COST: 'minimal',
    });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^TEST_PASSWORD_COST .*public BASE_URL\.$/)]);
  });

  test('a database that refuses us', async () => {
    const { url, drop } = await createTestDatabase();
    const address = new URL(url);
    address.pathname = 'no_such_database';
    address.password = 'hunter2';
    const { code, lines } = await failToStart({
      DATABASE_URL: address.href,
      AUTH_SECRET: 'a-secret-that-is-long-enough-for-all',
    });
    await drop();
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/\bDATABASE_URL\b.*no_such_database/)]);
    expect(lines.join()).not.toContain('hunter2');
  });
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it well', async (signal) => {
  const server = await startServer();
  expect(await server.stop(signal)).toBe(0);
});

test('a signal that comes twice, as Ctrl-C under npm does, ends it just as well', async () => {
  const server = await startServer();
  process.kill(server.pid, 'SIGINT');
  expect(await server.stop('SIGINT')).toBe(0);
});

test('the password cost of tests is announced, verifies afterwards, and is not used unless it is set', async () => {
  const { path, remove } = makeDataDir();
  const account = { email: 'asha@example.org', password: 'seven green parrots' };
  const start = (more: Record<string, string>) =>
    startServer({
      DATA_DIR: path,
      ADMIN_EMAIL: account.email,
      ADMIN_PASSWORD: account.password,
      ...more,
    });
  const statusOfSignIn = async (url: string) => {
    const headers = { 'Content-Type': 'application/json', Origin: url };
    const body = JSON.stringify(account);
    return (await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers, body })).status;
  };
  const cheap = await start({ TEST_PASSWORD_COST: 'minimal' });
  expect(cheap.output()).toContain('SET BY TEST_PASSWORD_COST: for tests only');
  expect(await statusOfSignIn(cheap.url)).toBe(200);
  await cheap.stop();
  const full = await start({ TEST_PASSWORD_COST: '' });
  expect(full.output()).not.toContain('TEST_PASSWORD_COST');
  expect(await statusOfSignIn(full.url)).toBe(200);
  await full.stop();
  remove();
});
