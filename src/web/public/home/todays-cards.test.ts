import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { faceOf, openCard } from '../../../core/card-state.ts';
import { DAY, instantOf, SECOND } from '../../../core/ist-time.ts';
import { cardsOfToday, lastCardChange } from './todays-cards.ts';

const START_OF_DAY = instantOf('2026-11-15');

const shownAt = (moment: number, publishDelay: number) =>
  cardsOfToday(moment, publishDelay, []).map((card) => ({
    ...card,
    face: faceOf(openCard(null), { ...card, now: moment }),
  }));

test('at every second of a day the cards are those of the last change before it', () => {
  const second = fc.integer({ min: 0, max: DAY / SECOND - 1 });
  fc.assert(
    fc.property(second, fc.integer({ min: 1, max: 60 }), (seconds, publishDelay) => {
      const now = START_OF_DAY + seconds * SECOND;
      const changedAt = lastCardChange(now, publishDelay);
      expect(changedAt).toBeLessThanOrEqual(now);
      expect(shownAt(changedAt, publishDelay)).toEqual(shownAt(now, publishDelay));
    }),
    { numRuns: 2_000 },
  );
});

test('no second around a change is off by one', () => {
  const publishDelay = 5;
  const changes = new Set<number>();
  for (let now = START_OF_DAY; now < START_OF_DAY + DAY; now += SECOND)
    changes.add(lastCardChange(now, publishDelay));
  for (const change of changes) {
    const first = Math.ceil(change / SECOND) * SECOND;
    for (const now of [first - SECOND, first, first + SECOND].filter((moment) => moment >= START_OF_DAY)) {
      expect(shownAt(lastCardChange(now, publishDelay), publishDelay)).toEqual(shownAt(now, publishDelay));
    }
  }
});
