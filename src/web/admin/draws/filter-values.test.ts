import { expect, test } from 'bun:test';
import { changesFor, readFilterValues } from './filter-values.ts';

function read(search: string) {
  const params = new URLSearchParams(search);
  return readFilterValues({ of: (name) => params.get(name) ?? '' });
}

test('reads filters from the URL and ignores invalid ones', () => {
  expect(read('date=2026-11-15&slot=12:00&status=draft&q=SC15')).toEqual({
    date: '2026-11-15',
    slot: '12:00',
    status: 'draft',
    q: 'SC15',
  });
  expect(read('date=2026-02-30&month=11&slot=11:00&status=gone&q=%20&other=1')).toEqual({});
});

test('date and month replace each other, other filters do not', () => {
  expect(changesFor('date', '2026-11-15')).toEqual({ date: '2026-11-15', month: '' });
  expect(changesFor('month', '2026-11')).toEqual({ month: '2026-11', date: '' });
  expect(changesFor('slot', '')).toEqual({ slot: '' });
});
