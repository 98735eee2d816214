import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyText } from '../../../../tests/support/arbitraries.ts';
import { drawFiltersSchema } from '../../../contract/draws.ts';
import { EVERYTHING, readChartFilter } from './chart-address.ts';
import { chartConditions } from './load-chart.ts';

const TODAY = '2026-11-15';

test('the conditions contain the month and the search, or the date that was searched for', () => {
  expect(chartConditions(EVERYTHING, TODAY)).toEqual({});
  expect(chartConditions({ ...EVERYTHING, month: '2026-10', q: '5' }, TODAY)).toEqual({
    month: '2026-10',
    find: '5',
  });
  expect(chartConditions({ ...EVERYTHING, ends: '07' }, TODAY)).toEqual({ endsWith: '07' });
  expect(chartConditions({ ...EVERYTHING, month: '2026-10', q: '14 Nov' }, TODAY)).toEqual({
    date: '2026-11-14',
  });
  expect(chartConditions({ ...EVERYTHING, q: '31-02-2026' }, TODAY)).toEqual({ find: '31-02-2026' });
});

test('the API accepts the conditions of any filter', () => {
  fc.assert(
    fc.property(fc.constantFrom(null, '2026-10', '2024-02'), anyText(120), (month, typed) => {
      const filter = readChartFilter(new URLSearchParams({ all: '1', q: typed, ...(month && { month }) }));
      expect(drawFiltersSchema.safeParse(chartConditions(filter, TODAY)).success).toBe(true);
    }),
  );
});
