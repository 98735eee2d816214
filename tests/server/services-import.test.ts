/** Importing draws: all or nothing, with every conflict named. */
import { expect, test } from 'bun:test';
import { readDrawsCsv } from '../../src/core/csv.ts';
import { createDraw, deleteDraw, editDraw } from '../../src/server/services/draws/draws.ts';
import { importDraws } from '../../src/server/services/draws/import-draws.ts';
import { unpublishDraw } from '../../src/server/services/draws/publish-draw.ts';
import { takeBackImport } from '../../src/server/services/draws/take-back-import.ts';
import { listDraws } from '../../src/server/storage/draws/draws-store.ts';
import {
  listImports,
  readUnchangedDraws,
  removeDrawsOfImport,
  removeImport,
} from '../../src/server/storage/draws/imports-store.ts';
import { listActivity } from '../../src/server/storage/feed/activity-store.ts';
import { readFeedState } from '../../src/server/storage/feed/feed-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import {
  countTraces,
  createContext,
  EDITOR,
  newDrawFor,
  readRowChanges,
  refusalOf,
  type TestContext,
} from './services-context.ts';
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

const readImports = async ({ database, clock }: TestContext) =>
  (await listImports(database.db, { limit: 10 }, clock.now())).items;

const countDraws = async ({ database }: TestContext) =>
  (await listDraws(database.db, { limit: 10_000 })).items.length;

