/** Creates PostgreSQL databases for tests. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres.mjs';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { resetToTemplate, storeTemplateContent } from './template-content.ts';

export type TestDatabase = { url: string; release(): Promise<void> };

/** A database with the newest schema; the others are copied from it, which is faster than migrating each. */
export const TEMPLATE = 'migrated_template';

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

/** Copying files takes half of the processor time of the default, which writes each page to the log as well. */
const newDatabase = (name: string, template: string): string =>
  `create database ${name} template ${template} strategy file_copy`;

const newName = (): string => `test_${randomUUID().replaceAll('-', '')}`;

/** Several test processes share a cluster: the first one creates the template, and the others wait for it. */
const createTemplate = (clusterUrl: string): Promise<void> =>
  withClient(clusterUrl, async (client) => {
    await client.query(`select pg_advisory_lock(hashtext('${TEMPLATE}'))`);
    const { rowCount } = await client.query(`select from pg_database where datname = '${TEMPLATE}'`);
    if (rowCount !== 0) return;
    const unfinished = `${TEMPLATE}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(newDatabase(unfinished, 'template0'));
    await (await openDatabase({ kind: 'postgres', url: urlOf(clusterUrl, unfinished) })).close();
    await withClient(urlOf(clusterUrl, unfinished), (inside) => storeTemplateContent(inside, unfinished));
    await client.query(`alter database ${unfinished} rename to ${TEMPLATE}`);
  });

/** Creates a database without tables, by default in the cluster that all tests share. */
export async function createEmptyDatabase(clusterUrl?: string): Promise<TestDatabase> {
  const url = clusterUrl ?? (await findCluster());
  const name = newName();
  await queryPostgres(url, newDatabase(name, 'template0'));
  return {
    url: urlOf(url, name),
    release: async () => void (await queryPostgres(url, `drop database ${name} with (force)`)),
  };
}

/** A database with the content of the template, and the connection that resets it. */
interface Prepared {
  name: string;
  client: pg.Client;
}

/** Those of this process that wait for the next test. */
const prepared: Prepared[] = [];

async function connectTo(clusterUrl: string, name: string): Promise<pg.Client> {
  const client = new pg.Client(urlOf(clusterUrl, name));
  // A test may end all connections; the next query then fails.
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function prepare(clusterUrl: string): Promise<Prepared> {
  template ??= createTemplate(clusterUrl);
  await template;
  const name = newName();
  await queryPostgres(clusterUrl, newDatabase(name, TEMPLATE));
  return { name, client: await connectTo(clusterUrl, name) };
}

/** Makes the database ready for the next test, or drops it if a test has changed more than rows. */
async function release(clusterUrl: string, { name, client }: Prepared): Promise<void> {
  const isReset = await endOtherConnections(client)
    .then(() => resetToTemplate(client, TEMPLATE))
    .catch(() => false);
  if (isReset) {
    prepared.push({ name, client });
    return;
  }
  await client.end().catch(() => {});
  await queryPostgres(clusterUrl, `drop database if exists ${name} with (force)`);
}

const endOtherConnections = (client: pg.Client): Promise<unknown> =>
  client.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );

/** Creates a database with the newest schema; all of them have the same feed epoch. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const clusterUrl = await findCluster();
  const database = prepared.pop() ?? (await prepare(clusterUrl));
  return { url: urlOf(clusterUrl, database.name), release: () => release(clusterUrl, database) };
}
