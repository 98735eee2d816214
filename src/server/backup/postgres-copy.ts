/** Copies of a PostgreSQL database, taken in one snapshot: by pg_dump where it fits, otherwise row by row. */
import postgres from 'postgres';
import { MIGRATION_TABLE } from '../storage/ownership.ts';
import { type Facts, type Inspectable, readFacts } from './facts.ts';
import { dumpDatabase, type PgTools } from './pg-tools.ts';
import { writeRowsFile } from './rows-file.ts';

export function connect(url: string): postgres.Sql {
  return postgres(url, {
    max: 1,
    onnotice: () => {},
    // While pg_dump works, the connection that holds the snapshot has nothing to say.
    connection: { idle_in_transaction_session_timeout: 0 },
  });
}

export async function withConnection<Result>(
  url: string,
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const sql = connect(url);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

export function inspectPostgres(sql: postgres.ISql): Inspectable {
  const query = async (text: string) => [...(await sql.unsafe(text))];
  const namesFrom = async (text: string) => (await query(text)).map((row) => String(row['name']));
  return {
    query,
    // A table that refers to another was made after it.
    tables: () =>
      namesFrom(`select relname as name from pg_class where relkind = 'r'
        and relnamespace = current_schema()::regnamespace
        and relname not like '${MIGRATION_TABLE}%' order by oid`),
    findDamage: () =>
      namesFrom(`select format('constraint %s of %s does not hold', conname, conrelid::regclass) as name
        from pg_constraint where connamespace = current_schema()::regnamespace and not convalidated`),
  };
}

export const copyPostgres = (
  url: string,
  target: string,
  tools: PgTools | null,
  report: (fraction: number) => void,
): Promise<Facts> =>
  withConnection(url, (sql) =>
    sql.begin('isolation level repeatable read read only', async (tx) => {
      const source = inspectPostgres(tx);
      const facts = await readFacts(source);
      if (!tools) {
        await writeRowsFile(tx, facts, target, report);
        return facts;
      }
      const [snapshot] = await tx<{ id: string; schema: string }[]>`
        select pg_export_snapshot() as id, current_schema() as schema`;
      if (!snapshot) throw new Error('no snapshot');
      await dumpDatabase(tools, url, snapshot, target);
      return facts;
    }),
  );
