import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  applyResult,
  type CardResult,
  type CardState,
  endRoll,
  faceOf,
  type Moment,
  openCard,
  ROLL_PLANS,
  ROLL_WITHIN,
} from './card-state.ts';
import { instantOf, MINUTE, SECOND } from './ist-time.ts';
import { isImminent, isNewAt, OVERDUE_AFTER, type Phase, phaseAt } from './phase.ts';

const DRAW_AT = instantOf('2026-11-15', '12:00');
const REVEAL_AT = DRAW_AT + 15 * MINUTE;

const result = (digits: string, publishedAt = REVEAL_AT): CardResult => ({ digits, publishedAt });
const at = (now: number, animated = true): Moment => ({ now, drawAt: DRAW_AT, animated });
const AWAITED: CardState<CardResult> = openCard<CardResult>(null);

test('a page opened after the reveal shows the digits without a roll', () => {
  expect(openCard(result('48152'))).toEqual({
    kind: 'published',
    result: result('48152'),
    hasRolled: false,
  });
});

test('a result that arrives on an open page rolls, and is published when the roll ends', () => {
  const rolling = applyResult(AWAITED, result('48152'), at(REVEAL_AT + 300));
  expect(rolling).toEqual({ kind: 'rolling', result: result('48152') });
  expect(endRoll(rolling)).toEqual({ kind: 'published', result: result('48152'), hasRolled: true });
});

test('a browser with a slightly slow clock still rolls, also without a live phase', () => {
  const published = result('48152', DRAW_AT + 5);
  expect(applyResult(AWAITED, published, at(DRAW_AT - 400)).kind).toBe('rolling');
});

test('a result published before its draw is shown without a roll; from its draw on it rolls', () => {
  expect(applyResult(AWAITED, result('1', DRAW_AT - 1), at(DRAW_AT - 1)).kind).toBe('published');
  expect(applyResult(AWAITED, result('1', DRAW_AT), at(DRAW_AT)).kind).toBe('rolling');
});

test('a result that arrives late is shown without a roll', () => {
  const late = (age: number) => applyResult(AWAITED, result('48152'), at(REVEAL_AT + age)).kind;
  expect(late(ROLL_WITHIN)).toBe('rolling');
  expect(late(ROLL_WITHIN + 1)).toBe('published');
});

test('nothing rolls with reduced motion', () => {
  expect(applyResult(AWAITED, result('48152'), at(REVEAL_AT, false)).kind).toBe('published');
});

test('a correction is shown without a roll, also during a roll', () => {
  const corrected = openCard(result('48153'));
  expect(applyResult(openCard(result('48152')), result('48153'), at(REVEAL_AT))).toEqual(corrected);
  const rolling = applyResult(AWAITED, result('48152'), at(REVEAL_AT));
  expect(applyResult(rolling, result('48153'), at(REVEAL_AT))).toEqual(corrected);
});

test('a change without new digits keeps the state', () => {
  const rolling = applyResult(AWAITED, result('48152'), at(REVEAL_AT));
  const again = result('48152', REVEAL_AT + 1);
  expect(applyResult(rolling, again, at(REVEAL_AT))).toEqual({ kind: 'rolling', result: again });
  const rolled = { kind: 'published', result: again, hasRolled: true } as const;
  expect(applyResult(endRoll(rolling), again, at(REVEAL_AT))).toEqual(rolled);
});

test('a withdrawn result leaves the same state as one that was never published', () => {
  const withdrawn = applyResult(openCard(result('48152')), null, at(REVEAL_AT));
  expect(withdrawn).toEqual(AWAITED);
  expect(applyResult(withdrawn, null, at(REVEAL_AT))).toBe(withdrawn);
  expect(applyResult(withdrawn, result('48152'), at(REVEAL_AT)).kind).toBe('rolling');
});

test('a result is new for five minutes, also if the clock is slow', () => {
  expect(isNewAt(REVEAL_AT, REVEAL_AT - SECOND)).toBe(true);
  expect(isNewAt(REVEAL_AT, REVEAL_AT + 5 * MINUTE)).toBe(true);
  expect(isNewAt(REVEAL_AT, REVEAL_AT + 5 * MINUTE + 1)).toBe(false);
});

test('a repeated result changes nothing', () => {
  const digits = fc.option(fc.stringMatching(/^[0-9]{5}$/), { nil: null });
  const times = fc.integer({ min: DRAW_AT - 3_600_000, max: DRAW_AT + 3_600_000 });
  fc.assert(
    fc.property(digits, fc.array(fc.tuple(digits, times, fc.boolean())), (first, later) => {
      let state = openCard(first === null ? null : result(first));
      for (const [text, now, animated] of later) {
        const seen = text === null ? null : result(text, Math.min(now, REVEAL_AT));
        state = applyResult(state, seen, at(now, animated));
        expect(applyResult(state, seen, at(now, animated))).toBe(state);
        // In every state, the card shows the latest digits or none.
        expect(state.kind === 'awaited' ? null : state.result.digits).toBe(text);
      }
    }),
  );
});

test('the face follows the clock while the result is awaited, and the result otherwise', () => {
  const face = (now: number, state: CardState<CardResult> = AWAITED) =>
    faceOf(state, { phase: phaseAt(now, DRAW_AT, REVEAL_AT), revealAt: REVEAL_AT, now });
  expect(face(DRAW_AT - 1)).toBe('waiting');
  expect(face(DRAW_AT)).toBe('live');
  expect(face(REVEAL_AT)).toBe('live');
  expect(face(REVEAL_AT + OVERDUE_AFTER)).toBe('live');
  expect(face(REVEAL_AT + OVERDUE_AFTER + 1)).toBe('overdue');
  for (const phase of ['waiting', 'live', 'revealed'] satisfies Phase[]) {
    const clock = { phase, revealAt: REVEAL_AT, now: DRAW_AT };
    expect(faceOf(openCard(result('48152')), clock)).toBe('published');
    expect(faceOf({ kind: 'rolling', result: result('48152') }, clock)).toBe('rolling');
  }
});

test('the last second is "soon"', () => {
  expect(isImminent(DRAW_AT, DRAW_AT - SECOND - 1)).toBe(false);
  expect(isImminent(DRAW_AT, DRAW_AT - SECOND)).toBe(true);
  expect(isImminent(DRAW_AT, DRAW_AT + 1)).toBe(true);
});

test('the roll has fixed times', () => {
  expect(ROLL_PLANS.wide).toEqual({ tick: 100, stops: [2_000, 2_300, 2_600, 2_900, 3_200], end: 3_700 });
  expect(ROLL_PLANS.small).toEqual({ tick: 200, stops: [3_000, 3_400, 3_800, 4_200, 4_600], end: 5_100 });
});
