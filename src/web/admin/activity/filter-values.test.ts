import { expect, test } from 'bun:test';
import { isFiltered, readFilterValues } from './filter-values.ts';

const valuesIn = (query: string) => {
  const params = new URLSearchParams(query);
  return readFilterValues({ of: (name) => params.get(name) ?? '' });
};

test('ignores invalid values in the URL', () => {
  const nonsense = valuesIn('type=cats&from=2026-02-30&to=yesterday&other=1');
  expect(nonsense).toEqual({ q: '', type: '', user: '', from: '', to: '' });
  expect(isFiltered(nonsense)).toBe(false);
});

test('reads filters from the URL', () => {
  const some = valuesIn('q=Onam+2026&type=news&user=Asha+Menon&from=2026-11-01');
  expect(isFiltered(some)).toBe(true);
  expect(some).toEqual({ q: 'Onam 2026', type: 'news', user: 'Asha Menon', from: '2026-11-01', to: '' });
});
