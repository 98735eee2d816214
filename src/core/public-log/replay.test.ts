/** The order of entries, and the life of a log as a whole. */
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  beaconTime,
  createLogBuilder,
  type LogBuilder,
  ORIGIN,
  resultFor,
  verdictsOn,
} from '../../../tests/support/public-log.ts';
import { replay } from '../../../tests/support/replay.ts';
import { busyLog, D, signer } from '../../../tests/support/replay-logs.ts';
import { nodeCrypto } from '../../server/public-log/node-crypto.ts';
import { addDays, DAY, MINUTE } from '../ist-time.ts';
import { drawInstant } from '../phase.ts';
import { findLateCommitments, findOpenedLate } from './replay-commitments.ts';
import { publicDraws, type ReplayState } from './replay-state.ts';

const replayOf = ({ texts }: LogBuilder, origin = ORIGIN) =>
  replay(texts, {
    origin,
    chains: new Map([[signer.chain.id, signer.chain]]),
    crypto: nodeCrypto,
  });

async function stateOf(...args: Parameters<typeof replayOf>): Promise<ReplayState> {
  const state = await replayOf(...args);
  if (typeof state === 'string') throw new Error(state);
  return state;
}

test('a log that keeps the rules is read to its end', async () => {
  const state = await stateOf(await busyLog());
  expect(publicDraws(state).map(({ id, provenance }) => [id, provenance])).toEqual([
    ['waiting', 'entered'],
    ['g1', 'generated'],
    ['e1', 'corrected'],
  ]);
  const at = new Date(drawInstant(D, '12:00') + 15 * MINUTE).toISOString();
  expect(publicDraws(state).at(-1)).toEqual({
    id: 'e1',
    result: resultFor(D, '12:00', '44444'),
    provenance: 'corrected',
    publishedAt: at,
    corrections: [{ at, digits: '33333', reason: 'typing' }],
    adopted: false,
  });
  expect(state.draws.get('old')).toMatchObject({ status: 'deleted', adopted: true });
});

test('the first breach is returned, and names its entry', async () => {
  const log = await busyLog();
  const texts = log.texts.map((text) => text.replace('"digits":"33333"', '"digits":"33334"'));
  expect(await replayOf({ ...log, texts })).toBe(
    `Entry ${texts.findIndex((text) => text.includes('33334'))} (result of SC140320262): it is not what was sealed.`,
  );
});

describe('the time of entries', () => {
  const withdraw = { kind: 'withdraw', id: 'e1', drawNo: 'SC140320262', deleted: true } as const;
  const end = drawInstant(D, '12:00') + 15 * MINUTE;

  test.each([
    ['at the same time', 0, null],
    ['later', 1, null],
    ['earlier', -1, 'its time is before that of an earlier entry'],
  ])('%s', async (_name, difference, expected) => {
    const log = await busyLog();
    log.add(withdraw, end + difference);
    const last = (await verdictsOn(log)).at(-1);
    if (expected === null) expect(last).toBeNull();
    else expect(last).toContain(expected);
  });

  test('an entry with an earlier time does not make those after it late', async () => {
    const log = await busyLog();
    log.add(withdraw, end - 1);
    const sealed = await log.sealed('new', resultFor('2026-03-09', '10:00', '12345'));
    log.add(sealed, end - 1);
    log.add(sealed, end);
    expect((await verdictsOn(log)).slice(-3)).toEqual([
      expect.stringContaining('its time is before'),
      expect.stringContaining('its time is before'),
      null,
    ]);
  });
});

describe('the exact text', () => {
  test.each([
    ['a space', (text: string) => text.replace('":"', '": "')],
    ['another order of fields', (text: string) => text.replace('"v":1,"kind":"open"', '"kind":"open","v":1')],
    ['a further field', (text: string) => text.replace('}', ',"more":1}')],
    ['no JSON', () => 'open'],
    ['nothing', () => ''],
    ['null', () => 'null'],
  ])('%s is refused', async (_name, change) => {
    const log = await busyLog();
    log.texts.push(change(log.texts[0] ?? ''));
    expect((await verdictsOn(log)).at(-1)).toBe(
      `Entry ${log.texts.length - 1} is not the exact text of an entry.`,
    );
  });
});

test('one breach does not cause others', async () => {
  const log = await busyLog();
  const texts = log.texts.map((text) => text.replace('"digits":"33333"', '"digits":"33334"'));
  const breaches = (await verdictsOn({ ...log, texts })).filter((verdict) => verdict !== null);
  expect(breaches).toEqual([expect.stringContaining('it is not what was sealed')]);
});

