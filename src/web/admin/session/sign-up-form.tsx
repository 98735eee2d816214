/** Creating an Admin account on the sign-in screen, where the site allows it. */
import { type SignupPolicy, signUpSchema } from '../../../contract/accounts.ts';
import { send } from '../data/admin-api.ts';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { useForm } from '../ui/use-form.ts';
import { PASSWORD_HINT } from './new-password-form.tsx';

interface SignUpFormProps {
  policy: SignupPolicy;
  onSignedUp(): Promise<void>;
}

export function SignUpForm({ policy: { setupCodeNeeded }, onSignedUp }: SignUpFormProps) {
  const form = useForm({
    schema: signUpSchema,
    failure: 'Failed to create admin account',
    async send(body) {
      await send('POST', '/api/auth/sign-up/email', { body });
      await onSignedUp();
    },
  });
  const errors = form.problem?.fields ?? {};
  return (
    <Form form={form} action="Create Admin Account" sending="Creating the account…">
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        error={errors['email']}
      />
      <TextField label="Your name (optional)" name="name" autoComplete="name" error={errors['name']} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
        error={errors['password']}
      />
      {setupCodeNeeded && (
        <TextField
          label="Setup code"
          name="setupCode"
          autoComplete="off"
          autoCapitalize="characters"
          hint="The server printed it when it started: it shows that this site is yours."
          error={errors['setupCode']}
        />
      )}
    </Form>
  );
}
