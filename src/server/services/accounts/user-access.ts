/** Sessions and second factor of an account, as an Admin ends or resets them. */
import type { StaffSession } from '../../../contract/accounts.ts';
import type { Staff } from '../../../contract/users.ts';
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../errors.ts';
import {
  listSessionRows,
  removeAllAccess,
  removeSecondFactor,
  removeSession,
} from '../../storage/accounts/credentials-store.ts';
import { updateUserRow } from '../../storage/accounts/users-store.ts';
import type { Row } from '../../storage/schema.ts';
import type { ServiceContext } from '../context.ts';
import { perform } from '../perform.ts';
import type { AccountContext } from './account-context.ts';
import { accountActionRecord, expectUser, userRecord } from './user-records.ts';

export async function listSessions(
  { database, accountClock }: AccountContext,
  userId: string,
): Promise<StaffSession[]> {
  await expectUser(database.db, userId);
  return (await listSessionRows(database.db, userId, accountClock.now())).map(toStaffSession);
}

export const endSession = (
  services: ServiceContext,
  { userId, sessionId }: { userId: string; sessionId: string },
  actor: Actor,
): Promise<void> =>
  perform(services, actor, async ({ tx, record }) => {
    const staff = await expectUser(tx, userId);
    if (!(await removeSession(tx, userId, sessionId))) {
      throw new AppError('not-found', { detail: 'There is no such session.' });
    }
    await record(accountActionRecord('Ended a session', staff));
  });

export const endAllSessions = (services: ServiceContext, userId: string, actor: Actor): Promise<void> =>
  perform(services, actor, async ({ tx, record }) => {
    const staff = await expectUser(tx, userId);
    await removeAllAccess(tx, userId);
    await record(accountActionRecord('Ended all sessions', staff));
  });

/** For somebody who has lost their phone and their recovery codes. */
export const resetTwoFactor = (services: ServiceContext, userId: string, actor: Actor): Promise<Staff> =>
  perform(services, actor, async ({ tx, now, record }) => {
    const before = await expectUser(tx, userId);
    if (!before.twoFactorEnabled) return before;
    await removeSecondFactor(tx, userId);
    await updateUserRow(tx, userId, { twoFactorEnabled: false }, now);
    const after = await expectUser(tx, userId);
    await record(userRecord('Reset two-factor sign-in', { before, after }));
    return after;
  });

const toStaffSession = (row: Row<'session'>): StaffSession => ({
  id: row.id,
  createdAt: new Date(row.createdAt).toISOString(),
  lastUsedAt: new Date(row.updatedAt).toISOString(),
  expiresAt: new Date(row.expiresAt).toISOString(),
  address: row.ipAddress || null,
  userAgent: row.userAgent || null,
});
