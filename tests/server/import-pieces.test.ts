/** Large imports: stored and taken back in pieces, with everything else in between, and the truth after an error. */
import { expect, test } from 'bun:test';
import { setImmediate } from 'node:timers/promises';
import { ADMIN_CSV_HEADER, type CsvAdminDraw, readDrawsCsv } from '../../src/core/csv.ts';
import { SECOND } from '../../src/core/ist-time.ts';
import { nodeCrypto } from '../../src/server/public-log/node-crypto.ts';
import type { ServiceContext } from '../../src/server/services/context.ts';
import { createDraw, deleteDraw, editDraw } from '../../src/server/services/draws/draws.ts';
import { importCsv, previewCsvImport } from '../../src/server/services/draws/import-csv.ts';
import { importDraws } from '../../src/server/services/draws/import-draws.ts';
import { endInterruptedImports, PIECE } from '../../src/server/services/draws/import-pieces.ts';
import { takeBackImport } from '../../src/server/services/draws/take-back-import.ts';
import { listDraws } from '../../src/server/storage/draws/draws-store.ts';
import { listImports, readUnchangedDraws } from '../../src/server/storage/draws/imports-store.ts';
import { listActivity } from '../../src/server/storage/feed/activity-store.ts';
import { readFeedState } from '../../src/server/storage/feed/feed-store.ts';
import { readSettings } from '../../src/server/storage/operations/settings-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { createFormerDatabase } from '../support/former-database.ts';
import { replay } from '../support/replay.ts';
import { openSiteWithLog, readLogTexts } from './log-entries.ts';
import {
  at,
  createContext,
  EDITOR,
  newDrawFor,
  readRowChanges,
  type TestContext,
} from './services-context.ts';
import { draftsAndResults, seedNumberOf } from './storage-seed.ts';

const PIECES = 3;
const DAYS = (PIECES * PIECE) / 5;
const TOTAL = PIECES * PIECE;

const fileOf = (firstDate: string): string =>
  [
    ADMIN_CSV_HEADER,
    ...draftsAndResults(firstDate, DAYS).map((draw) =>
      [draw.date, draw.slot, seedNumberOf(draw), ...draw.digits, draw.published ? 'Published' : 'Draft'].join(
        ',',
      ),
    ),
  ].join('\n');

function drawsFrom(firstDate: string): readonly CsvAdminDraw[] {
  const reading = readDrawsCsv(fileOf(firstDate));
  if (!reading.ok) throw new Error('the file is not readable');
  return reading.draws;
}

const HISTORY = drawsFrom('2020-01-01');

const readImports = async ({ database, clock }: TestContext) =>
  (await listImports(database.db, { limit: 10 }, clock.now())).items;

const countDraws = async ({ database }: TestContext) =>
  (await listDraws(database.db, { limit: 10_000 })).items.length;

/** The newest first. */
const readActions = async ({ database }: TestContext) =>
  (await listActivity(database.db, { limit: 10 })).items.map(({ action, target }) => `${action}: ${target}`);

const epochOf = async ({ database }: TestContext) => (await readFeedState(database.db)).epoch;

/** Runs the action once, after the first piece, whose entry in the activity log wakes the streams. */
function afterFirstPiece(context: TestContext, action: () => Promise<unknown>): ServiceContext {
  let isDone = false;
  return {
    ...context,
    async changed() {
      if (isDone) return;
      isDone = true;
      await action();
    },
  };
}

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it worked',
    (error: Error) => error.message,
  );

async function importHistory(context: TestContext): Promise<string> {
  const outcome = await importDraws(context, HISTORY, EDITOR);
  return (outcome.ok && outcome.importId) || '';
}

/** How often other work has had its turn, with a query, until the given one is done. */
async function countTurns(context: TestContext, work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let turns = 0;
  for (;;) {
    await setImmediate();
    await readSettings(context.database.db);
    if (isDone) break;
    turns += 1;
  }
  await done;
  return turns;
}

