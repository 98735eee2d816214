/** `/admin/reset`: sends a link by mail; opened by that link, asks for the new password. */
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { passwordResetRequestSchema } from '../../../contract/accounts.ts';
import { MAIN_ACTION } from '../../components/control-classes.ts';
import { send } from '../api/admin-api.ts';
import { TextField } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { UNREACHABLE } from '../forms/form-texts.ts';
import { useForm } from '../forms/use-form.ts';
import { TEXT_LINK } from '../widgets/text-link.ts';
import { ChoosePassword } from './choose-password.tsx';
import { SignedOutPage } from './signed-out-page.tsx';

export default function Reset() {
  const [search] = useSearchParams();
  const token = search.get('token');
  if (token === null) return <AskForLink />;
  return (
    <ChoosePassword
      token={token}
      title="Choose a new password"
      done="You can sign in with it now. Wherever you were signed in before, you are no longer."
    />
  );
}

function AskForLink() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    saved: { email: '' },
    schema: passwordResetRequestSchema,
    failure: UNREACHABLE,
    async send(body) {
      await send('POST', '/api/auth/request-password-reset', { body });
      setSentTo(body.email);
    },
  });
  if (sentTo !== null) return <LinkSent email={sentTo} />;
  return (
    <SignedOutPage
      title="Forgotten password"
      text="Tell us your e-mail address, and we send you a link to choose a new one."
    >
      <Form form={form} action="Send link" sending="Sending…">
        <TextField label="E-mail" type="email" autoComplete="username" autoFocus {...form.field('email')} />
      </Form>
      <p className="mt-3 text-center">
        <Link to="/admin/login" className={TEXT_LINK}>
          Back to sign in
        </Link>
      </p>
    </SignedOutPage>
  );
}

/** The same text in every case, so that nobody learns who has an account. */
const LinkSent = ({ email }: { email: string }) => (
  <SignedOutPage title="Look into your mail">
    <p role="status" className="text-center">
      If there is an account for <b className="break-words">{email}</b>, a link to choose a new password is on
      its way. It works once, within one hour.
    </p>
    <Link to="/admin/login" className={`${MAIN_ACTION} mt-6 w-full`}>
      Back to sign in
    </Link>
  </SignedOutPage>
);
