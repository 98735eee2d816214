/** Adopting, sealing, publishing, correcting and withdrawing: each rule kept and broken. */
import { describe, expect, test } from 'bun:test';
import { type LogBuilder, ORIGIN } from '../../../tests/support/public-log.ts';
import { replay } from '../../../tests/support/replay.ts';
import {
  type Adopt,
  adopt,
  correct,
  EVENING,
  LATER,
  MORNING,
  openLog,
  START,
  timeText,
  withdraw,
} from '../../../tests/support/replay-draw-entries.ts';
import { expectVerdict } from '../../../tests/support/replay-logs.ts';
import { nodeCrypto } from '../../server/public-log/node-crypto.ts';
import type { Result } from '../result.ts';
import type { NewEntry } from './entries.ts';

const again = (id: string, result: Result): NewEntry => ({
  kind: 'result',
  id,
  ...result,
  provenance: 'entered',
  opening: null,
});

describe('an adopted result', () => {
  const before = timeText(START - 1);
  const after = timeText(START + 1);

  test.each<[string, Partial<Adopt>, string | null]>([
    ['of any provenance', { provenance: 'corrected', publishedAt: before }, null],
    ['published at the same time', { publishedAt: timeText(START) }, null],
    ['published later', { publishedAt: after }, 'it was published after its entry'],
  ])('in the initial block, %s', async (_name, change, breach) => {
    await expectVerdict(openLog(adopt('a', MORNING, change)), breach);
  });

  test.each<[string, Partial<Adopt>, string | null]>([
    ['imported', {}, null],
    ['generated', { provenance: 'generated' }, 'a result that is imported later must be marked as entered'],
    ['published before', { publishedAt: before }, 'it was not published at the time of its entry'],
    [
      'published later',
      { publishedAt: timeText(LATER + 1) },
      'it was not published at the time of its entry',
    ],
  ])('after the initial block, %s', async (_name, change, breach) => {
    const log = openLog();
    log.add(adopt('a', MORNING, { publishedAt: timeText(LATER), ...change }), LATER);
    await expectVerdict(log, breach);
  });

  test('has a new id', async () => {
    await expectVerdict(openLog(adopt('a', MORNING), adopt('b', EVENING)), null);
    await expectVerdict(openLog(adopt('a', MORNING), adopt('a', EVENING)), 'its id was used before');
    const log = openLog();
    log.add(await log.sealed('a', MORNING));
    log.add(adopt('a', MORNING));
    await expectVerdict(log, 'its id was used before');
  });
});

describe('a seal', () => {
  const seal = async (log: LogBuilder, breach: string | null) => {
    log.add(await log.sealed('a', { ...MORNING, digits: '11111' }));
    await expectVerdict(log, breach);
  };

  test('of a new draw, and of a draft again', async () => {
    const log = openLog();
    await seal(log, null);
    await seal(log, null);
  });

  test('of a withdrawn result', () => seal(openLog(adopt('a', MORNING), withdraw()), null));

  test('not of a public result', () =>
    seal(openLog(adopt('a', MORNING)), 'it is public, so it cannot be sealed'));

  test('not of a deleted result', () =>
    seal(openLog(adopt('a', MORNING), withdraw({ deleted: true })), 'it was deleted before'));
});

describe('a result', () => {
  test('is not published twice', async () => {
    await expectVerdict(openLog(adopt('a', MORNING), withdraw(), again('a', MORNING)), null);
    await expectVerdict(openLog(adopt('a', MORNING), again('a', MORNING)), 'it is public already');
  });

  test('is not published after it was deleted', async () => {
    const log = openLog(adopt('a', MORNING), withdraw({ deleted: true }), again('a', MORNING));
    await expectVerdict(log, 'it was deleted before');
  });
});

