import { expect, test } from 'bun:test';
import { csvPath, isFiltered, readAsked } from './asked-activity.ts';

const asked = (query: string) => {
  const params = new URLSearchParams(query);
  return readAsked({ of: (name) => params.get(name) ?? '', set() {}, clear() {} });
};

test('what makes no sense in an address is not asked for', () => {
  const nonsense = asked('type=cats&from=2026-02-30&to=yesterday&other=1');
  expect(nonsense).toEqual({ type: '', user: '', from: '', to: '' });
  expect(isFiltered(nonsense)).toBe(false);
});

test('the file holds what the list shows', () => {
  const some = asked('type=news&user=Asha+Menon&from=2026-11-01');
  expect(isFiltered(some)).toBe(true);
  expect(csvPath(some)).toBe('/api/admin/activity.csv?type=news&user=Asha+Menon&from=2026-11-01');
  expect(csvPath(asked(''))).toBe('/api/admin/activity.csv');
});
