/** E-mail and password, and the second factor where the account has one. */
import { type FormEvent, useState } from 'react';
import { signInSchema, twoFactorCodeSchema } from '../../../contract/accounts.ts';
import { MAIN_ACTION } from '../../components/actions.ts';
import { send } from '../data/admin-api.ts';
import { type FormProblem, findProblem, problemOf } from '../data/form-problem.ts';
import { TextField } from '../ui/field.tsx';

const UNREACHABLE = 'The server does not answer. Please try again.';

interface SignInFormProps {
  /** Known already when a session is to be taken up again. */
  email?: string;
  onSignedIn(): void | Promise<void>;
}

/** A code of six digits comes from the authenticator; anything else can only be a recovery code. */
const addressForCode = (code: string): string =>
  /^\d{6}$/.test(code) ? '/api/auth/two-factor/verify-totp' : '/api/auth/two-factor/verify-backup-code';

export function SignInForm({ email, onSignedIn }: SignInFormProps) {
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [isSending, setSending] = useState(false);

  async function attempt(work: () => Promise<void>): Promise<void> {
    setSending(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(problemOf(error, UNREACHABLE));
    }
    setSending(false);
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.currentTarget));
    const found = findProblem(step === 'password' ? signInSchema : twoFactorCodeSchema, values);
    if (found) setProblem(found);
    else
      void attempt(step === 'password' ? () => sendPassword(values) : () => sendCode(String(values['code'])));
  }

  async function sendPassword(body: Record<string, unknown>): Promise<void> {
    const answer = await send<{ twoFactorRedirect?: boolean }>('POST', '/api/auth/sign-in/email', { body });
    if (answer.twoFactorRedirect) setStep('code');
    else await onSignedIn();
  }

  async function sendCode(typed: string): Promise<void> {
    const code = typed.replaceAll(' ', '');
    await send('POST', addressForCode(code), { body: { code } });
    await onSignedIn();
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4" aria-busy={isSending}>
      {problem && (
        <p role="alert" className="rounded-control border-2 border-ember p-3 font-semibold text-ember">
          {problem.text}
        </p>
      )}
      {step === 'password' ? (
        <>
          <TextField
            label="E-mail"
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={email}
            readOnly={email !== undefined}
            error={problem?.fields['email']}
          />
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            autoFocus={email !== undefined}
            error={problem?.fields['password']}
          />
        </>
      ) : (
        <TextField
          key="code"
          label="Code"
          name="code"
          autoComplete="one-time-code"
          autoFocus
          hint="From your authenticator app, or one of your recovery codes."
          error={problem?.fields['code']}
        />
      )}
      <button type="submit" disabled={isSending} className={`${MAIN_ACTION} w-full disabled:opacity-60`}>
        {isSending ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  );
}
