/** The number and the slot of a draw, which no other draw may have: the rule kept and broken. */
import { describe, test } from 'bun:test';
import { resultFor } from '../../../tests/support/public-log.ts';
import {
  adopt,
  correct,
  EVENING,
  MORNING,
  openLog,
  withdraw,
} from '../../../tests/support/replay-draw-entries.ts';
import { expectVerdict } from '../../../tests/support/replay-logs.ts';
import type { Result } from '../result.ts';

describe('a number and a slot belong to one draw', () => {
  const sameNumber = { ...EVENING, drawNo: MORNING.drawNo };
  const sameSlot = { ...EVENING, date: MORNING.date, slot: MORNING.slot };
  const taken: [string, Result, string | null][] = [
    ['another number and slot', EVENING, null],
    ['its number', sameNumber, 'another draw has its number'],
    ['its slot', sameSlot, 'another draw has its date and slot'],
  ];

  describe.each(['public', 'withdrawn'])('which is %s', (status) => {
    const firstLog = () => openLog(adopt('a', MORNING), ...(status === 'withdrawn' ? [withdraw()] : []));

    test.each(taken)('another one is adopted with %s', async (_name, result, breach) => {
      const log = firstLog();
      log.add(adopt('b', result));
      await expectVerdict(log, breach);
    });

    test.each(taken)('another one is sealed with %s', async (_name, result, breach) => {
      const log = firstLog();
      log.add(await log.sealed('b', result));
      await expectVerdict(log, breach);
    });

    test.each(taken)('another one is published with %s', async (_name, result, breach) => {
      const log = openLog();
      log.add(await log.sealed('b', result));
      for (const entry of [adopt('a', MORNING), ...(status === 'withdrawn' ? [withdraw()] : [])])
        log.add(entry);
      log.add(log.unsealed('b', result));
      await expectVerdict(log, breach);
    });

    test.each(taken)('another one is corrected to %s', async (_name, result, breach) => {
      const log = firstLog();
      const former = resultFor('2026-03-11', '12:00', '11111');
      log.add(adopt('b', former));
      log.add(correct(former, result, 'b'));
      await expectVerdict(log, breach);
    });
  });

  test('until it is deleted', async () => {
    await expectVerdict(openLog(adopt('a', MORNING), withdraw({ deleted: true }), adopt('b', MORNING)), null);
  });

  test('until it is corrected', async () => {
    const log = openLog(adopt('a', MORNING), correct(MORNING, EVENING));
    log.add(adopt('b', MORNING));
    await expectVerdict(log, null);
    log.texts.pop();
    log.add(adopt('b', sameNumber));
    await expectVerdict(log, 'another draw has its date and slot');
  });

  test('of a withdrawn one, those that were sealed last', async () => {
    const log = openLog(adopt('a', MORNING), withdraw());
    log.add(await log.sealed('a', EVENING));
    log.add(adopt('b', MORNING));
    await expectVerdict(log, null);
    log.texts.pop();
    log.add(adopt('b', EVENING));
    await expectVerdict(log, 'another draw has its number');
  });

  test('not to a draft, which may have been deleted', async () => {
    const log = openLog();
    log.add(await log.sealed('a', MORNING));
    log.add(await log.sealed('b', MORNING));
    log.add(log.unsealed('b', MORNING));
    await expectVerdict(log, null);
    log.add(log.unsealed('a', MORNING));
    await expectVerdict(log, 'another draw has its number');
  });
});
