/** The form that creates an Admin account on the sign-in screen. */
import { useEffect, useEffectEvent } from 'react';
import { MAX_SETUP_CODE_LENGTH, type SignupPolicy, signUpSchema } from '../../../contract/accounts.ts';
import { requiredText } from '../../../contract/values.ts';
import { send } from '../api/admin-api.ts';
import { TextField } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { PASSWORD_HINT } from '../forms/form-texts.ts';
import { PasswordField } from '../forms/password-field.tsx';
import { useForm } from '../forms/use-form.ts';
import type { SetupLink } from './use-sign-in-mode.ts';

interface SignUpFormProps {
  policy: SignupPolicy;
  /** The setup link that was opened last. */
  setupLink: SetupLink | null;
  onSignedUp(): Promise<void>;
}

const firstAccountSchema = signUpSchema.extend({
  setupCode: requiredText('Setup code', MAX_SETUP_CODE_LENGTH),
});

export function SignUpForm({ policy: { setupCodeNeeded }, setupLink, onSignedUp }: SignUpFormProps) {
  const form = useForm({
    saved: { email: '', name: '', password: '', setupCode: setupLink?.code ?? '' },
    schema: setupCodeNeeded ? firstAccountSchema : signUpSchema,
    failure: 'Failed to create admin account',
    async send(body) {
      await send('POST', '/api/auth/sign-up/email', { body });
      await onSignedUp();
    },
  });
  // A setup link that is opened while the form is shown replaces only this field.
  const takeCode = useEffectEvent((code: string) => form.change({ setupCode: code }));
  useEffect(() => {
    if (setupLink) takeCode(setupLink.code);
  }, [setupLink]);
  return (
    <Form form={form} action="Create Admin Account" sending="Creating the account…">
      <TextField label="E-mail" type="email" autoComplete="username" autoFocus {...form.field('email')} />
      <TextField label="Your name (optional)" autoComplete="name" {...form.field('name')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
        {...form.field('password')}
      />
      {setupCodeNeeded && (
        <TextField
          label="Setup code"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          hint="It proves that this site is yours. The server prints it in its log when it starts, at the end of a link."
          {...form.field('setupCode')}
        />
      )}
    </Form>
  );
}
