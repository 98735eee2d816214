/** Measures what a PostgreSQL does, all its processes together. */
import pg from 'pg';
import { SECOND } from '../../src/core/ist-time.ts';
import { parentOf, processorTimeOf } from '../process-figures.ts';

export interface DatabaseWork {
  /** Milliseconds. */
  processorTime: number;
  transactions: number;
}

export interface WatchedDatabase extends AsyncDisposable {
  measure(work: () => Promise<unknown>): Promise<{ work: DatabaseWork; seconds: number }>;
  /** The connections of others to the database. */
  connections(): Promise<number>;
}

export async function watchDatabase(url: string): Promise<WatchedDatabase> {
  const client = new pg.Client(url);
  await client.connect();
  const read = async (expression: string): Promise<number> => {
    const { rows } = await client.query(`select (${expression})::int as figure`);
    return rows[0].figure;
  };
  const server = parentOf(await read('pg_backend_pid()'));
  const transactions = (): Promise<number> =>
    read('select xact_commit + xact_rollback from pg_stat_database where datname = current_database()');
  return {
    async measure(work) {
      const startedAt = performance.now();
      const before = { time: processorTimeOf(server), transactions: await transactions() };
      await work();
      const seconds = (performance.now() - startedAt) / SECOND;
      return {
        seconds,
        work: {
          processorTime: (processorTimeOf(server) - before.time) * SECOND,
          transactions: (await transactions()) - before.transactions,
        },
      };
    },
    connections: () =>
      read(
        'select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      ),
    [Symbol.asyncDispose]: () => client.end(),
  };
}
