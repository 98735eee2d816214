/** A new password for oneself, which ends all other sessions. */
import { useState } from 'react';
import { passwordChangeSchema } from '../../../contract/accounts.ts';
import { Form } from '../forms/form.tsx';
import { blameField } from '../forms/form-problem.ts';
import { PasswordField } from '../forms/password-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { PASSWORD_HINT } from '../session/new-password-form.tsx';
import { useSession } from '../session/session.tsx';
import { Panel } from '../widgets/panel.tsx';
import { useToasts } from '../widgets/toasts.tsx';

export function ChangePassword() {
  const [changes, setChanges] = useState(0);
  return (
    <Panel title="Password">
      {/* Empty again after each change. */}
      <PasswordForm key={changes} onChanged={() => setChanges(changes + 1)} />
    </Panel>
  );
}

function PasswordForm({ onChanged }: { onChanged(): void }) {
  const { api, lookAgain } = useSession();
  const toasts = useToasts();
  const form = useForm({
    schema: passwordChangeSchema,
    failure: 'Error changing password. Please try again.',
    async send(body) {
      await api.post('/api/auth/change-password', { body }).catch((error) => {
        throw blameField(error, 'wrong-password', 'currentPassword');
      });
      toasts.success('Your password is changed.', 'Everywhere else you are signed out.');
      // The session has been replaced by a new one.
      await lookAgain();
      onChanged();
    },
  });
  return (
    <Form form={form} action="Change password" sending="Changing…">
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        error={form.problem?.fields['currentPassword']}
      />
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
        error={form.problem?.fields['newPassword']}
      />
    </Form>
  );
}
