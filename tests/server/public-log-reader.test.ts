/** Reading the log in states that are rare over HTTP: not open, continued after a restore, growing meanwhile. */
import { expect, test } from 'bun:test';
import type { KyselyPlugin } from 'kysely';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { addDays } from '../../src/core/ist-time.ts';
import type { NewEntry } from '../../src/core/public-log/entries.ts';
import { SLOTS, type Slot } from '../../src/core/slots.ts';
import { readLogNow } from '../../src/server/public-log/append-entries.ts';
import { deriveLogKey } from '../../src/server/public-log/log-key.ts';
import { createLogReader, type LogReader } from '../../src/server/public-log/log-reader.ts';
import { continueLog, openLog } from '../../src/server/public-log/open-log.ts';
import { createDraw } from '../../src/server/services/draws/draws.ts';
import { importDraws } from '../../src/server/services/draws/import-draws.ts';
import { publishDraw } from '../../src/server/services/draws/publish-draw.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { kyselyOf } from '../support/kysely-of.ts';
import { isIncluded, openCheckpoint, readKeyLine } from './public-log-verifier.ts';
import { createContext, EDITOR, newDrawFor, refusalOf, type TestContext, TODAY } from './services-context.ts';

const KEY = deriveLogKey('a secret of the tests that is long enough');
const DRAW_NO = drawNumberFor(TODAY, '12:00');
const HASH = 'ab'.repeat(32);

const commitFor = (date: string, slot: Slot): NewEntry => ({
  kind: 'commit',
  date,
  slot,
  drawNo: drawNumberFor(date, slot),
  commit: HASH,
  chain: '',
  round: 0,
});

const openedFor = (date: string, slot: Slot): NewEntry => ({
  kind: 'opened',
  drawNo: drawNumberFor(date, slot),
  seed: HASH,
  chain: '',
  round: 0,
  signature: null,
});

const append = (context: TestContext, entries: readonly NewEntry[]): Promise<void> =>
  context.database.write(async (tx) => (await readLogNow(tx, context)).append(entries));

const createResult = (context: TestContext) =>
  createDraw(context, newDrawFor('12:00', '12345', { published: true }), EDITOR);

async function openWithDraw(database: Database): Promise<TestContext> {
  const context = createContext(database);
  await openLog(context);
  await createResult(context);
  return context;
}

/** Runs the change when the state of the log has been read for the first time. */
function afterFirstState(change: () => Promise<unknown>): KyselyPlugin {
  let isFirst = true;
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isFirst && result.rows.some((row) => 'frontier' in row)) {
        isFirst = false;
        await change();
      }
      return result;
    },
  };
}

async function provenBy(reader: LogReader, drawNo = DRAW_NO): Promise<[number, string][]> {
  const proof = await reader.proveDraw(drawNo);
  const checkpoint = openCheckpoint(proof?.checkpoint ?? '', readKeyLine(await reader.readKey()));
  for (const proven of proof?.entries ?? []) expect(isIncluded(checkpoint, proven)).toBe(true);
  return proof?.entries.map(({ index, entry }) => [index, JSON.parse(entry).kind]) ?? [];
}

