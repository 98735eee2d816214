/** Asks for the password before a change of the second factor. */
import { passwordConfirmationSchema } from '../../../contract/accounts.ts';
import { asFieldError } from '../api/refusal.ts';
import { Form } from '../forms/form.tsx';
import { UNREACHABLE } from '../forms/form-texts.ts';
import { PasswordField } from '../forms/password-field.tsx';
import { useForm } from '../forms/use-form.ts';

interface ConfirmPasswordFormProps {
  action: string;
  send(body: { password: string }): Promise<void>;
}

export function ConfirmPasswordForm({ action, send }: ConfirmPasswordFormProps) {
  const form = useForm({
    saved: { password: '' },
    schema: passwordConfirmationSchema,
    failure: UNREACHABLE,
    send: (body) =>
      send(body).catch((error) => {
        throw asFieldError(error, 'wrong-password', 'password');
      }),
  });
  return (
    <Form form={form} action={action} sending="One moment…">
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        autoFocus
        {...form.field('password')}
      />
    </Form>
  );
}
