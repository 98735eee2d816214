/** Starting and stopping the server: a start that fails prints one line. */
import { afterAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from '../support/data-dir.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { startServer } from '../support/server.ts';
import { launchServer, startServerProcess } from '../support/server-process.ts';

const dataDir = makeDataDir();
afterAll(dataDir.remove);

/** Runs a server that is expected to exit with an error. */
async function failToStart(env: Record<string, string>): Promise<{ code: number | null; lines: string[] }> {
  const withoutWarnings = { TEST_PASSWORD_COST: '', CLOCK_START: '' };
  const { output, ended } = launchServer({ DATA_DIR: dataDir.path, ...withoutWarnings, ...env });
  return { code: await ended, lines: output().trim().split('\n') };
}

describe('a start fails with one line for', () => {
  test('a port that is not a number', async () => {
    const { code, lines } = await failToStart({ PORT: 'abc' });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/\bPORT\b.*number/)]);
  });

  test('a port that another of our servers uses, which SIGTERM stops with exit code 0', async () => {
    const server = await startServerProcess();
    const { port } = new URL(server.url);
    const { code, lines } = await failToStart({ PORT: port });
    expect(await server.stop('SIGTERM')).toBe(0);
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

  test('a database that does not exist', async () => {
    const { url, release } = await createTestDatabase();
    const address = new URL(url);
    address.pathname = 'no_such_database';
    address.password = 'hunter2';
    const { code, lines } = await failToStart({
      DATABASE_URL: address.href,
      AUTH_SECRET: 'a-secret-that-is-long-enough-for-all',
    });
    await release();
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/\bDATABASE_URL\b.*no_such_database/)]);
    expect(lines.join()).not.toContain('hunter2');
  });
});

test('two signals, as from Ctrl-C under npm, stop it with exit code 0', async () => {
  const server = await startServerProcess();
  process.kill(server.pid, 'SIGINT');
  expect(await server.stop('SIGINT')).toBe(0);
});

test('TEST_PASSWORD_COST is logged, its hashes stay valid, and it is not used unless set', async () => {
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
  expect(cheap.output()).toContain('HASHED AT MINIMAL COST (TEST_PASSWORD_COST): for tests only');
  expect(await statusOfSignIn(cheap.url)).toBe(200);
  await cheap.stop();
  const full = await start({ TEST_PASSWORD_COST: '' });
  expect(full.output()).not.toContain('TEST_PASSWORD_COST');
  expect(await statusOfSignIn(full.url)).toBe(200);
  await full.stop();
  remove();
});