describeOnBothDatabases('the log reader', ({ onSqlite, open }) => {
  onSqlite('refuses everything while no log is open', async () => {
    const database = await open();
    await createResult(createContext(database));
    const reader = createLogReader(database, KEY);
    const tile = { level: 0, position: 0, width: 1 };
    for (const work of [reader.readKey, reader.readCheckpoint, () => reader.readTile(tile)])
      expect(await refusalOf(work())).toBe('starting');
    expect(await refusalOf(reader.proveDraw(DRAW_NO))).toBe('starting');
  });

  test('proves commitments, openings and missing rounds of the slot, and of no other one', async () => {
    const database = await open();
    const context = createContext(database);
    await openLog(context);
    const yesterday = addDays(TODAY, -1);
    await append(context, [
      commitFor(TODAY, '10:00'),
      commitFor(TODAY, '12:00'),
      commitFor(yesterday, '12:00'),
      { kind: 'nobeacon', date: yesterday, round: 5 },
      { kind: 'nobeacon', date: TODAY, round: 6 },
    ]);
    await createResult(context);
    await createDraw(context, newDrawFor('14:00', '54321', { published: true }), EDITOR);
    await append(context, [openedFor(TODAY, '12:00'), openedFor(TODAY, '10:00')]);
    expect(await provenBy(createLogReader(database, KEY))).toEqual([
      [2, 'commit'],
      [5, 'nobeacon'],
      [6, 'sealed'],
      [7, 'result'],
      [10, 'opened'],
    ]);
  });

  onSqlite('reads the new log after a restore', async () => {
    const database = await open();
    const context = await openWithDraw(database);
    const reader = createLogReader(database, KEY);
    expect(readKeyLine(await reader.readKey()).name).toBe('localhost/log');
    expect(await provenBy(reader)).toEqual([
      [1, 'sealed'],
      [2, 'result'],
    ]);
    const { randomBytes, clock } = context;
    await database.write((tx) => continueLog(tx, { now: clock.now(), formerLog: 4, randomBytes }));
    expect(readKeyLine(await reader.readKey()).name).toBe('localhost/log/5');
    expect(await reader.readCheckpoint()).toStartWith('localhost/log/5\n2\n');
    expect(await provenBy(reader)).toEqual([[1, 'adopt']]);
    expect(await reader.readTile({ level: 0, position: 0, width: 3 })).toBeNull();
    const tile = await reader.readTile({ level: 'entries', position: 0, width: 2 });
    expect(new TextDecoder().decode(tile ?? undefined)).toContain('"kind":"continue"');
  });

  test('proves entries for the size in the checkpoint, although the log grew since', async () => {
    const database = await open();
    const context = await openWithDraw(database);
    const grow = afterFirstState(() =>
      append(context, [commitFor(TODAY, '12:00'), commitFor(TODAY, '14:00')]),
    );
    const growing = createLogReader({ db: kyselyOf(database).withPlugin(grow) }, KEY);
    const proof = await growing.proveDraw(DRAW_NO, 3);
    expect(proof?.checkpoint).toStartWith('localhost/log\n3\n');
    expect(proof?.entries.map(({ index }) => index)).toEqual([1, 2]);
    expect(proof?.consistency).toEqual({ from: 3, proof: [] });
    expect(await provenBy(createLogReader(database, KEY))).toEqual([
      [1, 'sealed'],
      [2, 'result'],
      [3, 'commit'],
    ]);
  });

  test('never has a result without its entry, also if it is published meanwhile', async () => {
    const database = await open();
    const context = createContext(database);
    await openLog(context);
    const draft = await createDraw(context, newDrawFor('12:00', '12345'), EDITOR);
    const publish = afterFirstState(() => publishDraw(context, { id: draft.id }, EDITOR));
    const reader = createLogReader({ db: kyselyOf(database).withPlugin(publish) }, KEY);
    expect(await reader.proveDraw(DRAW_NO)).toBeNull();
    await reader.readCheckpoint();
    expect(await provenBy(reader)).toEqual([
      [1, 'sealed'],
      [2, 'result'],
    ]);
  });

  onSqlite('reads each tile once for all proofs of a draw', async () => {
    const database = await open();
    const context = createContext(database);
    await openLog(context);
    await append(
      context,
      SLOTS.map((slot) => commitFor(TODAY, slot)),
    );
    await createResult(context);
    await importDraws(context, historyOf(160), EDITOR);
    await append(context, [openedFor(TODAY, '12:00')]);
    let queries = 0;
    const count: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        queries += 1;
        return result;
      },
    };
    const reader = createLogReader({ db: kyselyOf(database).withPlugin(count) }, KEY);
    const proof = await reader.proveDraw(DRAW_NO, 300);
    expect(proof?.entries.map(({ proof: hashes }) => hashes.length)).toEqual([10, 10, 10, 4]);
    // The draw, the state and two queries of entries; three tiles of leaves and the one above them.
    expect(queries).toBe(4 + 4);
  });
});

const historyOf = (days: number) =>
  Array.from({ length: days }, (_, day) => addDays('2020-01-01', day)).flatMap((date) =>
    SLOTS.map((slot, line) => ({
      line,
      date,
      slot,
      drawNo: drawNumberFor(date, slot),
      digits: ['1', '2', '3', '4', '5'] as const,
      published: true,
    })),
  );
