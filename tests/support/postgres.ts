/** Creates PostgreSQL databases for tests. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.mjs';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { resetToTemplate, storeTemplateContent } from './template-content.ts';

export type TestDatabase = { url: string; release(): Promise<void> };

/** A database with the newest schema; the others are copied from it, which is faster than migrating each. */
export const TEMPLATE = 'migrated_template';
/** Prefix of databases that were reset and can be reused. */
const REUSABLE = 'reusable_';

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
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished} template template0`);
    await (await openDatabase({ kind: 'postgres', url: urlOf(clusterUrl, unfinished) })).close();
    await withClient(urlOf(clusterUrl, unfinished), (inside) => storeTemplateContent(inside, unfinished));
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

/** What PostgreSQL reports when another process has just renamed the database, or is about to. */
const TAKEN = ['3D000', '55006'];

/** Takes a reusable database by renaming it; returns false if there is none. */
async function takeReusable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where starts_with(datname, '${REUSABLE}') order by random()`,
  );
  for (const { datname } of rows) {
    try {
      await client.query(`alter database ${datname} rename to ${name}`);
      return true;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && TAKEN.includes(error.code ?? ''))) throw error;
    }
  }
  return false;
}

/** Ends all connections to a database and gives it a name that no test knows. */
const hide = (clusterUrl: string, name: string, hidden: string): Promise<unknown> =>
  queryPostgres(
    clusterUrl,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    `alter database ${name} rename to ${hidden}`,
  );

/** Makes the database reusable, or drops it if a test has changed more than rows. */
async function release(clusterUrl: string, name: string): Promise<void> {
  const hidden = newName();
  try {
    await hide(clusterUrl, name, hidden);
  } catch {
    // The test has dropped it, or something connects to it again and again.
    await queryPostgres(clusterUrl, `drop database if exists ${name} with (force)`);
    return;
  }
  const isReset = await withClient(urlOf(clusterUrl, hidden), (client) => resetToTemplate(client, TEMPLATE));
  const statement = isReset
    ? `alter database ${hidden} rename to ${hidden.replace('test_', REUSABLE)}`
    : `drop database ${hidden} with (force)`;
  await queryPostgres(clusterUrl, statement);
}

/** Creates a database with the newest schema; all of them have the same feed epoch. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const clusterUrl = await findCluster();
  template ??= createTemplate(clusterUrl);
  await template;
  const name = newName();
  await withClient(clusterUrl, async (client) => {
    if (!(await takeReusable(client, name)))
      await client.query(`create database ${name} template ${TEMPLATE}`);
  });
  return { url: urlOf(clusterUrl, name), release: () => release(clusterUrl, name) };
}
