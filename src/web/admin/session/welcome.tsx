/** `/admin/welcome`: the page that the link in an invitation opens. */
import { Link, useSearchParams } from 'react-router';
import { MAIN_ACTION } from '../../components/control-classes.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { ChoosePassword } from './choose-password.tsx';
import { SignedOutPage } from './signed-out-page.tsx';

export default function Welcome() {
  const { productName } = useMessages();
  const [search] = useSearchParams();
  const token = search.get('token');
  if (token !== null) {
    return (
      <ChoosePassword
        token={token}
        title={`Welcome to ${productName}`}
        text="Choose a password to begin."
        done="Your account is ready. You can sign in now."
      />
    );
  }
  return (
    <SignedOutPage title={`Welcome to ${productName}`} text="Please open the link in your invitation mail.">
      <Link to="/admin/login" className={`${MAIN_ACTION} w-full`}>
        Sign in
      </Link>
    </SignedOutPage>
  );
}