describeOnBothDatabases('importing', ({ open }) => {
  test('a few draws are added to the feed one by one', async () => {
    const context = createContext(await open());
    expect(await importDraws(context, historyOf(4), EDITOR)).toEqual({
      ok: true,
      imported: 20,
      importId: expect.any(String),
    });
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
    // More rows than one statement has.
    expect(await importDraws(context, historyOf(110), EDITOR)).toMatchObject({ ok: true, imported: 550 });
    expect(await countDraws(context)).toBe(550);
    const after = await readFeedState(context.database.db);
    expect(after.epoch).not.toBe(before.epoch);
    expect(await readRowChanges(context.database, 'admin')).toEqual([]);
    // When it began, and at its end.
    expect(context.wakeUps()).toBe(2);
  });

  test('many drafts leave the public feed as it was, also when they are taken back', async () => {
    const context = createContext(await open());
    const drafts = historyOf(40).map((draw) => ({ ...draw, published: false }));
    const publicState = async () => {
      const state = await readFeedState(context.database.db);
      return { epoch: state.epoch, ...state.public };
    };
    const before = await publicState();
    const outcome = await importDraws(context, drafts, EDITOR);
    if (!outcome.ok || !outcome.importId) throw new Error('the import was refused');
    expect(await publicState()).toEqual(before);
    await takeBackImport(context, outcome.importId, EDITOR);
    expect(await publicState()).toEqual(before);
  });

  test('one conflict stores nothing, and each conflict is named', async () => {
    const context = createContext(await open());
    await createDraw(context, newDrawFor('12:00', '12345', { date: '2020-01-01', drawNo: 'MINE' }), EDITOR);
    await createDraw(
      context,
      newDrawFor('12:00', '12345', { date: '2019-01-01', drawNo: 'SC020120203' }),
      EDITOR,
    );
    expect(await importDraws(context, historyOf(4), EDITOR)).toEqual({
      ok: false,
      conflicts: [
        {
          draw: expect.objectContaining({ line: 3 }),
          message: 'There is already a draw for 2020-01-01 12:00.',
        },
        { draw: expect.objectContaining({ line: 9 }), message: 'Draw number SC020120203 is already taken.' },
      ],
    });
    expect(await countDraws(context)).toBe(2);
    expect(context.wakeUps()).toBe(2);
  });

  test('an empty import writes nothing', async () => {
    const context = createContext(await open());
    expect(await importDraws(context, [], EDITOR)).toEqual({
      ok: true,
      imported: 0,
      importId: null,
    });
    expect((await listActivity(context.database.db, { limit: 10 })).items).toEqual([]);
  });

  const importIdOf = async (context: TestContext, days: number): Promise<string> => {
    const outcome = await importDraws(context, historyOf(days), EDITOR);
    return (outcome.ok && outcome.importId) || '';
  };

  test('an import is taken back as a whole: draws, activity and feed', async () => {
    const context = createContext(await open());
    const mine = await createDraw(context, newDrawFor('12:00', '12345', { date: '2019-01-01' }), EDITOR);
    const id = await importIdOf(context, 4);
    expect(await readImports(context)).toEqual([
      {
        id,
        createdAt: expect.any(String),
        user: 'Meera',
        total: 20,
        created: 20,
        removed: 0,
        running: false,
        published: 15,
        changed: 0,
        firstDate: '2020-01-01',
        lastDate: '2020-01-04',
      },
    ]);
    const seen = (await readRowChanges(context.database, 'admin')).length;
    await takeBackImport(context, id, EDITOR);
    const { items: left } = await listDraws(context.database.db, { limit: 100 });
    expect(left.map((draw) => draw.id)).toEqual([mine.id]);
    const feed = (await readRowChanges(context.database, 'admin')).slice(seen);
    expect(feed.map(({ type }) => type)).toEqual(Array(20).fill('DELETE'));
    const shown = await readRowChanges(context.database, 'public');
    expect(shown.filter(({ type }) => type === 'DELETE')).toHaveLength(15);
    const { items: log } = await listActivity(context.database.db, { limit: 1 });
    expect(log[0]).toMatchObject({
      action: 'Took back an import',
      target: '20 draws',
      user: 'Meera',
      before: { published: 15, drafts: 5, firstDate: '2020-01-01', lastDate: '2020-01-04' },
      after: null,
    });
    expect(await refusalOf(takeBackImport(context, id, EDITOR))).toBe('not-found');
    expect(await readImports(context)).toEqual([]);
    expect(await importDraws(context, historyOf(4), EDITOR)).toMatchObject({ ok: true, imported: 20 });
  });

  test('an import with a changed or a deleted draw is not taken back', async () => {
    const context = createContext(await open());
    for (const change of [
      (drawId: string) => editDraw(context, { id: drawId, patch: { digit1: '9', digit2: '9' } }, EDITOR),
      (drawId: string) => unpublishDraw(context, { id: drawId }, EDITOR),
      (drawId: string) => deleteDraw(context, { id: drawId }, EDITOR),
    ]) {
      const id = await importIdOf(context, 4);
      const rows = await readUnchangedDraws(context.database.db, id, 100);
      await change(rows.find(({ published }) => published === 1)?.id ?? '');
      const count = await countDraws(context);
      const traces = await countTraces(context);
      expect(await refusalOf(takeBackImport(context, id, EDITOR))).toBe('import-changed');
      expect(await countDraws(context)).toBe(count);
      expect(await countTraces(context)).toEqual(traces);
      expect((await readImports(context))[0]?.changed).toBe(1);
      await context.database.write(async (tx) => {
        await removeDrawsOfImport(tx, rows);
        await removeImport(tx, id);
      });
    }
  });

  test('taking many draws back starts a new epoch', async () => {
    const context = createContext(await open());
    const id = await importIdOf(context, 40);
    const before = await readFeedState(context.database.db);
    await takeBackImport(context, id, EDITOR);
    expect(await countDraws(context)).toBe(0);
    expect((await readFeedState(context.database.db)).epoch).not.toBe(before.epoch);
    expect(await readRowChanges(context.database, 'admin')).toEqual([]);
  });

  test('imports are listed newest first, page by page', async () => {
    const context = createContext(await open());
    const ids: string[] = [];
    for (const index of [1, 2, 3]) {
      const draws = historyOf(1).map((draw) => ({
        ...draw,
        date: `202${index}-05-01`,
        drawNo: `P${index}${draw.drawNo}`,
      }));
      const outcome = await importDraws(context, draws, EDITOR);
      ids.push((outcome.ok && outcome.importId) || '');
    }
    const first = await listImports(context.database.db, { limit: 2 }, 0);
    const second = await listImports(context.database.db, { limit: 2, cursor: first.nextCursor ?? '' }, 0);
    expect([...first.items, ...second.items].map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(second).toMatchObject({ items: [expect.anything()], nextCursor: null });
  });
});
