/** The dialog that turns the second factor on: password, authenticator app, recovery codes. */
import { useState } from 'react';
import { useSession } from '../session/session.tsx';
import { Dialog } from '../widgets/dialog.tsx';
import { useToasts } from '../widgets/toasts.tsx';
import { ConfirmPasswordForm } from './confirm-password-form.tsx';
import { ConnectApp } from './connect-app.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const STEPS = {
  password: { title: 'Turn on two-factor sign-in', description: 'First, is it really you?' },
  app: {
    title: 'Connect your authenticator app',
    description: 'Scan this code with the app, then type the six digits that it shows.',
  },
  codes: {
    title: 'Keep your recovery codes',
    description: 'Each lets you in once if you lose your phone. They are not shown again.',
  },
} as const;

interface Preparation {
  totpURI: string;
  backupCodes: string[];
}

export function TurnOnDialog({ onClose }: { onClose(): void }) {
  const { api, checkSession } = useSession();
  const toasts = useToasts();
  const [step, setStep] = useState<keyof typeof STEPS>('password');
  const [prepared, setPrepared] = useState<Preparation>({ totpURI: '', backupCodes: [] });

  async function prepare(body: { password: string }): Promise<void> {
    setPrepared(await api.post<Preparation>('/api/auth/two-factor/enable', { body }));
    setStep('app');
  }

  async function finish(): Promise<void> {
    onClose();
    toasts.success('Two-factor sign-in is on.');
    await checkSession();
  }

  return (
    <Dialog isOpen onClose={onClose} keepOpen mustAnswer={step === 'codes'} {...STEPS[step]}>
      {step === 'password' && <ConfirmPasswordForm action="Continue" send={prepare} />}
      {step === 'app' && <ConnectApp totpUri={prepared.totpURI} onConnected={() => setStep('codes')} />}
      {step === 'codes' && <RecoveryCodes codes={prepared.backupCodes} onKept={finish} />}
    </Dialog>
  );
}
