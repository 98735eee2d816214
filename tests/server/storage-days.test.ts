/** The chart's pages of whole days, and the neighbours of a draw, on both databases. */
import { expect, test } from 'bun:test';
import { drawSchema } from '../../src/contract/draws.ts';
import { compareDraws } from '../../src/core/draw-order.ts';
import type { Slot } from '../../src/core/slots.ts';
import { createResultFinder } from '../../src/server/services/draws/find-results.ts';
import { findDaysBeside, findNeighbours, listPublishedDays } from '../../src/server/storage/public-reads.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { NO_CHANGES } from '../support/no-changes.ts';
import { draftsAndResults, type SeededDraw, seedDraws, seedIdOf, seedNumberOf } from './storage-seed.ts';

/** Days of five results, every tenth day with drafts only, and a single much older result. */
const SEED: SeededDraw[] = [
  ...draftsAndResults('2026-10-20', 27),
  { date: '2024-02-29', slot: '17:00', digits: '12345' },
];
const published = SEED.filter((draw) => draw.published !== false);

const idsOf = (draws: readonly { id: string }[]) => draws.map(({ id }) => id);
const newestFirst = (draws: readonly SeededDraw[]) =>
  idsOf(draws.map((draw) => ({ ...draw, id: seedIdOf(draw) })).toSorted(compareDraws));

describeOnBothDatabases('days', ({ open }) => {
  const openSeededDatabase = async () => {
    const database = await open();
    await seedDraws(database, SEED);
    return database;
  };
  const openSeeded = async () => (await openSeededDatabase()).db;

  test('pages of whole days have no gap or overlap, for any size', async () => {
    const db = await openSeeded();
    for (const limit of [1, 4, 25, 100]) {
      const seen: string[] = [];
      let before: string | undefined;
      do {
        const page = await listPublishedDays(db, { limit, before });
        const dates = new Set(page.draws.map(({ date }) => date));
        expect(dates.size).toBeLessThanOrEqual(limit);
        seen.push(...idsOf(page.draws));
        before = page.olderThan ?? undefined;
      } while (before);
      expect(seen).toEqual(newestFirst(published));
    }
  });

  test('pages of a search have no gap or overlap, for any size', async () => {
    const { days } = createResultFinder({
      database: await openSeededDatabase(),
      live: NO_CHANGES,
    });
    const hasEven = ({ digits }: SeededDraw) => digits.includes('2');
    for (const limit of [1, 3, 100]) {
      const seen: string[] = [];
      let before: string | undefined;
      do {
        const page = await days({ limit, before, month: '2026-10', slot: '14:00', find: '2' });
        seen.push(...idsOf(page.draws));
        before = page.olderThan ?? undefined;
      } while (before);
      const expected = published.filter(
        (draw) =>
          draw.date.startsWith('2026-10') &&
          draw.slot === '14:00' &&
          (hasEven(draw) || seedNumberOf(draw).includes('2')),
      );
      expect(seen).toEqual(newestFirst(expected));
    }
  });

  test('olderThan is null on the last page', async () => {
    const db = await openSeeded();
    const days = new Set(published.map(({ date }) => date)).size;
    expect((await listPublishedDays(db, { limit: days })).olderThan).toBeNull();
    expect((await listPublishedDays(db, { limit: days - 1 })).olderThan).toBe('2026-10-20');
  });

  test('filters apply to the days and their draws', async () => {
    const { days } = createResultFinder({
      database: await openSeededDatabase(),
      live: NO_CHANGES,
    });
    const cases: [Parameters<typeof days>[0], (draw: SeededDraw) => boolean][] = [
      [{ limit: 100, slot: '14:00' }, ({ slot }) => slot === '14:00'],
      [{ limit: 100, month: '2024-02' }, ({ date }) => date.startsWith('2024-02')],
      [{ limit: 100, q: '5' }, (draw) => `${draw.digits}${seedNumberOf(draw)}`.includes('5')],
      [{ limit: 100, month: '2025-01' }, () => false],
    ];
    for (const [request, matches] of cases) {
      const { draws } = await days(request);
      expect(idsOf(draws), JSON.stringify(request)).toEqual(newestFirst(published.filter(matches)));
      for (const draw of draws) expect(drawSchema.strict().parse(draw)).toEqual(draw);
    }
  });

  test('the neighbours of a draw are the nearest published ones, also on other days', async () => {
    const db = await openSeeded();
    const around = async (date: string, slot: Slot) => {
      const { earlier, later } = await findNeighbours(db, { date, slot });
      return [earlier?.id ?? null, later?.id ?? null];
    };
    expect(await around('2026-10-21', '12:00')).toEqual(['2026-10-21_10-00', '2026-10-21_14-00']);
    // 23 October has drafts only.
    expect(await around('2026-10-22', '19:00')).toEqual(['2026-10-22_17-00', '2026-10-24_10-00']);
    expect(await around('2026-10-24', '10:00')).toEqual(['2026-10-22_19-00', '2026-10-24_12-00']);
    expect(await around('2024-02-29', '17:00')).toEqual([null, '2026-10-20_10-00']);
    expect(await around('2026-11-15', '19:00')).toEqual(['2026-11-15_17-00', null]);
  });

  test('the days beside a date are the nearest with results, whether it has some or not', async () => {
    const db = await openSeeded();
    // 23 October has drafts only.
    expect(await findDaysBeside(db, '2026-10-22')).toEqual({ earlier: '2026-10-21', later: '2026-10-24' });
    expect(await findDaysBeside(db, '2026-10-23')).toEqual({ earlier: '2026-10-22', later: '2026-10-24' });
    expect(await findDaysBeside(db, '2024-02-29')).toEqual({ earlier: null, later: '2026-10-20' });
    expect(await findDaysBeside(db, '2030-01-01')).toEqual({ earlier: '2026-11-15', later: null });
  });
});
