/** The second factor of one's own account: turn on, turn off, new recovery codes. */
import { useState } from 'react';
import { ACTION, MAIN_ACTION } from '../../components/control-classes.ts';
import { useApi, useSession } from '../session/session.tsx';
import { Badge } from '../widgets/badge.tsx';
import { Dialog } from '../widgets/dialog.tsx';
import { Panel } from '../widgets/panel.tsx';
import { useToasts } from '../widgets/toasts.tsx';
import { ConfirmPasswordForm } from './confirm-password-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TurnOnDialog } from './turn-on-dialog.tsx';

type Choice = 'turn-on' | 'turn-off' | 'new-codes';

export function TwoFactor() {
  const { twoFactorEnabled: isOn } = useSession().me;
  const [choice, setChoice] = useState<Choice | null>(null);
  const close = () => setChoice(null);
  return (
    <Panel
      title="Two-factor sign-in"
      actions={<Badge tone={isOn ? 'palm' : 'soft'}>{isOn ? 'On' : 'Off'}</Badge>}
    >
      <p className="text-ink-soft">
        {isOn
          ? 'Signing in takes your password and a code from your authenticator app.'
          : 'With it, signing in takes a code from an app on your phone as well: a stolen password alone is worth nothing.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {isOn ? (
          <>
            <button type="button" className={ACTION} onClick={() => setChoice('new-codes')}>
              New recovery codes
            </button>
            <button type="button" className={ACTION} onClick={() => setChoice('turn-off')}>
              Turn off
            </button>
          </>
        ) : (
          <button type="button" className={MAIN_ACTION} onClick={() => setChoice('turn-on')}>
            Turn on
          </button>
        )}
      </div>
      {choice === 'turn-on' && <TurnOnDialog onClose={close} />}
      {choice === 'turn-off' && <TurnOffDialog onClose={close} />}
      {choice === 'new-codes' && <NewCodesDialog onClose={close} />}
    </Panel>
  );
}

function TurnOffDialog({ onClose }: { onClose(): void }) {
  const { api, checkSession } = useSession();
  const toasts = useToasts();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Turn off two-factor sign-in"
      description="Your password alone will let you in, and anybody else who knows it."
    >
      <ConfirmPasswordForm
        action="Turn off"
        send={async (body) => {
          await api.post('/api/auth/two-factor/disable', { body });
          toasts.success('Two-factor sign-in is off.');
          onClose();
          await checkSession();
        }}
      />
    </Dialog>
  );
}

function NewCodesDialog({ onClose }: { onClose(): void }) {
  const api = useApi();
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      mustAnswer={codes !== null}
      title="New recovery codes"
      description="The codes that you have now no longer work once there are new ones."
    >
      {codes ? (
        <RecoveryCodes codes={codes} onKept={onClose} />
      ) : (
        <ConfirmPasswordForm
          action="Make new codes"
          send={async (body) => {
            const path = '/api/auth/two-factor/generate-backup-codes';
            setCodes((await api.post<{ backupCodes: string[] }>(path, { body })).backupCodes);
          }}
        />
      )}
    </Dialog>
  );
}
