/** Choosing a password by a mailed link. */
import { passwordResetSchema } from '../../../contract/accounts.ts';
import { MIN_PASSWORD_LENGTH } from '../../../contract/users.ts';
import { send } from '../api/admin-api.ts';
import { Form } from '../forms/form.tsx';
import { PasswordField } from '../forms/password-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { UNREACHABLE } from './password-form.tsx';

export const PASSWORD_HINT = `At least ${MIN_PASSWORD_LENGTH} characters. Longer is better.`;

const schema = passwordResetSchema.omit({ token: true });

interface NewPasswordFormProps {
  token: string;
  onChosen(): void;
}

export function NewPasswordForm({ token, onChosen }: NewPasswordFormProps) {
  const form = useForm({
    schema,
    failure: UNREACHABLE,
    async send({ newPassword }) {
      await send('POST', '/api/auth/reset-password', { body: { token, newPassword } });
      onChosen();
    },
  });
  return (
    <Form form={form} action="Save password" sending="Saving…">
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        autoFocus
        hint={PASSWORD_HINT}
        error={form.problem?.fields['newPassword']}
      />
    </Form>
  );
}
