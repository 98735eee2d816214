/** Creating an Admin account on the sign-in screen, where the site allows it. */
import { MAX_SETUP_CODE_LENGTH, type SignupPolicy, signUpSchema } from '../../../contract/accounts.ts';
import { requiredText } from '../../../contract/values.ts';
import { send } from '../api/admin-api.ts';
import { TextField } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { PasswordField } from '../forms/password-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { PASSWORD_HINT } from './new-password-form.tsx';

interface SignUpFormProps {
  policy: SignupPolicy;
  /** The setup code of the link that was opened. */
  linkedCode: string | null;
  onSignedUp(): Promise<void>;
}

const firstAccountSchema = signUpSchema.extend({
  setupCode: requiredText('Setup code', MAX_SETUP_CODE_LENGTH),
});

export function SignUpForm({ policy: { setupCodeNeeded }, linkedCode, onSignedUp }: SignUpFormProps) {
  const form = useForm({
    schema: setupCodeNeeded ? firstAccountSchema : signUpSchema,
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
          // A link that is opened while the form is shown replaces this field alone.
          key={linkedCode}
          label="Setup code"
          name="setupCode"
          defaultValue={linkedCode ?? ''}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          hint="It proves that this site is yours. The server prints it in its log when it starts, at the end of a link."
          error={errors['setupCode']}
        />
      )}
    </Form>
  );
}
