/** PostgreSQL connections that are cut: the clients of the node get every change, and in time. */
import { describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { startClock } from '../../src/server/clock.ts';
import { createFaq } from '../../src/server/services/content/faqs.ts';
import type { ServiceContext } from '../../src/server/services/context.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { isChangeOf, isEvent, type LiveClient, listenTo } from '../support/live-client.ts';
import { createTestDatabase, queryPostgres, type TestDatabase } from '../support/postgres.ts';
import type { RunningServer } from '../support/running-server.ts';
import { startServer } from '../support/server.ts';

const cleanups = cleanUpAfterEach();

async function createDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  cleanups.push(database.release);
  return database;
}

async function startNode(url: string, env: Record<string, string> = {}): Promise<RunningServer> {
  const node = await startServer({
    DATABASE_URL: url,
    AUTH_SECRET: 'a-secret-that-is-long-enough-for-all',
    ...env,
  });
  cleanups.push(() => node.stop());
  return node;
}

const listen = (node: RunningServer): Promise<LiveClient> => listenTo(`${node.url}/api/live`);

async function cutAllConnections(url: string): Promise<number> {
  const cut = await queryPostgres(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return cut.length;
}

/** Writes without the node, which learns of it from the database only. */
async function writeFromElsewhere(
  url: string,
  question: string,
  order = 1,
): Promise<{ id: string; at: number }> {
  const database = await openDatabase({ kind: 'postgres', url });
  const services: ServiceContext = {
    database,
    clock: startClock(null),
    randomBytes,
    publicLog: { baseUrl: 'http://localhost', beaconChain: null },
    changed: async () => {},
  };
  const faq = { question, answer: 'Yes.', order };
  const { id } = await createFaq(services, faq, { id: null, name: 'Test' });
  const at = performance.now();
  await database.close();
  return { id, at };
}

describe('a connection to the database that is cut', () => {
  test('loses and delays no change', async () => {
    const { url } = await createDatabase();
    const node = await startNode(url);
    const client = await listen(node);
    await client.waitFor(isEvent('hello'));

    for (let round = 1; round <= 2; round += 1) {
      const cut = await cutAllConnections(url);
      // All connections of the node, including the one that listens for notifications.
      expect(cut).toBeGreaterThan(1);
      const { id, at: written } = await writeFromElsewhere(url, `Round ${round}?`, round + 1);
      const { at } = await client.waitFor(isChangeOf(id));
      expect(at - written).toBeLessThan(1_500);
      await Bun.sleep(500);
    }
    expect(client.changes()).toHaveLength(2);
    expect(client.events.some(isEvent('reset'))).toBe(false);
  });
});
