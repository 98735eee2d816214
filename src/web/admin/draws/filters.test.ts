import { expect, test } from 'bun:test';
import { csvPath, readFilters, withFilter } from './filters.ts';

const read = (search: string) => readFilters(new URLSearchParams(search));

test('reads filters from the URL and ignores invalid ones', () => {
  expect(read('date=2026-11-15&slot=12:00&status=draft&q=SC15')).toEqual({
    date: '2026-11-15',
    slot: '12:00',
    status: 'draft',
    q: 'SC15',
  });
  expect(read('date=2026-02-30&month=11&slot=11:00&status=gone&q=%20&other=1')).toEqual({});
});

test('date and month replace each other', () => {
  expect(withFilter({ month: '2026-11', slot: '12:00' }, 'date', '2026-11-15')).toEqual({
    slot: '12:00',
    date: '2026-11-15',
  });
  expect(withFilter({ date: '2026-11-15' }, 'month', '2026-11')).toEqual({ month: '2026-11' });
});

test('an empty value removes the filter', () => {
  expect(withFilter({ slot: '12:00', q: '7' }, 'slot', '')).toEqual({ q: '7' });
});

test('the CSV URL contains the filters', () => {
  expect(csvPath({})).toBe('/api/admin/draws.csv');
  expect(csvPath({ month: '2026-11', q: 'a&b' })).toBe('/api/admin/draws.csv?month=2026-11&q=a%26b');
});
