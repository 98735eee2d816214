/** Signing in: e-mail and password, and the second factor where the account has one. */
import { useState } from 'react';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

interface SignInFormProps {
  /** Known already when a session is to be taken up again. */
  email?: string;
  onSignedIn(): Promise<void>;
  /** The screen around it has other ways in, which are of no use once the password was right. */
  onStep?(step: Step): void;
}

export type Step = 'password' | 'code';

export function SignInForm({ email, onSignedIn, onStep }: SignInFormProps) {
  const [step, setStep] = useState<Step>('password');
  const goTo = (next: Step) => {
    setStep(next);
    onStep?.(next);
  };
  return step === 'password' ? (
    <PasswordForm
      {...(email !== undefined && { email })}
      onPassed={({ isCodeDue }) => (isCodeDue ? goTo('code') : onSignedIn())}
    />
  ) : (
    <SecondFactorForm onPassed={onSignedIn} onStartAgain={() => goTo('password')} />
  );
}
