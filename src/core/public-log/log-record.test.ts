/** The record of the last days, from logs that keep every rule. */
import { describe, expect, test } from 'bun:test';
import {
  createLogBuilder,
  eveOf,
  type LogBuilder,
  ORIGIN,
  resultFor,
  verdictsOn,
} from '../../../tests/support/public-log.ts';
import { testHashing } from '../../../tests/support/test-hashing.ts';
import { createBeaconSigner } from '../../cli/demo/beacon-signer.ts';
import { drawNumberFor } from '../draw-number.ts';
import { type Instant, instantOf, MINUTE } from '../ist-time.ts';
import { SLOTS } from '../slots.ts';
import { type LogEntry, type NewEntry, parseEntry } from './entries.ts';
import { type RecordDay, recordOf } from './log-record.ts';

const signer = createBeaconSigner();
const EVE = '2026-03-13';
const D = '2026-03-14';
const resultAt = (slot: (typeof SLOTS)[number]): Instant => instantOf(D, slot) + 15 * MINUTE;
const FIRST = resultAt('10:00');
const NUMBER = drawNumberFor(D, '10:00');

/** A log whose only entries are its first one and the commitments of the day. */
async function committedDay(options?: { beacon: boolean }): Promise<LogBuilder> {
  const log = createLogBuilder(signer);
  log.add({ kind: 'open', origin: ORIGIN, series: 'SC' }, eveOf(D));
  for (const commit of await log.commitments(D, options)) log.add(commit);
  return log;
}

/** As the service reads them. */
const withoutAdopted = (entries: readonly LogEntry[]) => ({
  entries: entries.filter(({ kind }) => kind !== 'adopt'),
  adoptions: entries.filter(({ kind }) => kind === 'adopt').map(({ at }) => ({ at, count: 1 })),
});

async function recordIn(log: LogBuilder): Promise<RecordDay[]> {
  expect((await verdictsOn(log)).filter((verdict) => verdict !== null)).toEqual([]);
  const entries = log.texts.flatMap((text) => parseEntry(text) ?? []);
  expect(entries).toHaveLength(log.texts.length);
  return recordOf(withoutAdopted(entries), testHashing);
}

/** The lines of the newest day, without their times. */
async function linesIn(log: LogBuilder): Promise<object[]> {
  const [day] = await recordIn(log);
  return day?.lines.map(({ at, ...fact }) => fact) ?? [];
}

async function publishByStaff(log: LogBuilder, provenance: 'entered' | 'edited'): Promise<void> {
  const result = resultFor(D, '10:00', '12345');
  log.add(await log.sealed('a', result), FIRST - MINUTE);
  log.add(log.unsealed('a', result, provenance), FIRST);
}

const digitsOf = async (log: LogBuilder, without?: 'without signature'): Promise<string> =>
  (await log.generated('x', D, '10:00', without)).digits;

const withdraw = (drawNo: string, id: string, deleted: boolean): NewEntry => ({
  kind: 'withdraw',
  id,
  drawNo,
  deleted,
});

test('a usual day has five random results and nothing else, the day before the beginning of the log', async () => {
  const log = await committedDay();
  for (const slot of SLOTS) log.add(await log.generated(slot.slice(0, 2), D, slot), resultAt(slot));
  const at = new Date(eveOf(D)).toISOString();
  expect(await recordIn(log)).toEqual([
    { date: D, random: 5, adopted: 0, lines: [] },
    { date: EVE, random: 0, adopted: 0, lines: [{ kind: 'began', at }] },
  ]);
});

test('results without a beacon say why', async () => {
  const uncommitted = await committedDay({ beacon: false });
  const fixed = await uncommitted.generated('a', D, '10:00');
  uncommitted.add(fixed, FIRST);
  const fact = { kind: 'fixed', drawNo: NUMBER } as const;
  expect(await linesIn(uncommitted)).toEqual([{ ...fact, digits: fixed.digits, cause: 'no-round' }]);

  const failed = await committedDay();
  const { round } = failed.openingOf(D, '10:00');
  failed.add({ kind: 'nobeacon', date: D, round }, instantOf(D, '06:01'));
  const result = await failed.generated('a', D, '10:00', 'without signature');
  failed.add(result, FIRST);
  expect(await linesIn(failed)).toEqual([
    { ...fact, digits: result.digits, cause: 'missing-beacon' },
    { kind: 'missing-beacon', date: D },
  ]);
  expect((await recordIn(failed))[0]?.random).toBe(0);
});

describe('results of staff', () => {
  test.each(['entered', 'edited'] as const)('%s, with what the seed would have given', async (kind) => {
    const log = await committedDay();
    await publishByStaff(log, kind);
    const fact = { kind, drawNo: NUMBER, digits: '12345' };
    expect(await linesIn(log)).toEqual([{ ...fact, unused: null }]);
    log.add(log.opened(D, '10:00'), FIRST);
    expect(await linesIn(log)).toEqual([{ ...fact, unused: await digitsOf(log) }]);
  });

  test('sealed drafts are not shown', async () => {
    const log = await committedDay();
    log.add(await log.sealed('a', resultFor(D, '12:00', '12345')), FIRST);
    expect(await recordIn(log)).toMatchObject([{ date: D, random: 0, lines: [] }, { date: EVE }]);
    expect(JSON.stringify(await recordIn(log))).not.toContain('12345');
  });
});

