/** Creates PostgreSQL databases for tests. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.mjs';
import { openDatabase } from '../../src/server/storage/engines/database.ts';

export type TestDatabase = { url: string; drop(): Promise<void> };

/** A database with the newest schema; the others are copied from it, which is faster than migrating each. */
const TEMPLATE = 'migrated_template';

let cluster: Promise<string> | undefined;
let template: Promise<void> | undefined;

/** `npm test` starts one cluster for all tests; a test file that is run alone starts its own. */
function findCluster(): Promise<string> {
  const sharedUrl = process.env['TEST_POSTGRES_URL'];
  cluster ??= sharedUrl ? Promise.resolve(sharedUrl) : startPostgres().then(({ url }) => url);
  return cluster;
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs the statements one after the other, without our storage code; returns the rows of the last. */
export const queryPostgres = <Row extends pg.QueryResultRow>(
  url: string,
  ...statements: string[]
): Promise<Row[]> =>
  withClient(url, async (client) => {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  });

function urlOf(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = name;
  return url.href;
}

/** Several test processes share a cluster: the first one creates the template, and the others wait for it. */
const createTemplate = (clusterUrl: string): Promise<void> =>
  withClient(clusterUrl, async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('${TEMPLATE}'))`);
    const { rowCount } = await client.query(`select from pg_database where datname = '${TEMPLATE}'`);
    if (rowCount !== 0) return;
    const unfinished = `${TEMPLATE}_unfinished`;
    await client.query(`create database ${unfinished} template template0`);
    await (await openDatabase({ kind: 'postgres', url: urlOf(clusterUrl, unfinished) })).close();
    await client.query(`alter database ${unfinished} rename to ${TEMPLATE}`);
  });

async function copyDatabase(clusterUrl: string, template: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await queryPostgres(clusterUrl, `create database ${name} template ${template}`);
  return {
    url: urlOf(clusterUrl, name),
    drop: async () => void (await queryPostgres(clusterUrl, `drop database ${name} with (force)`)),
  };
}

/** Creates a database without tables, by default in the cluster that all tests share. */
export const createEmptyDatabase = async (clusterUrl?: string): Promise<TestDatabase> =>
  copyDatabase(clusterUrl ?? (await findCluster()), 'template0');

/** Creates a database with the newest schema; all of them have the same epoch of the feed. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const clusterUrl = await findCluster();
  template ??= createTemplate(clusterUrl);
  await template;
  return copyDatabase(clusterUrl, TEMPLATE);
}
