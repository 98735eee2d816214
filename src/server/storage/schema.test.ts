/** Checked by the compiler: who is given a view of the database cannot do more with it than the view is for. */
import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import type { Counters, Reader, Writer } from './schema.ts';

const CANNOT_BE_DONE = {
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
  'a reader is no writer': (db: Reader): Writer =>
    // @ts-expect-error
    db,
  'counters do not reach other tables': (counters: Counters) => [
    // @ts-expect-error
    () => counters.updateTable('draws'),
    // @ts-expect-error
    () => counters.transaction().execute((tx) => tx.deleteFrom('draws').execute()),
  ],
};

test.each(Object.entries(CANNOT_BE_DONE))('%s', (_, attempts) => {
  // That this file compiles is the test; every unused `@ts-expect-error` is an error of the compiler.
  expect(attempts).toBeFunction();
});

test('a transaction can be read from, so that a change sees its own state', () => {
  const asReader = (tx: Writer): Reader => tx;
  expect(asReader).toBeFunction();
});
