/** PostgreSQL's own pg_dump and pg_restore, where the machine has them in a version that fits the server. */
import { closeSync, openSync } from 'node:fs';
import { CopyRefused } from './copy-refused.ts';

export interface PgTools {
  dump: string;
  restore: string;
}

/** They must not be older than the server: pg_dump would refuse it. */
export async function findPgTools(serverMajor: number): Promise<PgTools | null> {
  const dump = await findTool('pg_dump', serverMajor);
  const restore = await findTool('pg_restore', serverMajor);
  return dump && restore ? { dump, restore } : null;
}

async function findTool(name: string, oldestMajor: number): Promise<string | null> {
  const path = Bun.which(name);
  if (!path) return null;
  const version = Bun.spawn([path, '--version'], { stdout: 'pipe', stderr: 'ignore', env: {} });
  const [major] = /\d+/.exec(await new Response(version.stdout).text()) ?? [];
  return major !== undefined && Number(major) >= oldestMajor ? path : null;
}

export async function dumpDatabase(
  { dump }: PgTools,
  url: string,
  snapshot: { id: string; schema: string },
  target: string,
): Promise<void> {
  // Created first: pg_dump does not change the mode of an existing file.
  closeSync(openSync(target, 'w', 0o600));
  const command = [
    dump,
    '--format=custom',
    '--encoding=UTF8',
    `--snapshot=${snapshot.id}`,
    `--schema=${snapshot.schema}`,
    '--no-owner',
    '--no-privileges',
    `--file=${target}`,
    databaseOf(url),
  ];
  await runTool(command, connectionSettings(url), async (output) => void (await new Response(output).text()));
}

/** The table of contents of an archive. */
export async function listDump({ restore }: PgTools, file: string): Promise<string> {
  let list = '';
  await runTool([restore, '--list', file], {}, async (output) => {
    list = await new Response(output).text();
  });
  return list;
}

/** Passes the rows of one table to `work` as a script; pg_restore does not connect to a database. */
export const readTableData = (
  { restore }: PgTools,
  file: string,
  { schema, table }: { schema: string; table: string },
  work: (script: ReadableStream<Uint8Array>) => Promise<void>,
): Promise<void> =>
  runTool([restore, '--data-only', `--schema=${schema}`, `--table=${table}`, '--file=-', file], {}, work);

async function runTool(
  command: string[],
  env: Record<string, string>,
  work: (output: ReadableStream<Uint8Array>) => Promise<void>,
): Promise<void> {
  const tool = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe', env });
  const errorText = new Response(tool.stderr).text();
  try {
    await work(tool.stdout);
  } catch (error) {
    tool.kill();
    throw error;
  }
  if ((await tool.exited) !== 0) {
    throw new CopyRefused((await errorText).trim().split('\n')[0] || `${command[0]} failed.`);
  }
}

const databaseOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

/** Passed as environment: arguments are visible to all users of the machine. */
function connectionSettings(url: string): Record<string, string> {
  const { hostname, port, username, password, searchParams } = new URL(url);
  const sslMode = searchParams.get('sslmode');
  return {
    PGHOST: hostname.replace(/^\[|\]$/g, ''),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGCONNECT_TIMEOUT: '10',
    ...(sslMode && { PGSSLMODE: sslMode }),
  };
}