describeOnBothDatabases('a large import', ({ open, newEmptyLocation, onSqlite }) => {
  // On PostgreSQL every statement lets them through.
  onSqlite('lets other requests through while a file is read, stored and taken back', async () => {
    const context = createContext(await open());
    const file = fileOf('2020-01-01');
    const longFile = file + '\n'.repeat(5_000);
    expect(await countTurns(context, previewCsvImport(context, longFile))).toBeGreaterThan(PIECES);
    expect(await countTurns(context, importCsv(context, file, EDITOR))).toBeGreaterThan(PIECES);
    const [imported] = await readImports(context);
    expect(await countTurns(context, takeBackImport(context, imported?.id ?? '', EDITOR))).toBeGreaterThan(
      PIECES,
    );
    expect(await countDraws(context)).toBe(0);
  });

  test('shows how far it is, and is public as a whole at its end', async () => {
    const context = createContext(await open());
    const before = await epochOf(context);
    let seen: unknown;
    const services = afterFirstPiece(context, async () => {
      seen = [await readImports(context), await epochOf(context)];
    });
    expect(await importDraws(services, HISTORY, EDITOR)).toMatchObject({ ok: true, imported: TOTAL });
    const whole = { total: TOTAL, removed: 0, firstDate: '2020-01-01' };
    expect(seen).toEqual([[expect.objectContaining({ ...whole, created: PIECE, running: true })], before]);
    expect(await epochOf(context)).not.toBe(before);
    expect(await readImports(context)).toMatchObject([
      { ...whole, created: TOTAL, running: false, changed: 0 },
    ]);
    expect(await readActions(context)).toEqual([
      `Imported results: ${TOTAL} draws`,
      `Began an import: ${TOTAL} draws`,
    ]);
  });

  test('with few results sends each change, and starts no new epoch', async () => {
    const context = createContext(await open());
    const before = await epochOf(context);
    const drafts = HISTORY.map((draw, index) => ({ ...draw, published: index % 10 === 0 }));
    const outcome = await importDraws(context, drafts, EDITOR);
    const countFeed = async (audience: 'admin' | 'public') =>
      (await readRowChanges(context.database, audience)).length;
    expect([await countFeed('admin'), await countFeed('public')]).toEqual([TOTAL, TOTAL / 10]);
    await takeBackImport(context, (outcome.ok && outcome.importId) || '', EDITOR);
    expect([await countFeed('admin'), await countFeed('public')]).toEqual([2 * TOTAL, TOTAL / 5]);
    expect(await epochOf(context)).toBe(before);
    // Each piece wakes the streams.
    expect(context.wakeUps()).toBe(2 * PIECES);
  });

  test('that is stopped by a conflict says how much is stored, which can be taken back', async () => {
    const context = createContext(await open());
    const before = await epochOf(context);
    const { date, slot } = HISTORY.at(-1) ?? { date: '', slot: '10:00' };
    const services = afterFirstPiece(context, () =>
      createDraw(context, newDrawFor(slot, '12345', { date, drawNo: 'MINE' }), EDITOR),
    );
    const stored = TOTAL - PIECE;
    expect(await messageOf(importDraws(services, HISTORY, EDITOR))).toBe(
      `Only ${stored} of ${TOTAL} draws were imported, which can be taken back: There is already a draw for ${date} ${slot}.`,
    );
    expect(await countDraws(context)).toBe(stored + 1);
    const [imported] = await readImports(context);
    expect(imported).toMatchObject({ total: TOTAL, created: stored, running: false, changed: 0 });
    expect((await readActions(context))[0]).toBe(`Stopped an import: ${stored} of ${TOTAL} draws`);
    expect(await epochOf(context)).not.toBe(before);
    await takeBackImport(context, imported?.id ?? '', EDITOR);
    expect(await readImports(context)).toEqual([]);
    expect(await countDraws(context)).toBe(1);
  });

  test('is stopped when approval is turned on', async () => {
    const context = createContext(await open());
    const services = afterFirstPiece(context, () =>
      context.database.write((tx) => tx.updateTable('settings').set({ approval: 'entered' }).execute()),
    );
    const outcome = importDraws(services, HISTORY, EDITOR, { checkApproval: true });
    expect(await messageOf(outcome)).toStartWith(`Only ${PIECE} of ${TOTAL} draws were imported`);
    expect(await countDraws(context)).toBe(PIECE);
  });

  test('cannot be taken back while it runs, but once its process was stopped', async () => {
    const context = createContext(await open());
    const before = await epochOf(context);
    const frozen = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const services = afterFirstPiece(context, () => {
      reached.resolve();
      return frozen.promise;
    });
    const outcome = messageOf(importDraws(services, HISTORY, EDITOR));
    await reached.promise;
    const [imported] = await readImports(context);
    const takeBack = () => messageOf(takeBackImport(context, imported?.id ?? '', EDITOR));
    expect(await takeBack()).toBe('This import is being stored or taken back right now.');
    await endInterruptedImports(context);
    expect(await epochOf(context)).toBe(before);

    context.setTime(context.clock.now() + 20 * SECOND);
    expect((await readImports(context))[0]).toMatchObject({ created: PIECE, running: false });
    await endInterruptedImports(context);
    expect((await readActions(context))[0]).toBe(`Stopped an import: ${PIECE} of ${TOTAL} draws`);
    expect(await epochOf(context)).not.toBe(before);
    expect(await takeBack()).toBe('it worked');
    frozen.resolve();
    expect(await outcome).toStartWith('It was stopped or taken back meanwhile.');
    expect([await countDraws(context), await readImports(context)]).toEqual([0, []]);
  });

  test('beside another one: the same draws are stored once, others beside them', async () => {
    const context = createContext(await open());
    const outcomes = await Promise.allSettled(
      [HISTORY, HISTORY, drawsFrom('2010-01-01')].map((draws) => importDraws(context, draws, EDITOR)),
    );
    // Either of the first two may be the earlier one.
    const [one, same, others] = outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value.ok);
    expect([one !== same, others]).toEqual([true, true]);
    expect(await countDraws(context)).toBe(2 * TOTAL);
    expect(await readImports(context)).toMatchObject([{ created: TOTAL }, { created: TOTAL }]);
  });

  test('is taken back once by two people, and keeps a draw that is changed meanwhile', async () => {
    const context = createContext(await open());
    const id = await importHistory(context);
    const before = await epochOf(context);
    let changed = '';
    let second: unknown;
    const services = afterFirstPiece(context, async () => {
      second = await messageOf(takeBackImport(context, id, EDITOR));
      const [draw, deleted] = await readUnchangedDraws(context.database.db, id, TOTAL);
      changed = draw?.draw_no ?? '';
      await editDraw(context, { id: draw?.id ?? '', patch: { digit1: '9', reason: 'Misread' } }, EDITOR);
      await deleteDraw(context, { id: deleted?.id ?? '' }, EDITOR);
    });
    expect(await messageOf(takeBackImport(services, id, EDITOR))).toBe(
      `Only ${TOTAL - 2} of ${TOTAL} draws were taken back: 2 draws of this import were changed or deleted meanwhile: ${changed}.`,
    );
    expect(second).toBe('This import is being stored or taken back right now.');
    expect(await countDraws(context)).toBe(1);
    expect(await readImports(context)).toMatchObject([
      { created: TOTAL, removed: TOTAL - 2, changed: 2, running: false },
    ]);
    expect((await readActions(context)).slice(0, 1)).toEqual([
      `Stopped taking back an import: ${TOTAL - 2} of ${TOTAL} draws`,
    ]);
    expect(await epochOf(context)).not.toBe(before);
  });

  test('leaves a public log that is consistent, also when it was interrupted and taken back', async () => {
    const context = await openSiteWithLog(await open());
    const id = await importHistory(context);
    const { date, slot, drawNo } = newDrawFor('10:00', '12345', { date: '2012-01-01' });
    const others = [
      ...drawsFrom('2010-01-01'),
      { date, slot, drawNo, digits: HISTORY[0]?.digits, published: true } as CsvAdminDraw,
    ];
    const services = afterFirstPiece(context, () =>
      createDraw(context, newDrawFor('10:00', '54321', { date: '2012-01-01' }), EDITOR),
    );
    expect(await messageOf(importDraws(services, others, EDITOR))).toStartWith('Only ');
    const expectConsistent = async () => {
      const log = await replay(await readLogTexts(context.database), {
        origin: 'localhost/log',
        chains: new Map(),
        crypto: nodeCrypto,
      });
      expect(log).toBeObject();
    };
    await expectConsistent();
    const stopped = (await readImports(context)).find((each) => each.id !== id);
    await takeBackImport(context, stopped?.id ?? '', EDITOR);
    await takeBackImport(context, id, EDITOR);
    await expectConsistent();
    expect(await countDraws(context)).toBe(1);
  });

  test('of the former version has its dates and counts', async () => {
    const location = await newEmptyLocation();
    const draw = (id: number, published: number) =>
      `insert into draws (id, date, slot, draw_no, digit_1, digit_2, digit_3, digit_4, digit_5, draw_at, published,
         on_hold, provenance, published_at, created_at, updated_at, version, import_id, public_digits, public_draw_no)
       values ('${id}', '2020-01-0${id}', '10:00', 'OLD-${id}', '1', '2', '3', '4', '5', 1, ${published}, 0, 'entered',
         ${published ? 1 : 'null'}, 1, 1, 1, 'x', ${published ? `'12345', 'OLD-${id}'` : 'null, null'})`;
    await createFormerDatabase(location, {
      before: '0017',
      statements: [
        `insert into imports (id, created_at, user_name, draws) values ('x', 1, 'Meera', 3)`,
        draw(1, 1),
        draw(2, 0),
      ],
    });
    const { items } = await listImports((await open(location)).db, { limit: 10 }, at('09:00'));
    expect(items).toEqual([
      {
        id: 'x',
        createdAt: expect.any(String),
        user: 'Meera',
        total: 3,
        created: 3,
        removed: 0,
        running: false,
        published: 1,
        changed: 1,
        firstDate: '2020-01-01',
        lastDate: '2020-01-02',
      },
    ]);
  });
});
