/** Mails to new accounts: an invitation with a link to choose a password, or a notice. */
import type { Staff } from '../../../contract/users.ts';
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../errors.ts';
import { removeTokens } from '../../storage/accounts/credentials-store.ts';
import { enqueueMail } from '../../storage/operations/mails-store.ts';
import { type Act, perform } from '../act.ts';
import type { AccountContext } from './account-context.ts';
import { makeLink } from './account-links.ts';
import { expectUser, userEvent } from './user-records.ts';

/** For somebody who lost the first one; the new link takes its place. */
export async function inviteAgain(services: AccountContext, id: string, actor: Actor): Promise<void> {
  await perform(services, actor, async (act) => {
    const staff = await expectUser(act.tx, id);
    if (staff.canSignIn || staff.disabled) throw new AppError('not-invited');
    await removeTokens(act.tx, id);
    await queueInvitation(services, act, staff, actor);
    await act.record(userEvent('Invited again', staff));
  });
  services.mailQueued();
}

/** The password itself is not in the mail: whoever gave it has to tell it. */
export const queueAccountNotice = (
  { mails, baseUrl }: AccountContext,
  { tx, now }: Act,
  { name, email }: Staff,
  actor: Actor,
): Promise<void> => {
  const mail = mails.newAccount({ name, createdBy: actor.name, link: `${baseUrl}/admin/login` });
  return enqueueMail(tx, { to: email, ...mail }, now);
};

export async function queueInvitation(
  services: AccountContext,
  { tx, now }: Act,
  { id, name, email }: Staff,
  actor: Actor,
): Promise<void> {
  const { link, validHours } = await makeLink(services, tx, 'invitation', id, now);
  const mail = services.mails.invitation({ name, invitedBy: actor.name, link, validHours });
  await enqueueMail(tx, { to: email, ...mail }, now);
}
