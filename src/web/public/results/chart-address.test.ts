import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyText } from '../../../../tests/support/arbitraries.ts';
import { chartQuery, EVERYTHING, readChartFilter, TODAY_ONLY } from './chart-address.ts';

const read = (query: string) => readChartFilter(new URLSearchParams(query));

test('without `all`, only today is shown, with any other parameters', () => {
  expect(read('')).toEqual(TODAY_ONLY);
  expect(read('month=2026-10&q=5')).toEqual(TODAY_ONLY);
  expect(read('all=1&today=1&month=2026-10')).toEqual(TODAY_ONLY);
  expect(chartQuery(TODAY_ONLY)).toBe('');
});

test('reads all dates, a month, a search and an older page', () => {
  expect(read('all=1')).toEqual(EVERYTHING);
  expect(read('all=1&month=2026-10&q=+SC15+')).toEqual({ ...EVERYTHING, month: '2026-10', q: 'SC15' });
  expect(read('all=1&ends=07')).toEqual({ ...EVERYTHING, ends: '07' });
  expect(read('all=1&ends=07&q=5')).toEqual({ ...EVERYTHING, q: '5' });
  expect(read('all=1&before=2026-10-16')).toEqual({ ...EVERYTHING, before: '2026-10-16' });
});

test('invalid values are ignored', () => {
  expect(read('all=1&month=2026-13&before=2026-02-30&ends=123456&q=%00%07&x=y')).toEqual(EVERYTHING);
  expect(read('all=1&month=2026-10&before=2026-10-16').before).toBeNull();
  expect(read(`all=1&q=${'5'.repeat(300)}`).q).toHaveLength(100);
});

test('a filter survives a round trip through its URL', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(null, '2026-10', '2024-02'),
      anyText(120),
      fc.constantFrom(null, '2026-10-16'),
      fc.constantFrom(null, '7', '40315'),
      (month, typed, before, ends) => {
        const query = new URLSearchParams({ all: '1', q: typed });
        if (month) query.set('month', month);
        if (before) query.set('before', before);
        if (ends) query.set('ends', ends);
        const filter = readChartFilter(query);
        expect(read(chartQuery(filter))).toEqual(filter);
      },
    ),
  );
});
