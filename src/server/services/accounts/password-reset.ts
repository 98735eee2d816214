/** A new password: by a link from a mail, by a link from an invitation, or by an operator. */

import { type Actor, VISITOR } from '../../../core/actor.ts';
import { HOUR } from '../../../core/ist-time.ts';
import { AppError } from '../../errors.ts';
import {
  removeAllAccess,
  removeTokens,
  storePassword,
  unlockSecondFactor,
} from '../../storage/accounts/credentials-store.ts';
import { findUserRowByEmail, toStaff, updateUserRow } from '../../storage/accounts/users-store.ts';
import { enqueueMail } from '../../storage/operations/mails-store.ts';
import { newId, type ServiceContext } from '../context.ts';
import { tryToCount } from '../limits.ts';
import { type ChangeContext, perform } from '../perform.ts';
import type { AccountContext, PasswordContext } from './account-context.ts';
import { createLink, readLink } from './account-links.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { accountActionRecord, expectUser } from './user-records.ts';

const MAILS_TO_ACCOUNT = { most: 3, window: HOUR };

/** Does not reveal whether the account exists. Mails are limited, because anybody can request them. */
export async function requestPasswordReset(services: AccountContext, email: string): Promise<void> {
  const row = await findUserRowByEmail(services.database.db, email);
  if (!row || row.disabled) return;
  const { database, clock } = services;
  if (!(await tryToCount(database.counters, `password-reset:${row.id}`, MAILS_TO_ACCOUNT, clock.now())))
    return;
  const { id, name } = toStaff(row);
  await perform(services, VISITOR, async ({ tx, now, record }) => {
    const { link, validHours } = await createLink(services, tx, 'password-reset', id, now);
    const mail = services.mails.passwordReset({ name, link, validHours });
    await enqueueMail(tx, { to: email, ...mail }, now);
    await record(accountActionRecord('Asked for a new password', { id, email }));
  });
  services.mailQueued();
}

/** Returns the e-mail address, which the use of the link has verified. */
export async function choosePasswordByLink(
  services: AccountContext,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<string> {
  const { database, clock } = services;
  // Checked before the costly hash, and again in the transaction.
  const { user_id } = await readLink(database.db, token, clock.now());
  const { email, name } = await expectUser(database.db, user_id);
  refuseWeakPassword(newPassword, email, 'newPassword');
  const hash = await hashPassword(newPassword, services.passwordCost);
  await perform(services, { id: user_id, name }, async (change) => {
    const { purpose } = await readLink(change.tx, token, change.now);
    const staff = await expectUser(change.tx, user_id);
    if (staff.disabled) throw new AppError('account-disabled');
    await replacePassword(services, change, user_id, hash);
    await updateUserRow(change.tx, user_id, { emailVerified: true }, change.now);
    const action = purpose === 'invitation' ? 'Accepted invitation' : 'Chose a new password';
    await change.record(accountActionRecord(action, staff));
  });
  return email;
}

/** For operators on the command line. */
export async function setPassword(
  services: PasswordContext,
  { email, password }: { email: string; password: string },
  actor: Actor,
): Promise<void> {
  refuseWeakPassword(password, email);
  const hash = await hashPassword(password, services.passwordCost);
  await perform(services, actor, async (change) => {
    const row = await findUserRowByEmail(change.tx, email);
    if (!row) throw new AppError('not-found', { detail: 'There is no account with this e-mail address.' });
    await replacePassword(services, change, row.id, hash);
    await change.record(accountActionRecord('Set a new password', row));
  });
}

/** Ends the sessions and links of the old password, and the lock after wrong codes. */
async function replacePassword(
  services: ServiceContext,
  { tx, now }: ChangeContext,
  userId: string,
  hash: string,
): Promise<void> {
  await storePassword(tx, { id: newId(services), userId, hash }, now);
  await removeAllAccess(tx, userId);
  await removeTokens(tx, userId);
  await unlockSecondFactor(tx, userId);
}
