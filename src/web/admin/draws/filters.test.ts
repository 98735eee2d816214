import { expect, test } from 'bun:test';
import { csvPath, listPath, readFilters, readTrail, withFilter, withTrail } from './filters.ts';

const read = (search: string) => readFilters(new URLSearchParams(search));

test('reads what the address holds, and leaves out what cannot be', () => {
  expect(read('date=2026-11-15&slot=12:00&status=draft&q=SC15')).toEqual({
    date: '2026-11-15',
    slot: '12:00',
    status: 'draft',
    q: 'SC15',
  });
  expect(read('date=2026-02-30&month=11&slot=11:00&status=gone&q=%20&other=1')).toEqual({});
});

test('a day takes the place of a month, and a month that of a day', () => {
  expect(withFilter({ month: '2026-11', slot: '12:00' }, 'date', '2026-11-15').toString()).toBe(
    'slot=12%3A00&date=2026-11-15',
  );
  expect(withFilter({ date: '2026-11-15' }, 'month', '2026-11').toString()).toBe('month=2026-11');
});

test('nothing chosen takes a filter away', () => {
  expect(withFilter({ slot: '12:00', q: '7' }, 'slot', '').toString()).toBe('q=7');
});

test('pages are turned forth and back along a trail that a new choice ends', () => {
  const search = withTrail({ slot: '12:00' }, ['first', 'second']);
  expect(readTrail(search)).toEqual(['first', 'second']);
  expect(readFilters(search)).toEqual({ slot: '12:00' });
  expect(readTrail(withFilter(readFilters(search), 'slot', '10:00'))).toEqual([]);
});

test('asks for a page, and for the file of all that is filtered', () => {
  expect(listPath({ q: 'a&b' }, undefined)).toBe('/api/admin/draws?q=a%26b&limit=50');
  expect(listPath({}, 'here')).toBe('/api/admin/draws?limit=50&cursor=here');
  expect(csvPath({})).toBe('/api/admin/draws.csv');
  expect(csvPath({ month: '2026-11' })).toBe('/api/admin/draws.csv?month=2026-11');
});
