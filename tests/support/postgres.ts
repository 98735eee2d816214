/** A PostgreSQL database of its own for each test that asks for one. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { startPostgres } from '../../scripts/postgres.mjs';

export type TestDatabase = { url: string; drop(): Promise<void> };

let cluster: Promise<string> | undefined;

/** `npm test` brings one cluster for all suites; a test run by itself gets one that ends with it. */
function findCluster(): Promise<string> {
  const given = process.env['TEST_POSTGRES_URL'];
  cluster ??= given ? Promise.resolve(given) : startPostgres().then(({ url }) => url);
  return cluster;
}

async function runStatement(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const maintenanceUrl = await findCluster();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runStatement(maintenanceUrl, `CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(maintenanceUrl);
  url.pathname = name;
  return {
    url: url.href,
    drop: () => runStatement(maintenanceUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}
