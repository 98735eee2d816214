import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyDelay } from '../../../../tests/support/arbitraries.ts';
import { faceOf, openCard } from '../../../core/card-state.ts';
import { DAY, instantOf, MINUTE, SECOND } from '../../../core/ist-time.ts';
import { cardsOfToday, lastCardChange } from './todays-cards.ts';

const START_OF_DAY = instantOf('2026-11-15');

const shownAt = (moment: number, publishDelay: number) =>
  cardsOfToday(moment, publishDelay, []).map((card) => ({
    ...card,
    face: faceOf(openCard(null), { ...card, now: moment }),
  }));

test('at every second of a day, the cards match the last change', () => {
  const second = fc.integer({ min: 0, max: DAY / SECOND - 1 });
  fc.assert(
    fc.property(second, anyDelay, (seconds, publishDelay) => {
      const now = START_OF_DAY + seconds * SECOND;
      const changedAt = lastCardChange(now, publishDelay);
      expect(changedAt).toBeLessThanOrEqual(now);
      expect(shownAt(changedAt, publishDelay)).toEqual(shownAt(now, publishDelay));
    }),
    { numRuns: 500 },
  );
});

test('around every fifth minute, at which changes happen, the cards match the last change', () => {
  const publishDelay = 5;
  for (let minute = START_OF_DAY; minute < START_OF_DAY + DAY; minute += 5 * MINUTE) {
    for (const now of [minute, minute + 1, minute + SECOND, minute + 5 * MINUTE - SECOND]) {
      expect(shownAt(lastCardChange(now, publishDelay), publishDelay)).toEqual(shownAt(now, publishDelay));
    }
  }
});
