import { expect, test } from 'bun:test';
import { csvPath, isFiltered, readFilterValues } from './filter-values.ts';

const valuesIn = (query: string) => {
  const params = new URLSearchParams(query);
  return readFilterValues({ of: (name) => params.get(name) ?? '', set() {}, clear() {} });
};

test('ignores invalid values in the URL', () => {
  const nonsense = valuesIn('type=cats&from=2026-02-30&to=yesterday&other=1');
  expect(nonsense).toEqual({ q: '', type: '', user: '', from: '', to: '' });
  expect(isFiltered(nonsense)).toBe(false);
});

test('the CSV URL contains the filters', () => {
  const some = valuesIn('q=Onam+2026&type=news&user=Asha+Menon&from=2026-11-01');
  expect(isFiltered(some)).toBe(true);
  expect(csvPath(some)).toBe('/api/admin/activity.csv?q=Onam+2026&type=news&user=Asha+Menon&from=2026-11-01');
  expect(csvPath(valuesIn(''))).toBe('/api/admin/activity.csv');
});
