import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyDelay } from '../../../../tests/support/arbitraries.ts';
import type { Draw } from '../../../contract/draws.ts';
import { faceOf, openCard } from '../../../core/card-state.ts';
import { DAY, instantOf, MINUTE, SECOND } from '../../../core/ist-time.ts';
import { isNewAt } from '../../../core/phase.ts';
import { cardsOfToday, lastCardChange } from './todays-cards.ts';

const START_OF_DAY = instantOf('2026-11-15');

const publishedAt = (instant: number): Draw => ({
  id: 'a',
  date: '2026-11-15',
  slot: '12:00',
  drawNo: 'SC151120262',
  digit1: '4',
  digit2: '8',
  digit3: '1',
  digit4: '5',
  digit5: '2',
  published: true,
  provenance: 'entered',
  publishedAt: new Date(instant).toISOString(),
});

const shownAt = (moment: number, publishDelay: number, draws: Draw[]) =>
  cardsOfToday(moment, publishDelay, draws).map((card) => ({
    ...card,
    face: faceOf(openCard(null), { ...card, now: moment }),
    isNew: card.draw !== null && isNewAt(Date.parse(card.draw.publishedAt), moment),
  }));

test('at every second of a day, the cards match the last change', () => {
  const second = fc.integer({ min: 0, max: DAY / SECOND - 1 });
  const age = fc.option(fc.integer({ min: 0, max: 10 * MINUTE }), { nil: null });
  fc.assert(
    fc.property(second, anyDelay, age, (seconds, publishDelay, sincePublished) => {
      const now = START_OF_DAY + seconds * SECOND;
      const draws = sincePublished === null ? [] : [publishedAt(now - sincePublished)];
      const changedAt = lastCardChange(now, publishDelay, draws);
      expect(changedAt).toBeLessThanOrEqual(now);
      expect(shownAt(changedAt, publishDelay, draws)).toEqual(shownAt(now, publishDelay, draws));
    }),
    { numRuns: 500 },
  );
});

test('around every fifth minute, at which changes happen, the cards match the last change', () => {
  const publishDelay = 5;
  const draws = [publishedAt(START_OF_DAY + 12 * 60 * MINUTE + 5 * MINUTE)];
  for (let minute = START_OF_DAY; minute < START_OF_DAY + DAY; minute += 5 * MINUTE) {
    for (const now of [minute, minute + 1, minute + SECOND, minute + 5 * MINUTE - SECOND]) {
      const changedAt = lastCardChange(now, publishDelay, draws);
      expect(shownAt(changedAt, publishDelay, draws)).toEqual(shownAt(now, publishDelay, draws));
    }
  }
});
