import { expect, test } from 'bun:test';
import type { ListedStaff } from '../../../contract/users.ts';
import { EVERYBODY, findUsers, stateOf } from './user-state.ts';

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
  expect(findUsers(all, { ...EVERYBODY, text: ' MENON ' })).toEqual([asha]);
  expect(findUsers(all, { ...EVERYBODY, text: 'biju@' })).toEqual([biju]);
  expect(findUsers(all, { ...EVERYBODY, text: 'example' })).toEqual(all);
  expect(findUsers(all, { ...EVERYBODY, text: 'nobody' })).toEqual([]);
});

test('filters by role and state combined', () => {
  expect(findUsers(all, { ...EVERYBODY, role: 'admin' })).toEqual([asha, chitra]);
  expect(findUsers(all, { ...EVERYBODY, role: 'admin', state: 'disabled' })).toEqual([chitra]);
  expect(findUsers(all, { ...EVERYBODY, role: 'editor', state: 'disabled' })).toEqual([]);
});
