/** Signing in: e-mail and password, and the second factor where the account has one. */
import { useState } from 'react';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

interface SignInFormProps {
  /** Given when a session is continued: it cannot be changed then. */
  email?: string;
  onSignedIn(): Promise<void>;
  /** Lets the screen hide the other options once the password was accepted. */
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
