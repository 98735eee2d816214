/** Importing draws: all or nothing, with every conflict named. */
import { expect, test } from 'bun:test';
import { readDrawsCsv } from '../../src/core/csv.ts';
import { createDraw } from '../../src/server/services/draws/draws.ts';
import { importDraws } from '../../src/server/services/draws/import-draws.ts';
import { listDraws } from '../../src/server/storage/draws/draws-store.ts';
import { listActivity } from '../../src/server/storage/feed/activity-store.ts';
import { readFeedState } from '../../src/server/storage/feed/feed-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { createContext, EDITOR, newDrawFor, readRowChanges, type TestContext } from './services-context.ts';
import { draftsAndResults, seedNumberOf } from './storage-seed.ts';

function historyOf(days: number) {
  const lines = draftsAndResults('2020-01-01', days).map((draw) =>
    [draw.date, draw.slot, seedNumberOf(draw), ...draw.digits, draw.published ? 'Published' : 'Draft'].join(
      ',',
    ),
  );
  const header = 'Date,Time,Draw No,Digit 1,Digit 2,Digit 3,Digit 4,Digit 5,Status';
  const reading = readDrawsCsv([header, ...lines].join('\n'));
  if (!reading.ok) throw new Error('the history is not readable');
  return reading.draws;
}

const countDraws = async ({ database }: TestContext) =>
  (await listDraws(database.db, { limit: 10_000 })).items.length;

describeOnBothDatabases('importing', ({ open }) => {
  test('a few draws are added to the feed one by one', async () => {
    const context = createContext(await open());
    expect(await importDraws(context, historyOf(4), EDITOR)).toEqual({ ok: true, imported: 20 });
    const { items } = await listDraws(context.database.db, { limit: 100 });
    expect(items.filter(({ published }) => published)).toHaveLength(15);
    expect(items[0]).toMatchObject({ provenance: 'entered', onHold: false });
    expect(await readRowChanges(context.database, 'admin')).toHaveLength(20);
    expect(await readRowChanges(context.database, 'public')).toHaveLength(15);
    const { items: log } = await listActivity(context.database.db, { limit: 10 });
    expect(log).toEqual([
      expect.objectContaining({
        action: 'Imported results',
        target: '20 draws',
        user: 'Meera',
        after: { published: 15, drafts: 5, firstDate: '2020-01-01', lastDate: '2020-01-04' },
      }),
    ]);
  });

  test('many draws start a new epoch instead, so that clients fetch again', async () => {
    const context = createContext(await open());
    const before = await readFeedState(context.database.db);
    expect(await importDraws(context, historyOf(300), EDITOR)).toEqual({ ok: true, imported: 1_500 });
    expect(await countDraws(context)).toBe(1_500);
    const after = await readFeedState(context.database.db);
    expect(after.epoch).not.toBe(before.epoch);
    expect(await readRowChanges(context.database, 'admin')).toEqual([]);
    expect(context.wakeUps()).toBe(1);
  });

  test('one conflict stores nothing, and each conflict is named', async () => {
    const context = createContext(await open());
    await createDraw(context, newDrawFor('12:00', '12345', { date: '2020-01-01', drawNo: 'MINE' }), EDITOR);
    await createDraw(
      context,
      newDrawFor('12:00', '12345', { date: '2019-01-01', drawNo: 'SC020120203' }),
      EDITOR,
    );
    expect(await importDraws(context, historyOf(300), EDITOR)).toEqual({
      ok: false,
      conflicts: [
        { index: 1, message: 'There is already a draw for 2020-01-01 12:00.' },
        { index: 7, message: 'Draw number SC020120203 is already taken.' },
      ],
    });
    expect(await countDraws(context)).toBe(2);
    expect(context.wakeUps()).toBe(2);
  });

  test('an empty import writes nothing', async () => {
    const context = createContext(await open());
    expect(await importDraws(context, [], EDITOR)).toEqual({ ok: true, imported: 0 });
    expect((await listActivity(context.database.db, { limit: 10 })).items).toEqual([]);
  });
});
