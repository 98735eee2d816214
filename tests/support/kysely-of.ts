/** The full Kysely instance of a database, for tests that write what the server cannot. */
import type { Kysely } from 'kysely';
import type { Database } from '../../src/server/storage/engines/database.ts';
import type { Schema } from '../../src/server/storage/schema.ts';

export const kyselyOf = ({ counters }: Pick<Database, 'counters'>): Kysely<Schema> =>
  // `counters` is the same object with a narrower type.
  counters as unknown as Kysely<Schema>;