describe('a correction', () => {
  const corrected = { ...MORNING, digits: '54321' };

  test.each<[string, Result]>([
    ['digits', corrected],
    ['the number', { ...MORNING, drawNo: 'X-1' }],
    ['the date', { ...MORNING, date: '2026-03-11' }],
    ['the slot', { ...MORNING, slot: '17:00' }],
  ])('changes %s of a public result', async (_name, to) => {
    const log = openLog(adopt('a', MORNING), correct(MORNING, to));
    await expectVerdict(log, null);
    log.add(correct(to, EVENING));
    await expectVerdict(log, null);
  });

  test.each<[string, Result]>([
    ['digits', corrected],
    ['another number', { ...MORNING, drawNo: 'X-1' }],
    ['another date', { ...MORNING, date: '2026-03-11' }],
    ['another slot', { ...MORNING, slot: '17:00' }],
  ])('does not begin with %s that were not public', async (_name, from) => {
    const log = openLog(adopt('a', MORNING), correct(from, EVENING));
    await expectVerdict(log, 'it does not begin with what was public');
  });

  test('changes something', async () => {
    await expectVerdict(openLog(adopt('a', MORNING), correct(MORNING, MORNING)), 'it changes nothing');
  });

  test('is of a result that was public', async () => {
    await expectVerdict(openLog(correct(MORNING, corrected)), 'it was not public before');
    const log = openLog();
    log.add(await log.sealed('a', MORNING));
    log.add(correct(MORNING, corrected));
    await expectVerdict(log, 'it was not public before');
  });

  test('is not of a deleted result', async () => {
    const log = openLog(adopt('a', MORNING), withdraw({ deleted: true }), correct(MORNING, corrected));
    await expectVerdict(log, 'it was deleted before');
  });
});

describe('a withdrawal', () => {
  test.each([false, true])('of a public result; deleted: %p', async (deleted) => {
    await expectVerdict(openLog(adopt('a', MORNING), withdraw({ deleted })), null);
  });

  test.each([
    [false, 'it was withdrawn before'],
    [true, null],
  ])('of a withdrawn result; deleted: %p', async (deleted, breach) => {
    await expectVerdict(openLog(adopt('a', MORNING), withdraw(), withdraw({ deleted })), breach);
  });

  test.each([false, true])('not of a deleted result; deleted: %p', async (deleted) => {
    const log = openLog(adopt('a', MORNING), withdraw({ deleted: true }), withdraw({ deleted }));
    await expectVerdict(log, 'it was deleted before');
  });

  test('not of a draw that was never public', async () => {
    await expectVerdict(openLog(withdraw()), 'it was not public before');
    const log = openLog();
    log.add(await log.sealed('a', MORNING));
    log.add(withdraw({ deleted: true }));
    await expectVerdict(log, 'it was not public before');
  });

  test('has the number that was public', async () => {
    const number = 'it was not public with this number';
    await expectVerdict(openLog(adopt('a', MORNING), withdraw({ drawNo: 'X-1' })), number);
    const corrected = openLog(adopt('a', MORNING), correct(MORNING, EVENING), withdraw());
    await expectVerdict(corrected, number);
    const log = openLog(adopt('a', MORNING), withdraw());
    log.add(await log.sealed('a', EVENING));
    log.add(withdraw({ deleted: true }));
    await expectVerdict(log, null);
  });
});

test('the state has what the public sees of a draw', async () => {
  const corrected = { ...MORNING, digits: '54321' };
  const log = openLog(adopt('a', MORNING, { publishedAt: '2026-03-10T04:45:00.000Z' }));
  log.add({ kind: 'correct', id: 'a', from: MORNING, to: corrected, reason: 'typing' }, LATER);
  const options = { origin: ORIGIN, chains: new Map(), crypto: nodeCrypto };
  const shown = {
    result: corrected,
    provenance: 'corrected' as const,
    publishedAt: '2026-03-10T04:45:00.000Z',
  };
  const corrections = [{ at: timeText(LATER), digits: '12345', reason: 'typing' }];
  const find = async () => {
    const state = await replay(log.texts, options);
    return typeof state === 'string' ? state : state.draws.get('a');
  };
  expect(await find()).toMatchObject({ status: 'public', shown, corrections, adopted: true });
  log.add(withdraw());
  expect(await find()).toMatchObject({ status: 'withdrawn', shown });
  log.add({ kind: 'result', id: 'a', ...corrected, provenance: 'corrected', opening: null }, LATER + 1);
  const publishedAt = timeText(LATER + 1);
  expect(await find()).toMatchObject({ status: 'public', shown: { ...shown, publishedAt }, corrections });
});
