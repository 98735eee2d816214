/** Importing draws: all or nothing, with every clash named. */
import { expect, test } from 'bun:test';
import { readDrawsCsv } from '../../src/core/csv.ts';
import { createDraw } from '../../src/server/services/draws/draws.ts';
import { importDraws } from '../../src/server/services/draws/import-draws.ts';
import { listDraws } from '../../src/server/storage/draws/draws-store.ts';
import { listActivity } from '../../src/server/storage/feed/activity-store.ts';
import { readFeedState } from '../../src/server/storage/feed/feed-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { EDITOR, makeWorld, newDrawFor, readRowChanges, type World } from './services-world.ts';
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

const countDraws = async ({ database }: World) =>
  (await listDraws(database.db, { limit: 10_000 })).items.length;

describeOnBothDatabases('importing', ({ open }) => {
  test('a few draws are told one by one', async () => {
    const world = makeWorld(await open());
    expect(await importDraws(world, historyOf(4), EDITOR)).toEqual({ ok: true, imported: 20 });
    const { items } = await listDraws(world.database.db, { limit: 100 });
    expect(items.filter(({ published }) => published)).toHaveLength(15);
    expect(items[0]).toMatchObject({ provenance: 'entered', onHold: false });
    expect(await readRowChanges(world.database, 'admin')).toHaveLength(20);
    expect(await readRowChanges(world.database, 'public')).toHaveLength(15);
    const { items: log } = await listActivity(world.database.db, { limit: 10 });
    expect(log).toEqual([
      expect.objectContaining({
        action: 'Imported results',
        target: '20 draws',
        user: 'Meera',
        after: { published: 15, drafts: 5, firstDate: '2020-01-01', lastDate: '2020-01-04' },
      }),
    ]);
  });

  test('many draws are not: clients are made to refetch', async () => {
    const world = makeWorld(await open());
    const before = await readFeedState(world.database.db);
    expect(await importDraws(world, historyOf(300), EDITOR)).toEqual({ ok: true, imported: 1_500 });
    expect(await countDraws(world)).toBe(1_500);
    const after = await readFeedState(world.database.db);
    expect(after.epoch).not.toBe(before.epoch);
    expect(await readRowChanges(world.database, 'admin')).toEqual([]);
    expect(world.wakeUps()).toBe(1);
  });

  test('one clash stops all, and each is named', async () => {
    const world = makeWorld(await open());
    await createDraw(world, newDrawFor('12:00', '12345', { date: '2020-01-01', drawNo: 'MINE' }), EDITOR);
    await createDraw(
      world,
      newDrawFor('12:00', '12345', { date: '2019-01-01', drawNo: 'SC020120203' }),
      EDITOR,
    );
    expect(await importDraws(world, historyOf(300), EDITOR)).toEqual({
      ok: false,
      conflicts: [
        { index: 1, message: 'There is already a draw for 2020-01-01 12:00.' },
        { index: 7, message: 'Draw number SC020120203 is already taken.' },
      ],
    });
    expect(await countDraws(world)).toBe(2);
    expect(world.wakeUps()).toBe(2);
  });

  test('nothing to import is nothing done', async () => {
    const world = makeWorld(await open());
    expect(await importDraws(world, [], EDITOR)).toEqual({ ok: true, imported: 0 });
    expect((await listActivity(world.database.db, { limit: 10 })).items).toEqual([]);
  });
});
