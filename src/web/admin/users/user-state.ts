/** The state of an account, and the filter of the list of accounts. */
import type { ListedStaff, Role } from '../../../contract/users.ts';

export const USER_STATES = ['active', 'invited', 'disabled'] as const;
export type UserState = (typeof USER_STATES)[number];

export function stateOf({ disabled, canSignIn }: ListedStaff): UserState {
  if (disabled) return 'disabled';
  return canSignIn ? 'active' : 'invited';
}

export interface UserFilter {
  /** Part of the name or of the e-mail address. */
  text: string;
  role: Role | 'all';
  state: UserState | 'all';
}

export const EVERYBODY: UserFilter = { text: '', role: 'all', state: 'all' };

export function findUsers(users: readonly ListedStaff[], { text, role, state }: UserFilter): ListedStaff[] {
  const wanted = text.trim().toLowerCase();
  return users.filter(
    (user) =>
      (role === 'all' || user.role === role) &&
      (state === 'all' || stateOf(user) === state) &&
      [user.name, user.email].some((value) => value.toLowerCase().includes(wanted)),
  );
}