describe('a correction of a withdrawn draw', () => {
  const before = resultFor(D, '12:00', '44444');
  const after = { ...before, digits: '55555' };
  const correct = { kind: 'correct', id: 'e1', from: before, to: after, reason: null } as const;

  async function withdrawnLog(): Promise<LogBuilder> {
    const log = await busyLog();
    log.add({ kind: 'withdraw', id: 'e1', drawNo: before.drawNo, deleted: false });
    log.add(await log.sealed('e1', after));
    log.add(correct);
    return log;
  }

  test('is followed by its result', async () => {
    const log = await withdrawnLog();
    log.add(log.unsealed('e1', after, 'corrected'));
    const draw = publicDraws(await stateOf(log)).find(({ id }) => id === 'e1');
    expect(draw?.corrections.map(({ digits }) => digits)).toEqual(['33333', '44444']);
    expect(draw?.result).toEqual(after);
  });

  test('is incomplete at the end of the log', async () => {
    const log = await withdrawnLog();
    expect(await replayOf(log)).toBe(
      `Entry ${log.texts.length - 1}: the draw e1 was corrected while withdrawn, and not published.`,
    );
  });

  test.each(['another entry', 'another draw', 'an unchanged result'])(
    'is not followed by %s',
    async (what) => {
      const log = await withdrawnLog();
      const other = resultFor('2026-03-09', '10:00', '12345');
      if (what === 'another entry') log.add(await log.sealed('x', other));
      if (what === 'another draw') log.add(log.unsealed('x', other));
      if (what === 'an unchanged result') {
        log.add({ kind: 'result', id: 'e1', ...after, provenance: 'corrected', opening: null });
      }
      expect((await verdictsOn(log)).at(-1)).toContain(
        'the draw e1 was corrected while withdrawn, and this entry does not publish it',
      );
    },
  );
});

test('the breach of a correction names the number that was public', async () => {
  const log = await busyLog();
  const [from, to] = [resultFor(D, '12:00', '99999'), resultFor(D, '14:00', '12345')];
  log.add({ kind: 'correct', id: 'e1', from, to, reason: null });
  expect((await verdictsOn(log)).at(-1)).toBe(
    `Entry ${log.texts.length - 1} (correct of SC140320262): it does not begin with what was public.`,
  );
});

describe('late commitments', () => {
  const drawNumbers = async (log: LogBuilder, now: number) =>
    findLateCommitments(await stateOf(log), now).map(({ drawNo }) => drawNo);

  test('are those that nobody opened a day after their slot', async () => {
    const log = await busyLog();
    const due = drawInstant(D, '14:00') + DAY;
    const dayBefore = ['SC130320261', 'SC130320263', 'SC130320264', 'SC130320265'];
    expect(await drawNumbers(log, due)).toEqual(dayBefore);
    expect(await drawNumbers(log, due + 1)).toEqual([...dayBefore, 'SC140320263']);
    expect(await drawNumbers(log, beaconTime(addDays(D, -1)) + DAY)).toEqual([]);
  });

  test.each([
    ['in time', 0, 0],
    ['too late', 1, 1],
  ])('that were opened %s', async (_name, delay, expected) => {
    const log = await busyLog();
    log.add(log.opened(D, '14:00'), drawInstant(D, '14:00') + DAY + delay);
    expect(findOpenedLate(await stateOf(log))).toHaveLength(expected);
  });
});

test('no text makes it throw', async () => {
  const { texts } = await busyLog();
  const extremes = ['+275760-09-13T00:00:00.000Z', '-271821-04-20T00:00:00.000Z', '0000-01-01T00:00:00.000Z'];
  const anyText = fc.constantFrom(...texts).chain((text) => {
    const values = text.match(/"[^"]*"|\d+|null|true|false/g) ?? [];
    return fc
      .record({
        former: fc.constantFrom(...values),
        latter: fc.oneof(
          fc.constantFrom(...texts.flatMap((other) => other.match(/"[^"]*"|null|true/g) ?? [])),
          fc.constantFrom(...extremes.map((time) => `"${time}"`)),
          fc.maxSafeNat().map(String),
          fc.json(),
        ),
      })
      .map(({ former, latter }) => text.replace(former, () => latter));
  });
  const log = { ...createLogBuilder(signer), texts: [] as string[] };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(anyText, fc.constantFrom(...texts)), { maxLength: 30 }),
      async (mixed) => {
        const verdicts = await verdictsOn({ ...log, texts: [...texts.slice(0, 13), ...mixed] });
        expect(verdicts).toHaveLength(13 + mixed.length);
      },
    ),
    { numRuns: 200 },
  );
});
