/** The first step of signing in: who it is, and their password. */
import { signInSchema } from '../../../contract/accounts.ts';
import { passwordSchema } from '../../../contract/users.ts';
import { send } from '../data/admin-api.ts';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { useForm } from '../ui/use-form.ts';

export const UNREACHABLE = 'The server does not answer. Please try again.';

const schema = signInSchema.extend({ password: passwordSchema });

interface PasswordFormProps {
  email?: string;
  onPassed(answer: { isCodeDue: boolean }): void | Promise<void>;
}

export function PasswordForm({ email, onPassed }: PasswordFormProps) {
  const form = useForm({
    schema,
    failure: UNREACHABLE,
    async send(body) {
      const path = '/api/auth/sign-in/email';
      const { twoFactorRedirect = false } = await send<{ twoFactorRedirect?: boolean }>('POST', path, {
        body,
      });
      await onPassed({ isCodeDue: twoFactorRedirect });
    },
  });
  const isKnown = email !== undefined;
  return (
    <Form form={form} action="Sign in" sending="Signing in…">
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        readOnly={isKnown}
        error={form.problem?.fields['email']}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        autoFocus={isKnown}
        error={form.problem?.fields['password']}
      />
    </Form>
  );
}
