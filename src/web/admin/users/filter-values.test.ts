import { expect, test } from 'bun:test';
import type { ListedStaff } from '../../../contract/users.ts';
import { findUsers, readFilterValues } from './filter-values.ts';
import { stateOf } from './user-state.ts';

const EVERYBODY = { q: '', role: '', state: '' };

const staff = (changes: Partial<ListedStaff>): ListedStaff => ({
  id: 'a',
  email: 'asha@example.org',
  name: 'Asha Menon',
  role: 'admin',
  disabled: false,
  twoFactorEnabled: false,
  canSignIn: true,
  createdAt: '2026-11-15T03:30:00.000Z',
  etag: '"1"',
  ...changes,
});

const asha = staff({});
const biju = staff({ id: 'b', email: 'biju@example.org', name: 'Biju', role: 'editor', canSignIn: false });
const chitra = staff({ id: 'c', email: 'chitra@example.org', name: 'Chitra', disabled: true });
const all = [asha, biju, chitra];

test('disabled takes precedence over other states', () => {
  expect(all.map(stateOf)).toEqual(['active', 'invited', 'disabled']);
  expect(stateOf(staff({ disabled: true, canSignIn: false }))).toBe('disabled');
});

test('searches names and e-mail addresses, ignoring case', () => {
  expect(findUsers(all, { ...EVERYBODY, q: ' MENON ' })).toEqual([asha]);
  expect(findUsers(all, { ...EVERYBODY, q: 'biju@' })).toEqual([biju]);
  expect(findUsers(all, { ...EVERYBODY, q: 'example' })).toEqual(all);
  expect(findUsers(all, { ...EVERYBODY, q: 'nobody' })).toEqual([]);
});

test('filters by role and state combined', () => {
  expect(findUsers(all, { ...EVERYBODY, role: 'admin' })).toEqual([asha, chitra]);
  expect(findUsers(all, { ...EVERYBODY, role: 'admin', state: 'disabled' })).toEqual([chitra]);
  expect(findUsers(all, { ...EVERYBODY, role: 'editor', state: 'disabled' })).toEqual([]);
});

test('ignores invalid values in the URL', () => {
  const read = (search: string) => {
    const params = new URLSearchParams(search);
    return readFilterValues({ of: (name) => params.get(name) ?? '' });
  };
  expect(read('q=asha&role=admin&state=disabled')).toEqual({ q: 'asha', role: 'admin', state: 'disabled' });
  expect(read('role=owner&state=toString&other=1')).toEqual(EVERYBODY);
});
