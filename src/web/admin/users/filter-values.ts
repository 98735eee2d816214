/** The filters of the list of accounts as the address holds them; invalid values are ignored. */
import type { ListedStaff } from '../../../contract/users.ts';
import type { Filters } from '../lists/use-filters.ts';
import { ROLE_NAMES } from './role-names.ts';
import { stateOf, USER_STATES, type UserState } from './user-state.ts';

/** An empty value is no filter. */
export interface UserFilterValues {
  /** Part of the name or of the e-mail address. */
  q: string;
  role: string;
  state: string;
}

export const readFilterValues = ({ of }: Pick<Filters, 'of'>): UserFilterValues => ({
  q: of('q'),
  role: Object.hasOwn(ROLE_NAMES, of('role')) ? of('role') : '',
  state: USER_STATES.includes(of('state') as UserState) ? of('state') : '',
});

export function findUsers(
  users: readonly ListedStaff[],
  { q, role, state }: UserFilterValues,
): ListedStaff[] {
  const wanted = q.trim().toLowerCase();
  return users.filter(
    (user) =>
      (role === '' || user.role === role) &&
      (state === '' || stateOf(user) === state) &&
      [user.name, user.email].some((value) => value.toLowerCase().includes(wanted)),
  );
}
