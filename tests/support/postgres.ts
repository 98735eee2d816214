/** Creates PostgreSQL databases for tests. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.mjs';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { describeTemplate, resetToTemplate } from './template-content.ts';

export type TestDatabase = { url: string; release(): Promise<void> };

/** A database with the newest schema; the others are copied from it, which is faster than migrating each. */
const TEMPLATE = 'migrated_template';
/** Begins the names of databases that were emptied after a test, for the next one. */
const FREE = 'free_';

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

const newName = (): string => `test_${randomUUID().replaceAll('-', '')}`;

/** Several test processes share a cluster: the first one creates the template, and the others wait for it. */
const createTemplate = (clusterUrl: string): Promise<void> =>
  withClient(clusterUrl, async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('${TEMPLATE}'))`);
    const { rowCount } = await client.query(`select from pg_database where datname = '${TEMPLATE}'`);
    if (rowCount !== 0) return;
    const unfinished = `${TEMPLATE}_unfinished`;
    await client.query(`create database ${unfinished} template template0`);
    await (await openDatabase({ kind: 'postgres', url: urlOf(clusterUrl, unfinished) })).close();
    await withClient(urlOf(clusterUrl, unfinished), (inside) => describeTemplate(inside, unfinished));
    await client.query(`alter database ${unfinished} rename to ${TEMPLATE}`);
  });

/** Creates a database without tables, by default in the cluster that all tests share. */
export async function createEmptyDatabase(clusterUrl?: string): Promise<TestDatabase> {
  const url = clusterUrl ?? (await findCluster());
  const name = newName();
  await queryPostgres(url, `create database ${name} template template0`);
  return {
    url: urlOf(url, name),
    release: async () => void (await queryPostgres(url, `drop database ${name} with (force)`)),
  };
}

/** Renames one of the emptied databases; returns false if there is none. */
async function takeFree(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where starts_with(datname, '${FREE}') order by random()`,
  );
  for (const { datname } of rows) {
    const isTaken = await client.query(`alter database ${datname} rename to ${name}`).then(
      () => true,
      // Another process was faster.
      () => false,
    );
    if (isTaken) return true;
  }
  return false;
}

/** Creates a database with the newest schema; all of them have the same epoch of the feed. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const clusterUrl = await findCluster();
  template ??= createTemplate(clusterUrl);
  await template;
  const name = newName();
  await withClient(clusterUrl, async (client) => {
    if (!(await takeFree(client, name))) await client.query(`create database ${name} template ${TEMPLATE}`);
  });
  const url = urlOf(clusterUrl, name);
  return {
    url,
    async release() {
      const isEmpty = await withClient(url, (client) => resetToTemplate(client, TEMPLATE)).catch(() => false);
      const end = isEmpty
        ? `alter database ${name} rename to ${FREE}${randomUUID().replaceAll('-', '')}`
        : `drop database if exists ${name} with (force)`;
      await queryPostgres(clusterUrl, end);
    },
  };
}
