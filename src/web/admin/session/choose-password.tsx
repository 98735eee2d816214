/** The page that a mailed link opens: choose a password, then sign in. */
import { useState } from 'react';
import { Link } from 'react-router';
import { passwordResetSchema } from '../../../contract/accounts.ts';
import { MIN_PASSWORD_LENGTH } from '../../../contract/users.ts';
import { MAIN_ACTION } from '../../components/control-classes.ts';
import { send } from '../api/admin-api.ts';
import { Form } from '../forms/form.tsx';
import { PasswordField } from '../forms/password-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { AccountPage, TEXT_LINK } from './account-page.tsx';
import { UNREACHABLE } from './password-form.tsx';

export const PASSWORD_HINT = `At least ${MIN_PASSWORD_LENGTH} characters. Longer is better.`;

const schema = passwordResetSchema.omit({ token: true });

interface ChoosePasswordProps {
  token: string;
  title: string;
  text?: string;
  /** The text after it is saved. */
  done: string;
}

export function ChoosePassword({ token, title, text, done }: ChoosePasswordProps) {
  const [isChosen, setChosen] = useState(false);
  if (isChosen) {
    return (
      <AccountPage title="Your password is saved">
        <p role="status" className="text-center">
          {done}
        </p>
        <Link to="/admin/login" className={`${MAIN_ACTION} mt-6 w-full`}>
          Sign in
        </Link>
      </AccountPage>
    );
  }
  return (
    <AccountPage title={title} {...(text !== undefined && { text })}>
      <NewPasswordForm token={token} onChosen={() => setChosen(true)} />
      <p className="mt-3 text-center">
        <Link to="/admin/reset" className={TEXT_LINK}>
          Ask for a new link
        </Link>
      </p>
    </AccountPage>
  );
}

interface NewPasswordFormProps {
  token: string;
  onChosen(): void;
}

function NewPasswordForm({ token, onChosen }: NewPasswordFormProps) {
  const form = useForm({
    saved: { newPassword: '' },
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
        autoComplete="new-password"
        autoFocus
        hint={PASSWORD_HINT}
        {...form.field('newPassword')}
      />
    </Form>
  );
}
