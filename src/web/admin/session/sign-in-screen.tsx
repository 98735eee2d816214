/** What the panel shows while nobody is signed in. */
import { useMessages } from '../../i18n/i18n.tsx';
import { AccountPage } from './account-page.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignInScreen({ onSignedIn }: { onSignedIn(): void | Promise<void> }) {
  const { productName } = useMessages();
  return (
    <AccountPage title={`Sign in to ${productName}`}>
      <SignInForm onSignedIn={onSignedIn} />
    </AccountPage>
  );
}
