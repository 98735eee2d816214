/** The form that creates an account, or the reason why none can be created. */
import { useQueryClient } from '@tanstack/react-query';
import type { SignupPolicy } from '../../../contract/accounts.ts';
import { ACTION } from '../../components/control-classes.ts';
import { refetchAll } from '../api/query-client.ts';
import { UNREACHABLE } from '../forms/form-texts.ts';
import { ErrorMessage } from '../widgets/error-message.tsx';
import { Waiting } from '../widgets/waiting.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { isSignUpOpen, type SignUpPolicyQuery } from './sign-up-policy.ts';
import type { SetupLink } from './use-sign-in-mode.ts';

interface SignUpOfferProps {
  policy: SignUpPolicyQuery;
  /** The setup link that was opened last. */
  setupLink: SetupLink | null;
  onSignedUp(): Promise<void>;
}

export function SignUpOffer({ policy, setupLink, onSignedUp }: SignUpOfferProps) {
  const { data: known, failureReason } = policy;
  const queryClient = useQueryClient();
  if (known) {
    return isSignUpOpen(known) ? (
      <SignUpForm policy={known} setupLink={setupLink} onSignedUp={onSignedUp} />
    ) : (
      <p className="text-center">{whyClosed(known)}</p>
    );
  }
  if (!failureReason) return <Waiting label="Loading" />;
  return (
    <div className="space-y-3">
      <ErrorMessage>{UNREACHABLE}</ErrorMessage>
      <button type="button" className={`${ACTION} w-full`} onClick={() => refetchAll(queryClient)}>
        Try again
      </button>
    </div>
  );
}

function whyClosed({ signup, accountExists }: SignupPolicy): string {
  if (!accountExists)
    return 'Accounts cannot be created here. An operator can create the first one at the server.';
  return signup === 'first'
    ? 'Accounts can no longer be created here. Ask an Admin to invite you.'
    : 'Accounts cannot be created here. Ask an Admin to invite you.';
}
