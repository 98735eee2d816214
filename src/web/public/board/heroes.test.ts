import { expect, test } from 'bun:test';
import type { CardFace } from '../../../core/card-state.ts';
import { type HeroCard, heroesOf } from './heroes.ts';

const card = (hour: number, face: CardFace, published?: string, isNew = false): HeroCard => ({
  face,
  isNew,
  drawAt: hour,
  draw: published === undefined ? null : { publishedAt: `2026-11-15T${published}:00.000Z` },
});

const hoursOf = (...cards: HeroCard[]) => heroesOf(cards).map(({ drawAt }) => drawAt);

test('live and rolling draws come before every result, the latest first', () => {
  expect(
    hoursOf(
      card(10, 'published', '04:45'),
      card(12, 'rolling', '08:35'),
      card(14, 'live'),
      card(17, 'waiting'),
    ),
  ).toEqual([14, 12]);
});

test('a result that was published a moment ago comes before that of a later draw', () => {
  expect(hoursOf(card(12, 'published', '08:50', true), card(14, 'published', '08:45', true))).toEqual([12]);
  expect(hoursOf(card(12, 'published', '08:50'), card(14, 'published', '08:45'))).toEqual([14]);
});

test('a draw that waits or is overdue is not in the middle', () => {
  expect(hoursOf(card(10, 'overdue'), card(12, 'waiting'))).toEqual([]);
});
