/** Starting and stopping the server: a start that fails has one line to print. */
import { afterAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../src/server/start-error.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { startServer } from '../support/server.ts';
import { launchServer, startServerProcess } from '../support/server-process.ts';

const dataDir = makeDataDir();
afterAll(dataDir.remove);

/** What a start prints before it exits with 1, as the last test of this group shows. */
async function refusalOf(env: Record<string, string>): Promise<string> {
  const error = await startServer({ DATA_DIR: dataDir.path, ...env }).then(
    (server) => server.stop(),
    (thrown: Error) => thrown.cause ?? thrown,
  );
  if (!(error instanceof StartError)) throw new Error('the start was not refused', { cause: error });
  expect(error.message).not.toContain('\n');
  return error.message;
}

describe('a start is refused with one line for', () => {
  test('a port that is not a number', async () => {
    expect(await refusalOf({ PORT: 'abc' })).toMatch(/\bPORT\b.*number/);
  });

  test('a port that another of our servers uses', async () => {
    const server = await startServer();
    const { port } = new URL(server.url);
    expect(await refusalOf({ PORT: port })).toMatch(new RegExp(`${port}.*(taken|in use)`));
    await server.stop();
  });

  test('a data folder that cannot be written', async () => {
    const file = join(dataDir.path, 'a-file');
    writeFileSync(file, '');
    expect(await refusalOf({ DATA_DIR: join(file, 'data') })).toMatch(/\bDATA_DIR\b/);
  });

  test('a database that does not exist', async () => {
    const { url, release } = await createTestDatabase();
    const address = new URL(url);
    address.pathname = 'no_such_database';
    address.password = 'hunter2';
    const refusal = await refusalOf({
      DATABASE_URL: address.href,
      AUTH_SECRET: 'a-secret-that-is-long-enough-for-all',
    });
    await release();
    expect(refusal).toMatch(/\bDATABASE_URL\b.*no_such_database/);
    expect(refusal).not.toContain('hunter2');
  });

  test('a metrics port that is taken; the process prints only that, and exits with 1', async () => {
    const other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
    const METRICS_PORT = String(other.port);
    const start = launchServer({
      DATA_DIR: dataDir.path,
      METRICS_PORT,
      TEST_PASSWORD_COST: '',
      CLOCK_START: '',
    });
    expect(await start.ended).toBe(1);
    expect(start.output()).toBe(
      `Port ${METRICS_PORT} on 127.0.0.1 is already taken. Set METRICS_PORT to another one.\n`,
    );
    await other.stop(true);
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
