/** PostgreSQL that is slow, read-only or locked by another client: the server neither hangs nor returns 500. */
import { expect, test } from 'bun:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SECOND } from '../../src/core/ist-time.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { isEvent, listenTo } from '../support/live-client.ts';
import { post, signIn } from '../support/node-requests.ts';
import { queryPostgres } from '../support/postgres.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  cleanups,
  createDatabase,
  launchNode,
  request,
  sendContact,
  startNode,
  startTestProxy,
  stopNodesAfterEach,
} from './postgres-nodes.ts';

stopNodesAfterEach();

const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

test('a database with high latency is used again after its connections were cut', async () => {
  const line = await startTestProxy(await createDatabase());
  const node = await startNode(line.url);
  line.delayBy(200);
  line.cut();
  await waitUntil(async () => (await request(node)).status === 200);
  await waitUntil(async () => (await request(node, '/api/health')).status === 200);
  await sleep(2 * SECOND);
  expect((await request(node, '/api/health')).status).toBe(200);
}, 60_000);

test('a read-only database makes health return 503, still serves reads, and accepts writes again afterwards', async () => {
  const url = await createDatabase();
  const database = new URL(url).pathname.slice(1);
  const node = await startNode(url);
  const setReadOnly = (value: 'on' | 'off') =>
    queryPostgres(
      url,
      `alter database ${database} set default_transaction_read_only = ${value}`,
      endSessions,
    );
  await setReadOnly('on');
  await waitUntil(async () => (await request(node, '/api/health')).status === 503);
  expect((await sendContact(node, '10.0.0.1')).status).toBe(503);
  expect((await request(node)).status).toBe(200);
  // The role may still turn it off for its own session, which is needed to reset the setting.
  await queryPostgres(
    url,
    'set default_transaction_read_only = off',
    `alter database ${database} reset all`,
    endSessions,
  );
  await waitUntil(async () => (await request(node, '/api/health')).status === 200);
  await waitUntil(async () => (await sendContact(node, '10.0.0.2')).status === 201);
  await node.stop();
  expect(node.output()).not.toContain('request failed');
}, 60_000);

test('a node starts after its database stopped responding during the start', async () => {
  const url = await createDatabase();
  await (await openDatabase({ kind: 'postgres', url })).close();
  const line = await startTestProxy(url);
  line.silenceNewAfter(2);
  const node = await launchNode(line.url);
  await waitUntil(() =>
    request(node, '/api/health').then(
      ({ status }) => status === 503,
      () => false,
    ),
  );
  await sleep(SECOND);
  line.silenceNewAfter(null);
  await waitUntil(async () => (await request(node, '/api/health')).status === 200, 20 * SECOND);
}, 60_000);

/** Longer than a query may take. */
const DELAY = 4 * SECOND;
/** One each second: some are made while the results of earlier queries are still delayed. */
const CHANGES = 6;

test('query results that come after their timeout cause no reset, and each change is sent once', async () => {
  const url = await createDatabase();
  const line = await startTestProxy(url);
  const node = await startNode(line.url);
  const near = await startNode(url);
  const headers = { ...(await signIn(near)), Origin: near.url };
  const client = await listenTo(`${node.url}/api/live`);
  cleanups.push(client.close);
  await client.waitFor(isEvent('hello'));
  line.delayResponsesOnOpenConnections(DELAY);
  for (let count = 1; count <= CHANGES; count += 1) {
    const body = { question: `Question ${count}?`, answer: 'Yes.', order: count };
    expect((await post(near, '/api/admin/faqs', body, headers)).status).toBe(201);
    await sleep(SECOND);
  }
  await waitUntil(() => client.changes().length >= CHANGES);
  await sleep(SECOND);
  expect(client.events.filter(isEvent('reset'))).toEqual([]);
  expect(client.changes()).toHaveLength(CHANGES);
}, 120_000);

test('a session request returns 200 or 503 while connections are cut, never 401', async () => {
  const line = await startTestProxy(await createDatabase());
  const node = await startNode(line.url);
  const headers = await signIn(node);
  const seen = new Set<number>();
  for (let round = 0; round < 6; round += 1) {
    const requests = Array.from({ length: 8 }, (_, index) =>
      request(node, index % 2 ? '/api/admin/me' : '/api/auth/get-session', { headers }),
    );
    await sleep(round % 3);
    line.cut();
    for (const { status } of await Promise.all(requests)) seen.add(status);
  }
  expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([]);
}, 60_000);

test('a node whose writes wait for a lock of another client stops without waiting for it', async () => {
  const url = await createDatabase();
  const node = await startNode(url);
  const holder = new pg.Client(url);
  await holder.connect();
  cleanups.push(() => holder.end());
  await holder.query('begin');
  await holder.query('select id from feed_state for update');
  const waiting = Array.from({ length: 20 }, (_, index) => sendContact(node, `10.0.${index}.1`));
  for (const response of waiting) response.catch(() => {});
  await sleep(SECOND);
  // The lock is held until it has stopped. How long it waits is up to the server: the test has no limit of its own.
  await node.stop();
  expect(node.output()).toContain('stopped without waiting for the database');
}, 60_000);

test('returns 503 and logs no error when the connection is cut while the account of a session is read', async () => {
  const url = await createDatabase();
  const node = await startNode(url);
  const headers = await signIn(node);
  const printedBefore = node.output().length;
  const holder = new pg.Client(url);
  await holder.connect();
  cleanups.push(() => holder.end());
  await holder.query('begin');
  await holder.query('lock table "user" in access exclusive mode');
  const response = request(node, '/api/admin/me', { headers });
  const endWaiting = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await waitUntil(async () => (await queryPostgres(url, endWaiting)).length > 0);
  expect(await response).toMatchObject({ status: 503, code: 'database-down' });
  await holder.query('rollback');
  expect((await request(node, '/api/admin/me', { headers })).status).toBe(200);
  await node.stop();
  expect(node.output().slice(printedBefore)).not.toMatch(/"level":"error"|\bat .*:\d+/);
}, 60_000);
