/** The first step of signing in: e-mail and password. */
import { type SignIn, signInSchema } from '../../../contract/accounts.ts';
import { passwordSchema } from '../../../contract/users.ts';
import { ApiProblem } from '../../api/call-api.ts';
import { send } from '../api/admin-api.ts';
import { isRefusal } from '../api/refusal.ts';
import { TextField } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { UNREACHABLE } from '../forms/form-texts.ts';
import { PasswordField } from '../forms/password-field.tsx';
import { useForm } from '../forms/use-form.ts';

const schema = signInSchema.extend({ password: passwordSchema });

interface PasswordFormProps {
  email?: string;
  onPassed(answer: { isCodeDue: boolean }): void | Promise<void>;
}

const sendPassword = (body: SignIn) =>
  send<{ twoFactorRedirect?: boolean }>('POST', '/api/auth/sign-in/email', { body });

/** The e-mail address is known to be right, so it can only be the password. */
function asPasswordError(error: unknown): unknown {
  if (!isRefusal(error) || error.problem.code !== 'sign-in-failed') return error;
  const detail = 'This is not your password.';
  return new ApiProblem({ ...error.problem, detail, errors: { password: detail } });
}

export function PasswordForm({ email, onPassed }: PasswordFormProps) {
  const isKnown = email !== undefined;
  const form = useForm({
    saved: { email: email ?? '', password: '' },
    schema,
    failure: UNREACHABLE,
    async send(body) {
      const { twoFactorRedirect = false } = await sendPassword(body).catch((error) => {
        throw isKnown ? asPasswordError(error) : error;
      });
      await onPassed({ isCodeDue: twoFactorRedirect });
    },
  });
  return (
    <Form form={form} action="Sign in" sending="Signing in…">
      <TextField
        label="E-mail"
        type="email"
        autoComplete="username"
        {...form.field('email')}
        readOnly={isKnown || form.isSending}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        autoFocus={isKnown}
        {...form.field('password')}
      />
    </Form>
  );
}
