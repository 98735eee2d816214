/** Mails to new accounts: an invitation with a link to choose a password, or a notice. */
import type { Staff } from '../../../contract/users.ts';
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../errors.ts';
import { removeTokens } from '../../storage/accounts/credentials-store.ts';
import { enqueueMail } from '../../storage/operations/mails-store.ts';
import { type ChangeContext, perform } from '../perform.ts';
import type { AccountContext } from './account-context.ts';
import { createLink } from './account-links.ts';
import { accountActionRecord, expectUser } from './user-records.ts';

/** Mails a new link, which replaces the first one. */
export async function inviteAgain(services: AccountContext, id: string, actor: Actor): Promise<void> {
  await perform(services, actor, async (change) => {
    const staff = await expectUser(change.tx, id);
    if (staff.canSignIn || staff.disabled) throw new AppError('not-invited');
    await removeTokens(change.tx, id);
    await queueInvitation(services, change, staff, actor);
    await change.record(accountActionRecord('Invited again', staff));
  });
  services.mailQueued();
}

/** The mail does not contain the password: the Admin who set it must pass it on. */
export const queueAccountNotice = (
  { mails, baseUrl }: AccountContext,
  { tx, now }: ChangeContext,
  { name, email }: Staff,
  actor: Actor,
): Promise<void> => {
  const mail = mails.newAccount({ name, createdBy: actor.name, link: `${baseUrl}/admin/login` });
  return enqueueMail(tx, { to: email, ...mail }, now);
};

export async function queueInvitation(
  services: AccountContext,
  { tx, now }: ChangeContext,
  { id, name, email }: Staff,
  actor: Actor,
): Promise<void> {
  const { link, validHours } = await createLink(services, tx, 'invitation', id, now);
  const mail = services.mails.invitation({ name, invitedBy: actor.name, link, validHours });
  await enqueueMail(tx, { to: email, ...mail }, now);
}
