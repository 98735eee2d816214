/** No room for another byte: what writes is told to come back, health says so, reading goes on, and it heals. */
import { Database as BunSqlite } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type ApiSite, openApiSite } from '../server/api-site.ts';
import { makeDataDir } from '../support/server.ts';

/** 2 MiB: enough for a new database. The log beside it gets there with some fifty changes. */
const FILE_BLOCKS = 4_096;
const MOST_CHANGES = 500;

const dataDir = makeDataDir();
let site: ApiSite;
beforeAll(async () => {
  site = await openApiSite({ DATA_DIR: dataDir.path }, { fileBlocks: FILE_BLOCKS });
});
afterAll(async () => {
  await site.stop();
  dataDir.remove();
});

const addFaq = () =>
  site.editor('POST', '/api/admin/faqs', { body: { question: 'Why?', answer: 'Because.', order: 1 } });

const linesWith = (text: string) =>
  site.server
    .output()
    .split('\n')
    .filter((line) => line.includes(text));

/** Fills what room there is. */
async function writeUntilRefused(): Promise<Response> {
  for (let written = 0; written < MOST_CHANGES; written += 1) {
    const answer = await addFaq();
    if (answer.status !== 201) return answer;
    await answer.body?.cancel();
  }
  throw new Error('the room never ended');
}

async function expectDatabaseDown(answer: Response): Promise<void> {
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ status: 503, code: 'database-down' });
  expect(answer.headers.get('content-type')).toStartWith('application/problem+json');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

test('whatever writes gets 503, health too; whatever reads is answered', async () => {
  await expectDatabaseDown(await writeUntilRefused());
  for (let asked = 0; asked < 5; asked += 1) {
    await expectDatabaseDown(await addFaq());
    await expectDatabaseDown(await site.anonymous('GET', '/api/health'));
  }
  const signIn = { email: 'meera@example.org', password: 'nine quiet boats' };
  await expectDatabaseDown(await site.anonymous('POST', '/api/auth/sign-in/email', { body: signIn }));
  for (const path of ['/api/today', '/api/faqs', '/', '/results']) {
    expect((await site.anonymous('GET', path)).status, path).toBe(200);
  }
  expect((await site.editor('GET', '/api/admin/faqs')).status).toBe(200);
});

test('the log names the cause, once', () => {
  expect(linesWith('the database cannot be written').map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', error: { name: 'SQLiteError', message: expect.stringMatching(/disk|full/) } },
  ]);
  expect(linesWith('cannot rollback')).toEqual([]);
  expect(linesWith('request failed')).toEqual([]);
});

test('once there is room everything works again', async () => {
  // Moves what the log holds into the database file, which has room left below the limit.
  using sqlite = new BunSqlite(join(dataDir.path, 'swarna-chakra.db'));
  sqlite.run('pragma wal_checkpoint(truncate)');
  while (!(await site.anonymous('GET', '/api/health')).ok) await Bun.sleep(50);
  expect((await addFaq()).status).toBe(201);
  expect(linesWith('the database can be written again')).toHaveLength(1);
});
