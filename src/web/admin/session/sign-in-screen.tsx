/** The screen without a session: sign in, or create an account. */
import { useState } from 'react';
import { Link } from 'react-router';
import { ACTION } from '../../components/control-classes.ts';
import { TEXT_LINK } from '../widgets/text-link.ts';
import { SignInForm, type Step } from './sign-in-form.tsx';
import { SignUpOffer } from './sign-up-offer.tsx';
import { isSignUpOpen, useSignUpPolicy } from './sign-up-policy.ts';
import { SignedOutPage } from './signed-out-page.tsx';
import { useSignInMode } from './use-sign-in-mode.ts';

export function SignInScreen({ onSignedIn }: { onSignedIn(): Promise<void> }) {
  const [step, setStep] = useState<Step>('password');
  const policy = useSignUpPolicy();
  const { mode, setupLink, choose } = useSignInMode(policy);

  if (mode === 'create') {
    return (
      <SignedOutPage title="Create Admin Account">
        <SignUpOffer policy={policy} setupLink={setupLink} onSignedUp={onSignedIn} />
        <OtherWay text="You have an account?" action="Sign in" onChoose={() => choose('sign-in')} />
      </SignedOutPage>
    );
  }
  const isFirst = policy.data !== undefined && isSignUpOpen(policy.data) && !policy.data.accountExists;
  return (
    <SignedOutPage
      title="Sign in"
      {...(isFirst && { text: 'There is no account yet. Create the first one below.' })}
    >
      <SignInForm onSignedIn={onSignedIn} onStep={setStep} />
      {step === 'password' && (
        <>
          <p className="mt-2 text-center">
            <Link to="/admin/reset" className={TEXT_LINK}>
              Forgotten password?
            </Link>
          </p>
          <OtherWay text="First time here?" action="Create Admin Account" onChoose={() => choose('create')} />
        </>
      )}
    </SignedOutPage>
  );
}

function OtherWay({ text, action, onChoose }: { text: string; action: string; onChoose(): void }) {
  return (
    <div className="mt-4 border-t border-thread pt-4 text-center">
      <p className="mb-2 text-ink-soft">{text}</p>
      <button type="button" className={`${ACTION} w-full hover:bg-ground`} onClick={onChoose}>
        {action}
      </button>
    </div>
  );
}
