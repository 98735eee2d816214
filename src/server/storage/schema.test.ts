/** Checked by the compiler: a view of the database allows only what it is for. */
import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import type { Counters, Reader, Writer } from './schema.ts';

const MUST_NOT_COMPILE = {
  'a reader cannot write': (db: Reader) => [
    // @ts-expect-error
    () => db.insertInto('draws'),
    // @ts-expect-error
    () => db.updateTable('draws'),
    // @ts-expect-error
    () => db.deleteFrom('draws'),
    // @ts-expect-error
    () => db.mergeInto('draws'),
    // @ts-expect-error
    () => db.transaction(),
    // @ts-expect-error
    () => db.schema.dropTable('draws'),
    // @ts-expect-error
    () => sql`delete from draws`.execute(db),
  ],
  'a reader is not assignable to a writer': (db: Reader): Writer =>
    // @ts-expect-error
    db,
  'counters cannot write other tables': (counters: Counters) => [
    // @ts-expect-error
    () => counters.updateTable('draws'),
    // @ts-expect-error
    () => counters.transaction().execute((tx) => tx.deleteFrom('draws').execute()),
  ],
};

test.each(Object.entries(MUST_NOT_COMPILE))('%s', (_, attempts) => {
  // The test is that this file compiles: an unused `@ts-expect-error` is a compiler error.
  expect(attempts).toBeFunction();
});

test('a transaction can be used as a reader', () => {
  const asReader = (tx: Writer): Reader => tx;
  expect(asReader).toBeFunction();
});
