/** The page that a mailed link opens: choose a password, then sign in. */
import { useState } from 'react';
import { Link } from 'react-router';
import { passwordResetSchema } from '../../../contract/accounts.ts';
import { MAIN_ACTION } from '../../components/control-classes.ts';
import { send } from '../api/admin-api.ts';
import { Form } from '../forms/form.tsx';
import { PASSWORD_HINT, UNREACHABLE } from '../forms/form-texts.ts';
import { PasswordField } from '../forms/password-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { TEXT_LINK } from '../widgets/text-link.ts';
import { SignedOutPage } from './signed-out-page.tsx';

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
      <SignedOutPage title="Your password is saved">
        <p role="status" className="text-center">
          {done}
        </p>
        <Link to="/admin/login" className={`${MAIN_ACTION} mt-6 w-full`}>
          Sign in
        </Link>
      </SignedOutPage>
    );
  }
  return (
    <SignedOutPage title={title} {...(text !== undefined && { text })}>
      <NewPasswordForm token={token} onChosen={() => setChosen(true)} />
      <p className="mt-3 text-center">
        <Link to="/admin/reset" className={TEXT_LINK}>
          Ask for a new link
        </Link>
      </p>
    </SignedOutPage>
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
