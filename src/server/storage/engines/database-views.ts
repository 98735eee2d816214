/** The views of a connection that the server gets: each can do no more than its users need. */
import type { Kysely } from 'kysely';
import type { BetterAuthTables, CounterTables, Schema } from '../schema.ts';

export const viewsOf = (db: Kysely<Schema>) => ({
  db,
  counters: db.$pickTables<keyof CounterTables>(),
  betterAuthTables: db.$pickTables<keyof BetterAuthTables>(),
});
