import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyDate, anyDelay } from '../../tests/support/arbitraries.ts';
import { istTimeOf } from './ist-time.ts';
import { revealInstant } from './phase.ts';
import { DEFAULT_PUBLISH_DELAY_MINUTES, scheduleOf } from './schedule.ts';
import { SLOTS } from './slots.ts';

test('lists all times with the default delay', () => {
  expect(scheduleOf(DEFAULT_PUBLISH_DELAY_MINUTES)).toEqual([
    { slot: '10:00', resultTime: '10:15', announcementTime: '10:30' },
    { slot: '12:00', resultTime: '12:15', announcementTime: '12:30' },
    { slot: '14:00', resultTime: '14:15', announcementTime: '14:30' },
    { slot: '17:00', resultTime: '17:15', announcementTime: '17:30' },
    { slot: '19:00', resultTime: '19:15', announcementTime: '19:30' },
  ]);
});

test.each([
  [0, '19:00'],
  [59, '19:59'],
  [60, '20:00'],
])('a delay of %p minutes moves the result to %s and keeps the announcement', (delay, resultTime) => {
  expect(scheduleOf(delay).at(-1)).toEqual({ slot: '19:00', resultTime, announcementTime: '19:30' });
});

test('result times match the reveals, on any day and for any delay', () => {
  fc.assert(
    fc.property(anyDate, anyDelay, (date, delay) => {
      expect(scheduleOf(delay).map(({ resultTime }) => resultTime)).toEqual(
        SLOTS.map((slot) => istTimeOf(revealInstant(date, slot, delay))),
      );
    }),
  );
});
