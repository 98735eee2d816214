/** Admins whom no Admin added: the first account, later ones where sign-up is open, and those of an operator. */
import type { Staff } from '../../contract/users.ts';
import { AppError } from '../errors.ts';
import { hasUsers } from '../storage/users-store.ts';
import type { PasswordContext } from './account-context.ts';
import { perform } from './act.ts';
import { type Actor, newId, SYSTEM } from './context.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { userRecord } from './user-records.ts';
import { createUser, nameFrom } from './users.ts';

export interface NewAdmin {
  email: string;
  name?: string | undefined;
  password: string;
}

/**
 * Whether it is the first is decided inside the transaction, where there is one writer at a time: of two who
 * race for it, one is. Without `by` the person has signed up.
 */
export async function createAdmin(
  services: PasswordContext,
  { email, name = nameFrom(email), password }: NewAdmin,
  { onlyAsFirst, by }: { onlyAsFirst: boolean; by?: Actor },
): Promise<Staff> {
  refuseWeakPassword(password, email);
  const hash = await hashPassword(password, services.passwordCost);
  const user = { id: newId(services), email, name, role: 'admin' as const };
  return perform(services, by ?? { id: user.id, name }, async (act) => {
    if (onlyAsFirst && (await hasUsers(act.tx))) throw new AppError('signup-closed');
    const staff = await createUser(services, act, user, hash);
    await act.record(userRecord(by ? 'Created account' : 'Signed up', { after: staff }));
    return staff;
  });
}

/** The Admin named in the settings: not when there is an account, nor twice by nodes that start together. */
export async function ensureFirstAdmin(services: PasswordContext, admin: NewAdmin): Promise<void> {
  if (await hasUsers(services.database.db)) return;
  await createAdmin(services, admin, { onlyAsFirst: true, by: SYSTEM }).catch((error) => {
    if (!(error instanceof AppError && error.code === 'signup-closed')) throw error;
  });
}
