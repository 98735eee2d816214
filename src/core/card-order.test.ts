import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyDate, anyDelay } from '../../tests/support/arbitraries.ts';
import { heroCards, orderCards, RECENT_REVEAL, type ShownCard } from './card-order.ts';
import { DAY, HOUR, type Instant, type IstDate, instantOf, MINUTE } from './ist-time.ts';
import { drawInstant, phaseAt, revealInstant } from './phase.ts';
import { SLOTS } from './slots.ts';

const cardsOf = (date: IstDate, delay: number, now: Instant) =>
  SLOTS.map((slot) => {
    const drawAt = drawInstant(date, slot);
    const revealAt = revealInstant(date, slot, delay);
    return { slot, drawAt, revealAt, phase: phaseAt(now, drawAt, revealAt) };
  });

describe('the cards of a day', () => {
  test.each([
    ['before the first draw', '09:59', '10 12 14 17 19'],
    ['first draw live', '10:00', '10 12 14 17 19'],
    ['first draw revealed', '10:15', '10 12 14 17 19'],
    ['second draw live', '12:00', '12 10 14 17 19'],
    ['third draw live', '14:14', '14 12 10 17 19'],
    ['third draw revealed', '14:15', '14 12 10 17 19'],
    ['two hours later', '16:15', '14 12 10 17 19'],
    ['after the last draw', '19:15', '19 17 14 12 10'],
    ['at the end of the day', '23:59', '19 17 14 12 10'],
  ])('%s (%s): %s', (_when, time, expected) => {
    const now = instantOf('2026-11-15', time);
    const order = orderCards(cardsOf('2026-11-15', 15, now), now);
    expect(order.map(({ slot }) => slot.slice(0, 2)).join(' ')).toBe(expected);
  });

  test('change places exactly when a draw goes live', () => {
    const drawAt = drawInstant('2026-11-15', '19:00');
    const firstAt = (now: Instant) => orderCards(cardsOf('2026-11-15', 15, now), now)[0]?.slot;
    expect([drawAt - 1, drawAt, drawAt + 1].map(firstAt)).toEqual(['17:00', '19:00', '19:00']);
  });
});

test('a reveal is recent for exactly two hours', () => {
  const now = instantOf('2026-11-15', '18:00');
  const newer = { name: 'newer', phase: 'revealed', drawAt: now - 3 * HOUR } as const;
  const older = { name: 'older', phase: 'revealed', drawAt: now - 4 * HOUR, revealAt: now - MINUTE } as const;
  const orderWithNewerRevealed = (revealAt: Instant) =>
    orderCards([older, { ...newer, revealAt }], now).map(({ name }) => name);
  expect(RECENT_REVEAL).toBe(2 * HOUR);
  expect(orderWithNewerRevealed(now - 2 * HOUR + 1)).toEqual(['newer', 'older']);
  expect(orderWithNewerRevealed(now - 2 * HOUR)).toEqual(['newer', 'older']);
  expect(orderWithNewerRevealed(now - 2 * HOUR - 1)).toEqual(['older', 'newer']);
});

test('orders live, recently revealed, revealed (both newest first), then waiting by slot', () => {
  fc.assert(
    fc.property(anyDate, anyDelay, fc.nat({ max: DAY - 1 }), (date, delay, moment) => {
      const now = instantOf(date) + moment;
      const cards = cardsOf(date, delay, now);
      const revealed = cards.filter(({ phase }) => phase === 'revealed').reverse();
      expect(orderCards(cards, now)).toEqual([
        ...cards.filter(({ phase }) => phase === 'live'),
        ...revealed.filter(({ revealAt }) => revealAt >= now - 2 * HOUR),
        ...revealed.filter(({ revealAt }) => revealAt < now - 2 * HOUR),
        ...cards.filter(({ phase }) => phase === 'waiting'),
      ]);
    }),
  );
});

test('the order does not depend on the input order', () => {
  const anyCards = fc.uniqueArray(
    fc.record({
      drawAt: fc.nat({ max: 4 * HOUR }),
      revealAt: fc.nat({ max: 4 * HOUR }),
      phase: fc.constantFrom('waiting', 'live', 'revealed'),
    }),
    { selector: ({ drawAt }) => drawAt, maxLength: 10 },
  );
  const shuffled = anyCards.chain((cards) =>
    fc.tuple(
      fc.constant(cards),
      fc.shuffledSubarray(cards, { minLength: cards.length, maxLength: cards.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, fc.integer({ min: 4 * HOUR, max: 7 * HOUR }), ([cards, others], now) => {
      const untouched = [...others];
      const ordered = orderCards(others, now);
      expect(ordered).toEqual(orderCards(cards, now));
      expect(orderCards(ordered, now)).toEqual(ordered);
      expect(ordered.toSorted((a, b) => a.drawAt - b.drawAt)).toEqual(
        cards.toSorted((a, b) => a.drawAt - b.drawAt),
      );
      expect(others).toEqual(untouched);
    }),
  );
});

describe('the cards at the top', () => {
  const top = (...cards: [hour: number, face: ShownCard['face'] | 'new'][]) =>
    heroCards(
      cards.map(([hour, face]) => ({
        drawAt: hour * HOUR,
        face: face === 'new' ? ('published' as const) : face,
        isNew: face === 'new',
      })),
    ).map(({ drawAt }) => drawAt / HOUR);

  test('none while nothing is live or new', () => {
    expect(top([10, 'published'], [12, 'overdue'], [14, 'waiting'])).toEqual([]);
  });

  test('the draw that is live, rolls or is new', () => {
    for (const face of ['live', 'rolling', 'new'] as const) {
      expect(top([10, 'published'], [12, face], [14, 'waiting'])).toEqual([12]);
    }
  });

  test('a late result keeps its place below the live draw while it rolls and while it is new', () => {
    expect(top([12, 'rolling'], [14, 'live'])).toEqual([14, 12]);
    expect(top([12, 'new'], [14, 'live'])).toEqual([14, 12]);
    expect(top([12, 'new'], [14, 'rolling'])).toEqual([14, 12]);
  });

  test('every roll, but of more than two new results only the latest draws', () => {
    expect(top([10, 'rolling'], [12, 'rolling'], [14, 'rolling'])).toEqual([14, 12, 10]);
    expect(top([10, 'new'], [12, 'new'], [14, 'new'])).toEqual([14, 12]);
    expect(top([10, 'new'], [12, 'rolling'], [14, 'live'])).toEqual([14, 12]);
  });
});
