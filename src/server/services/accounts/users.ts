/** Lists, adds, changes and deletes staff accounts. At least one Admin who can sign in always remains. */
import type { Page } from '../../../contract/paging.ts';
import type { ListedStaff, NewStaff, Staff, StaffPatch } from '../../../contract/users.ts';
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../errors.ts';
import { removeAllAccess, storePassword } from '../../storage/accounts/credentials-store.ts';
import {
  findUserRowByEmail,
  hasActiveAdmin,
  insertUser,
  listUserRows,
  type NewUser,
  removeUser,
  updateUserRow,
} from '../../storage/accounts/users-store.ts';
import type { PageRequest } from '../../storage/queries/keyset.ts';
import type { Writer } from '../../storage/schema.ts';
import { newId, type ServiceContext } from '../context.ts';
import { expectEtag, type RowTarget } from '../expectations.ts';
import { type ChangeContext, perform } from '../perform.ts';
import type { AccountContext } from './account-context.ts';
import { refuseTooFewForApproval } from './accounts-for-approval.ts';
import { queueAccountNotice, queueInvitation } from './invitations.ts';
import { hashPassword, refuseWeakPassword } from './passwords.ts';
import { etagOfUser, expectUser, userRecord } from './user-records.ts';

export async function listUsers(
  { database }: ServiceContext,
  request: PageRequest,
): Promise<Page<ListedStaff>> {
  const { items, nextCursor } = await listUserRows(database.db, request);
  return { items: items.map((staff) => ({ ...staff, etag: etagOfUser(staff) })), nextCursor };
}

/** With a password the account can be used at once; without one an invitation is mailed. */
export async function addUser(
  services: AccountContext,
  { email, name = nameFrom(email), role, password }: NewStaff,
  actor: Actor,
): Promise<Staff> {
  if (password !== undefined) refuseWeakPassword(password, email);
  const hash = password === undefined ? null : await hashPassword(password, services.passwordCost);
  const user = { id: newId(services), email, name, role };
  const added = await perform(services, actor, async (change) => {
    const staff = await createUser(services, change, user, hash);
    const queueMail = staff.canSignIn ? queueAccountNotice : queueInvitation;
    await queueMail(services, change, staff, actor);
    await change.record(userRecord(staff.canSignIn ? 'Created account' : 'Invited', { after: staff }));
    return staff;
  });
  services.mailQueued();
  return added;
}

/** The part before the `@`. */
export const nameFrom = (email: string): string => email.split('@')[0] ?? email;

export async function createUser(
  services: ServiceContext,
  { tx, now }: ChangeContext,
  user: NewUser,
  passwordHash: string | null,
): Promise<Staff> {
  if (await findUserRowByEmail(tx, user.email)) throw new AppError('user-exists');
  await insertUser(tx, user, now);
  if (passwordHash !== null) {
    await storePassword(tx, { id: newId(services), userId: user.id, hash: passwordHash }, now);
  }
  return expectUser(tx, user.id);
}

/** Disabling ends all sessions; so does enabling, in case a session was created in between. */
export const changeUser = (
  services: ServiceContext,
  { id, expectedEtag, patch }: RowTarget & { patch: StaffPatch },
  actor: Actor,
): Promise<Staff> =>
  perform(services, actor, async ({ tx, now, record }) => {
    const before = await expectUser(tx, id);
    expectEtag(etagOfUser(before), expectedEtag);
    const { name = before.name, role = before.role, disabled = before.disabled } = patch;
    if (name === before.name && role === before.role && disabled === before.disabled) return before;
    await updateUserRow(tx, id, { name, role, disabled }, now);
    if (disabled !== before.disabled) await removeAllAccess(tx, id);
    await refuseIfLastAdmin(tx, before);
    const after = await expectUser(tx, id);
    await refuseTooFewForApproval(tx, before, after);
    await record(userRecord(actionOf(before, after), { before, after }));
    return after;
  });

function actionOf(before: Staff, after: Staff): string {
  if (before.disabled !== after.disabled) return after.disabled ? 'Disabled account' : 'Enabled account';
  return before.role === after.role ? 'Renamed account' : 'Changed role';
}

export const deleteUser = (
  services: ServiceContext,
  { id, expectedEtag }: RowTarget,
  actor: Actor,
): Promise<void> =>
  perform(services, actor, async ({ tx, record }) => {
    const before = await expectUser(tx, id);
    expectEtag(etagOfUser(before), expectedEtag);
    await removeUser(tx, id);
    await refuseIfLastAdmin(tx, before);
    await refuseTooFewForApproval(tx, before, null);
    await record(userRecord('Deleted account', { before }));
  });

/** Checked after the change, inside the transaction: when two Admins demote each other, one is refused. */
async function refuseIfLastAdmin(tx: Writer, before: Staff): Promise<void> {
  const wasActiveAdmin = before.role === 'admin' && !before.disabled && before.canSignIn;
  if (wasActiveAdmin && !(await hasActiveAdmin(tx))) throw new AppError('last-admin');
}
