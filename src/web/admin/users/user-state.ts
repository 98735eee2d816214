/** The state of an account. */
import type { ListedStaff } from '../../../contract/users.ts';

export const USER_STATES = ['active', 'invited', 'disabled'] as const;
export type UserState = (typeof USER_STATES)[number];

export function stateOf({ disabled, canSignIn }: ListedStaff): UserState {
  if (disabled) return 'disabled';
  return canSignIn ? 'active' : 'invited';
}
