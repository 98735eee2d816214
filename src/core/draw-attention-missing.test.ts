/** Draws that are missing: which days are looked at, and from when. */
import { describe, expect, test } from 'bun:test';
import { DUE, factsWith, RULES, TODAY, wholeDay } from '../../tests/support/draw-facts.ts';
import { type DrawFacts, drawAttention, firstExaminedDay } from './draw-attention.ts';
import { addDays, type IstDate, instantOf, MINUTE, SECOND } from './ist-time.ts';
import { SLOTS, type Slot } from './slots.ts';

describe('missing draws', () => {
  const missingIn = (facts: DrawFacts, now: number) =>
    drawAttention(facts, now).map(({ kind, date, slot }) => `${kind} ${date} ${slot}`);
  const without = (date: IstDate, slot: Slot) => wholeDay(date).filter((draw) => draw.slot !== slot);

  test('of today are listed from the time at which the drafts are created', () => {
    const facts = factsWith({ draws: without(TODAY, '19:00') });
    const created = instantOf(TODAY, '06:00') + 10 * SECOND;
    expect(missingIn(facts, created - 1)).toEqual([]);
    expect(drawAttention(facts, created)).toEqual([
      {
        kind: 'missing',
        date: TODAY,
        slot: '19:00',
        since: instantOf(TODAY, '06:00'),
        text: 'Today’s 07:00 PM draw is missing.',
      },
    ]);
    expect(drawAttention(facts, instantOf(TODAY, '23:00'))[0]?.since).toBe(instantOf(TODAY, '19:15'));
  });

  test('of today are listed from the draw where drafts are created later', () => {
    const facts = factsWith({ draws: without(TODAY, '10:00'), rules: { ...RULES, generateTime: '20:00' } });
    expect(missingIn(facts, instantOf(TODAY, '09:59'))).toEqual([]);
    expect(missingIn(facts, instantOf(TODAY, '10:01'))).toEqual([`missing ${TODAY} 10:00`]);
  });

  test('are not listed on a server that has just started', () => {
    const started = instantOf(TODAY, '13:00');
    const empty = factsWith({ draws: [], firstDrawDate: null, firstDataAt: null });
    expect(missingIn(empty, started)).toEqual([]);
    const facts = { ...empty, firstDataAt: started };
    expect(missingIn(facts, started + 5 * SECOND)).toEqual([]);
    expect(missingIn(facts, started + MINUTE)).toHaveLength(5);
  });

  test('of a day on which the server was down are listed', () => {
    const twoDaysAgo = addDays(TODAY, -2);
    const facts = factsWith({
      draws: [...wholeDay(TODAY), ...wholeDay(twoDaysAgo)],
      firstDrawDate: twoDaysAgo,
      firstDataAt: instantOf(twoDaysAgo, '08:00'),
    });
    const yesterday = addDays(TODAY, -1);
    expect(missingIn(facts, DUE)).toEqual(SLOTS.map((slot) => `missing ${yesterday} ${slot}`));
  });

  test('of days before the first draw are not listed', () => {
    const facts = factsWith({ firstDataAt: instantOf(addDays(TODAY, -10)) });
    expect(missingIn(facts, DUE)).toEqual([]);
    expect(missingIn({ ...facts, draws: [], firstDrawDate: null }, DUE)).toHaveLength(5);
  });

  test('of days before the installation are listed only where the day has a draw', () => {
    const imported = addDays(TODAY, -3);
    const facts = factsWith({
      draws: [...wholeDay(TODAY), ...without(imported, '12:00')],
      firstDrawDate: '2020-01-01',
    });
    expect(missingIn(facts, DUE)).toEqual([`missing ${imported} 12:00`]);
  });

  test('are listed for 31 days', () => {
    const facts = factsWith({ firstDrawDate: '2020-01-01', firstDataAt: instantOf('2020-01-01') });
    const items = drawAttention(facts, DUE);
    expect(items).toHaveLength(30 * 5);
    expect(items.map(({ date }) => date).sort()[0]).toBe(firstExaminedDay(DUE));
    expect(firstExaminedDay(DUE)).toBe('2026-10-16');
  });
});
