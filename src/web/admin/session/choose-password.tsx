/** The page behind a mailed link: a password is chosen, and the way leads on to signing in. */
import { useState } from 'react';
import { Link } from 'react-router';
import { MAIN_ACTION } from '../../components/actions.ts';
import { AccountPage, TEXT_LINK } from './account-page.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

interface ChoosePasswordProps {
  token: string;
  title: string;
  text?: string;
  /** What is said once it is done. */
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
