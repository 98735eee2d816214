/** Changes one's own password, which ends all other sessions. */
import { passwordChangeSchema } from '../../../contract/accounts.ts';
import { asFieldError } from '../api/refusal.ts';
import { Form } from '../forms/form.tsx';
import { PASSWORD_HINT } from '../forms/form-texts.ts';
import { PasswordField } from '../forms/password-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { useSession } from '../session/session.tsx';
import { Panel } from '../widgets/panel.tsx';
import { useToasts } from '../widgets/toasts.tsx';

const NOTHING = { currentPassword: '', newPassword: '' };

export function ChangePassword() {
  const { api, checkSession } = useSession();
  const toasts = useToasts();
  const form = useForm({
    saved: NOTHING,
    schema: passwordChangeSchema,
    failure: 'Error changing password. Please try again.',
    async send(body) {
      await api.post('/api/auth/change-password', { body }).catch((error) => {
        throw asFieldError(error, 'wrong-password', 'currentPassword');
      });
      toasts.success('Your password is changed.', 'Everywhere else you are signed out.');
      // The server has replaced the session by a new one.
      await checkSession();
    },
  });
  return (
    <Panel title="Password">
      <Form form={form} action="Change password" sending="Changing…">
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
          {...form.field('newPassword')}
        />
      </Form>
    </Panel>
  );
}