describe('a seed that was opened without a result', () => {
  test('shows the digits that were not used', async () => {
    const log = await committedDay();
    log.add(log.opened(D, '10:00'), FIRST);
    const digits = await digitsOf(log);
    const fact = { kind: 'unused', drawNo: NUMBER, digits };
    expect(await linesIn(log)).toEqual([{ ...fact, isPublishedLater: false }]);
    log.add(await log.generated('a', D, '10:00'), FIRST + 1);
    expect(await linesIn(log)).toEqual([{ ...fact, isPublishedLater: true }]);
    expect((await recordIn(log))[0]?.random).toBe(1);
  });

  test('needs no commitment among the entries that were read', async () => {
    const log = await committedDay();
    log.add(log.opened(D, '10:00'), FIRST);
    const last = parseEntry(log.texts.at(-1) ?? '');
    const [day] = await recordOf({ entries: last ? [last] : [], adoptions: [] }, testHashing);
    expect(day?.lines).toMatchObject([{ kind: 'unused', digits: await digitsOf(log) }]);
  });

  test('is left out if automation never gives such a draw number', async () => {
    const log = await committedDay();
    log.add(log.opened(D, '10:00'), FIRST);
    const text = log.texts.at(-1) ?? '';
    for (const number of ['SC-NEW', 'SC140320269', 'XX140320261']) {
      const entry = parseEntry(text.replace(NUMBER, number));
      if (!entry) throw new Error(`The entry with ${number} was not read.`);
      expect(await recordOf({ entries: [entry], adoptions: [] }, testHashing)).toMatchObject([{ lines: [] }]);
    }
  });
});

describe('results that change after their publication', () => {
  const before = resultFor(D, '10:00', '12345');
  const after = { ...before, digits: '92345' };

  test('corrected, withdrawn, published again corrected, deleted', async () => {
    const log = await committedDay();
    await publishByStaff(log, 'entered');
    log.add({ kind: 'correct', id: 'a', from: before, to: after, reason: 'Misread' }, FIRST + 1);
    log.add(withdraw(NUMBER, 'a', false), FIRST + 2);
    const moved = { ...after, drawNo: 'SC-9' };
    log.add(await log.sealed('a', moved), FIRST + 3);
    log.add({ kind: 'correct', id: 'a', from: after, to: moved, reason: null }, FIRST + 4);
    log.add(log.unsealed('a', moved, 'corrected'));
    log.add(withdraw('SC-9', 'a', true), FIRST + 5);
    expect(await linesIn(log)).toEqual([
      { kind: 'withdrawn', drawNos: ['SC-9'], how: 'deleted' },
      { kind: 'republished', drawNo: 'SC-9', digits: '92345' },
      { kind: 'corrected', drawNo: 'SC-9', from: after, to: moved, reason: null },
      { kind: 'withdrawn', drawNos: [NUMBER], how: 'unpublished' },
      { kind: 'corrected', drawNo: NUMBER, from: before, to: after, reason: 'Misread' },
      { kind: 'entered', drawNo: NUMBER, digits: '12345', unused: null },
    ]);
  });

  test('published again unchanged', async () => {
    const log = await committedDay();
    const result = await log.generated('a', D, '10:00');
    log.add(result, FIRST);
    log.add(withdraw(NUMBER, 'a', false), FIRST + 1);
    log.add({ ...result, opening: null }, FIRST + 2);
    const [day] = await recordIn(log);
    expect(day).toMatchObject({ random: 1, lines: [{ kind: 'republished' }, { kind: 'withdrawn' }] });
  });
});

test('a continued log names the former one, counts what it adopts, and joins what was withdrawn before', async () => {
  const log = createLogBuilder(signer);
  const root = 'A'.repeat(43);
  log.add({ kind: 'continue', origin: ORIGIN, size: 120, root: `${root}=`, reason: 'restore' }, FIRST);
  const publishedAt = new Date(FIRST).toISOString();
  for (const slot of SLOTS)
    log.add({
      kind: 'adopt',
      id: slot.slice(0, 2),
      ...resultFor(EVE, slot, '12345'),
      provenance: 'entered',
      publishedAt,
    });
  log.add(withdraw(drawNumberFor(EVE, '10:00'), '10', false));
  log.add(withdraw(drawNumberFor(EVE, '12:00'), '12', false));
  log.add(withdraw(drawNumberFor(EVE, '14:00'), '14', true), FIRST + 1);
  const entries = log.texts.flatMap((text) => parseEntry(text) ?? []);
  const [day, ...others] = await recordOf(withoutAdopted(entries), testHashing);
  expect(others).toEqual([]);
  expect(day).toMatchObject({
    date: D,
    adopted: 5,
    lines: [
      { kind: 'withdrawn', drawNos: [drawNumberFor(EVE, '14:00')], how: 'deleted' },
      {
        kind: 'withdrawn',
        drawNos: [drawNumberFor(EVE, '10:00'), drawNumberFor(EVE, '12:00')],
        how: 'before the log',
      },
      { kind: 'continued', former: { origin: ORIGIN, size: 120 } },
    ],
  });
});
