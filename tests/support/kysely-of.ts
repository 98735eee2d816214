/** All that Kysely offers on a database, for tests that do what the server itself cannot do. */
import type { Kysely } from 'kysely';
import type { Database } from '../../src/server/storage/engines/database.ts';
import type { Schema } from '../../src/server/storage/schema.ts';

export const kyselyOf = ({ counters }: Pick<Database, 'counters'>): Kysely<Schema> =>
  // The counters are a view of the same object, with fewer tables in its type.
  counters as unknown as Kysely<Schema>;
