/** Transactions are complete or leave nothing, whichever of their statements fails. */
import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { describeOnBothDatabases } from '../support/databases.ts';

const FAILURES = { 'is no SQL': 'selekt 1', 'fails when it runs': 'insert into rate_limits default values' };

describeOnBothDatabases('a transaction', (engine) => {
  test.each(Object.entries(FAILURES))('whose first statement %s stores nothing', async (_name, statement) => {
    const { counters } = await engine.open();
    const work = counters.transaction().execute(async (tx) => {
      await expect(sql.raw(statement).execute(tx)).rejects.toThrow();
      await tx.insertInto('rate_limits').values({ key: 'a', count: 1, window_start: 1 }).execute();
      throw new Error('undo');
    });
    await expect(work).rejects.toThrow();
    expect(await counters.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
    await counters
      .transaction()
      .execute((tx) =>
        tx.insertInto('rate_limits').values({ key: 'b', count: 1, window_start: 1 }).execute(),
      );
    expect(await counters.selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'b' }]);
  });

  test('without statements changes nothing', async () => {
    const { counters } = await engine.open();
    expect(await counters.transaction().execute(async () => 'done')).toBe('done');
    expect(await counters.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
  });
});
