/** fast-check arbitraries for dates, slots, digits and texts, for property tests. */
import fc from 'fast-check';
import type { Digit, Digits } from '../../src/core/digits.ts';
import {
  addDays,
  DAY,
  type Instant,
  type IstDate,
  instantOf,
  type TimeOfDay,
} from '../../src/core/ist-time.ts';
import { MAX_PUBLISH_DELAY_MINUTES } from '../../src/core/schedule.ts';
import { SLOTS } from '../../src/core/slots.ts';

const FIRST_DATE = '1970-01-01';
const LAST_DATE = '9999-12-31';

export const anyDate: fc.Arbitrary<IstDate> = fc
  .nat({ max: (instantOf(LAST_DATE) - instantOf(FIRST_DATE)) / DAY })
  .map((days) => addDays(FIRST_DATE, days));

/** Any instant whose next day is still a valid date. */
export const anyInstant: fc.Arbitrary<Instant> = fc.integer({
  min: instantOf(FIRST_DATE),
  max: instantOf(LAST_DATE) - 1,
});

export const anyTimeOfDay: fc.Arbitrary<TimeOfDay> = fc
  .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

export const anySlot = fc.constantFrom(...SLOTS);

/** Minutes between a draw and its result. */
export const anyDelay = fc.nat({ max: MAX_PUBLISH_DELAY_MINUTES });

const anyDigit = fc.constantFrom<Digit>('0', '1', '2', '3', '4', '5', '6', '7', '8', '9');

export const anyDigits: fc.Arbitrary<Digits> = fc.tuple(anyDigit, anyDigit, anyDigit, anyDigit, anyDigit);

/** Any draw number that staff may enter. */
export const anyDrawNumber = fc.stringMatching(/^[A-Z0-9][A-Z0-9-]{2,19}$/);

/** Any code points, including lone surrogates. `fc.string` with the unit `binary` takes seconds to build its table. */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength })
    .map((codePoints) => String.fromCodePoint(...codePoints));
