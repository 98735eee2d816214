/** Admin accounts that no Admin added: by the setup code, by open sign-up, or by an operator. */
import type { Staff } from '../../../contract/users.ts';
import { type Actor, SYSTEM } from '../../../core/actor.ts';
import { AppError, textOf } from '../../errors.ts';
import { hasUsers } from '../../storage/accounts/users-store.ts';
import type { Reader } from '../../storage/schema.ts';
import { newId } from '../context.ts';
import { perform } from '../perform.ts';
import type { PasswordContext } from './account-context.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { userRecord } from './user-records.ts';
import { createUser, nameFrom } from './users.ts';

export interface NewAdmin {
  email: string;
  name?: string | undefined;
  password: string;
}

/** By an operator or by the settings: no setup code is needed. */
export const createAdmin = (
  services: PasswordContext,
  admin: NewAdmin,
  { onlyAsFirst, by }: { onlyAsFirst: boolean; by: Actor },
): Promise<Staff> =>
  insertAdmin(services, admin, {
    by,
    admit(_tx, isFirst) {
      if (onlyAsFirst && !isFirst) throw new AppError('signup-closed');
    },
  });

/** By the person themselves: the first account requires the setup code. */
export const signUpAdmin = (
  services: PasswordContext,
  admin: NewAdmin,
  { onlyAsFirst, hasSetupCode }: { onlyAsFirst: boolean; hasSetupCode(tx: Reader): Promise<boolean> },
): Promise<Staff> =>
  insertAdmin(services, admin, {
    async admit(tx, isFirst) {
      if (onlyAsFirst && !isFirst) throw new AppError('signup-closed');
      if (isFirst && !(await hasSetupCode(tx))) throw setupCodeRefusal();
    },
  });

export const setupCodeRefusal = (): AppError =>
  new AppError('setup-code', { errors: { setupCode: textOf('setup-code') } });

interface Admission {
  /** The new Admin, when not given. */
  by?: Actor;
  /** Throws to refuse. Called inside the transaction, where there is one writer at a time. */
  admit(tx: Reader, isFirst: boolean): Promise<void> | void;
}

async function insertAdmin(
  services: PasswordContext,
  { email, name = nameFrom(email), password }: NewAdmin,
  { by, admit }: Admission,
): Promise<Staff> {
  refuseWeakPassword(password, email);
  const hash = await hashPassword(password, services.passwordCost);
  const user = { id: newId(services), email, name, role: 'admin' as const };
  return perform(services, by ?? { id: user.id, name }, async (change) => {
    await admit(change.tx, !(await hasUsers(change.tx)));
    const staff = await createUser(services, change, user, hash);
    await change.record(userRecord(by ? 'Created account' : 'Signed up', { after: staff }));
    return staff;
  });
}

/** Creates the Admin of the settings unless there is an account; safe when several nodes start together. */
export async function ensureFirstAdmin(services: PasswordContext, admin: NewAdmin): Promise<void> {
  if (await hasUsers(services.database.db)) return;
  await createAdmin(services, admin, { onlyAsFirst: true, by: SYSTEM }).catch((error) => {
    if (!(error instanceof AppError && error.code === 'signup-closed')) throw error;
  });
}
