/** The actions of the menu of an account: each asks for confirmation where needed and reports its outcome. */
import { useNavigate } from 'react-router';
import type { ListedStaff, StaffPatch } from '../../../contract/users.ts';
import { useDeletions } from '../data/deletions.tsx';
import { SIGNING_OUT, useSession } from '../session/session.tsx';
import { useConfirm } from '../widgets/confirm.tsx';
import { useReport } from '../widgets/use-reported-action.ts';

export interface UserActions {
  inviteAgain(): Promise<void>;
  resetTwoFactor(): Promise<void>;
  enable(): Promise<void>;
  disable(): Promise<void>;
  remove(): Promise<void>;
}

const FAILURE = 'Error changing user. Please try again.';

export function useUserActions(user: ListedStaff, onChanged: () => Promise<void>): UserActions {
  const { me, api } = useSession();
  const report = useReport();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { finishAll } = useDeletions();
  const isMe = user.id === me.id;
  const path = `/api/admin/users/${user.id}`;
  const patch = (body: StaffPatch) => api.patch(path, { body });

  async function perform(work: () => Promise<unknown>, success: string): Promise<boolean> {
    const worked = await report(work, { success, failure: FAILURE });
    if (worked) await onChanged();
    return worked;
  }

  /** For actions that end the account's sessions: on your own account they lead to the sign-in screen. */
  async function performAndEndSessions(work: () => Promise<unknown>, success: string): Promise<void> {
    // Without a session, pending deletions could no longer be sent.
    if (isMe) await finishAll();
    const worked = await report(work, { success, failure: FAILURE });
    if (worked && isMe) await navigate('/admin/login', { state: SIGNING_OUT });
    else if (worked) await onChanged();
  }

  return {
    async inviteAgain() {
      await perform(() => api.post(`${path}/invite`), `A new invitation is on its way to ${user.email}.`);
    },
    async resetTwoFactor() {
      const isSure = await confirm({
        title: `Reset two-factor sign-in of ${user.name}?`,
        text: 'For somebody who has lost their phone and their recovery codes. Until they turn it on again, their password alone lets them in.',
        action: 'Reset two-factor',
      });
      if (!isSure) return;
      await perform(
        () => api.post(`${path}/reset-two-factor`),
        `${user.name} signs in with the password alone.`,
      );
    },
    async enable() {
      await perform(() => patch({ disabled: false }), `${user.name} can sign in again.`);
    },
    async disable() {
      const isSure = await confirm(
        isMe
          ? {
              title: 'Disable your own account?',
              text: 'You are signed out at once, and cannot come back until another Admin enables your account.',
              action: 'Disable my account',
            }
          : {
              title: `Disable ${user.name}?`,
              text: 'They are signed out everywhere at once, and cannot sign in until their account is enabled again.',
              action: 'Disable',
            },
      );
      if (isSure)
        await performAndEndSessions(() => patch({ disabled: true }), `${user.name} can no longer sign in.`);
    },
    async remove() {
      const isSure = await confirm(
        isMe
          ? {
              title: 'Delete your own account?',
              text: 'You are signed out at once, and cannot come back unless another Admin adds you. This cannot be undone.',
              action: 'Delete my account',
            }
          : {
              title: `Delete ${user.name}?`,
              text: 'They are signed out everywhere at once. What they did stays in the activity log. This cannot be undone.',
              action: 'Delete',
            },
      );
      if (isSure)
        await performAndEndSessions(
          () => api.delete(path, { etag: user.etag }),
          `The account of ${user.name} is deleted.`,
        );
    },
  };
}
