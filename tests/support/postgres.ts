/** A PostgreSQL database of its own for each test that asks for one. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.mjs';

export type TestDatabase = { url: string; drop(): Promise<void> };

let cluster: Promise<string> | undefined;

/** `npm test` brings one cluster for all suites; a test run by itself gets one that ends with it. */
function findCluster(): Promise<string> {
  const given = process.env['TEST_POSTGRES_URL'];
  cluster ??= given ? Promise.resolve(given) : startPostgres().then(({ url }) => url);
  return cluster;
}

/** Runs the statements one after the other as a stranger would, without our code; returns the rows of the last. */
export async function queryPostgres<Row extends pg.QueryResultRow>(
  url: string,
  ...statements: string[]
): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** In the cluster that all tests share, unless another is given. */
export async function createTestDatabase(clusterUrl?: string): Promise<TestDatabase> {
  const maintenanceUrl = clusterUrl ?? (await findCluster());
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await queryPostgres(maintenanceUrl, `CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(maintenanceUrl);
  url.pathname = name;
  return {
    url: url.href,
    drop: async () => void (await queryPostgres(maintenanceUrl, `DROP DATABASE ${name} WITH (FORCE)`)),
  };
}
