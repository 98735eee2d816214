/** The dialog that changes the name or the role of an account. */
import { useState } from 'react';
import type { z } from 'zod';
import { type ListedStaff, staffPatchSchema } from '../../../contract/users.ts';
import { ConflictingChanges } from '../forms/conflicting-changes.tsx';
import { TextField } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { createRowSaver } from '../forms/row-saver.ts';
import { useForm } from '../forms/use-form.ts';
import { useSession } from '../session/session.tsx';
import { useConfirm } from '../widgets/confirm.tsx';
import { Dialog } from '../widgets/dialog.tsx';
import { useToasts } from '../widgets/toasts.tsx';
import { RoleChoice } from './role-choice.tsx';
import { ROLE_NAMES } from './role-names.ts';

const schema = staffPatchSchema.pick({ name: true, role: true }).required();
type AccountValues = z.infer<typeof schema>;

const LABELS = { name: 'Name', role: 'Role' };

const GIVING_UP_RIGHTS = {
  title: 'Give up your own rights?',
  text: 'As an Editor you can no longer use this screen. Only another Admin can make you an Admin again.',
  action: 'Become an Editor',
};

interface EditUserDialogProps {
  user: ListedStaff;
  onClosed(): void;
  onChanged(): Promise<void>;
}

export function EditUserDialog({ user, onClosed, onChanged }: EditUserDialogProps) {
  const { me, api, checkSession } = useSession();
  const confirm = useConfirm();
  const toasts = useToasts();
  // Adding a deleted account again would send its person an invitation.
  const [save] = useState(() =>
    createRowSaver<AccountValues, ListedStaff>(api, '/api/admin/users', user, { addsDeletedAgain: false }),
  );
  const isMe = user.id === me.id;
  const form = useForm({
    saved: { name: user.name, role: user.role },
    schema,
    failure: 'Error changing user. Please try again.',
    isGuarded: true,
    async send({ name, role }) {
      if (isMe && role !== user.role && !(await confirm(GIVING_UP_RIGHTS))) return false;
      await save({ name, role });
      toasts.success(`The account of ${name} is saved.`);
      // Without Admin rights, the list can no longer be fetched.
      if (isMe) await checkSession();
      void onChanged();
      return true;
    },
    onClosed,
  });
  return (
    <Dialog isOpen onClose={form.close} keepOpen title={`Edit ${user.name}`} description={user.email}>
      <Form form={form} action="Save changes" sending="Saving…" onCancel={form.close}>
        <ConflictingChanges form={form} labels={LABELS} texts={{ role: (role) => ROLE_NAMES[role] }} />
        <TextField label={LABELS.name} autoComplete="off" {...form.field('name')} />
        <RoleChoice chosen={form.values.role} onChoose={(role) => form.change({ role })} />
      </Form>
    </Dialog>
  );
}
