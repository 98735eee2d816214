/** The second step of signing in: a code from the authenticator app, or a recovery code. */
import { useState } from 'react';
import { twoFactorCodeSchema } from '../../../contract/accounts.ts';
import { send } from '../api/admin-api.ts';
import { TextField } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { UNREACHABLE } from '../forms/form-texts.ts';
import { useForm } from '../forms/use-form.ts';
import { TEXT_LINK } from '../widgets/text-link.ts';

const APP = {
  path: '/api/auth/two-factor/verify-totp',
  label: 'Code',
  hint: 'Six digits from your authenticator app.',
  inputMode: 'numeric',
  insteadOfIt: 'Use a recovery code instead',
} as const;

const RECOVERY = {
  path: '/api/auth/two-factor/verify-backup-code',
  label: 'Recovery code',
  hint: 'One of those that you kept when you turned two-factor sign-in on. Each works once.',
  inputMode: 'text',
  insteadOfIt: 'Use the authenticator app instead',
} as const;

interface SecondFactorFormProps {
  onPassed(): Promise<void>;
  onStartAgain(): void;
}

export function SecondFactorForm({ onPassed, onStartAgain }: SecondFactorFormProps) {
  const [kind, setKind] = useState<CodeKind>(APP);
  return (
    <>
      <CodeForm key={kind.path} kind={kind} onPassed={onPassed} />
      <div className="mt-3 flex flex-wrap justify-between gap-x-6">
        <button type="button" className={TEXT_LINK} onClick={() => setKind(kind === APP ? RECOVERY : APP)}>
          {kind.insteadOfIt}
        </button>
        <button type="button" className={TEXT_LINK} onClick={onStartAgain}>
          Start again
        </button>
      </div>
    </>
  );
}

type CodeKind = typeof APP | typeof RECOVERY;

function CodeForm({ kind, onPassed }: { kind: CodeKind; onPassed(): Promise<void> }) {
  const form = useForm({
    saved: { code: '' },
    schema: twoFactorCodeSchema,
    failure: UNREACHABLE,
    async send({ code }) {
      await send('POST', kind.path, { body: { code: code.replaceAll(' ', '') } });
      await onPassed();
    },
  });
  return (
    <Form form={form} action="Sign in" sending="Signing in…">
      <TextField
        label={kind.label}
        autoComplete="one-time-code"
        inputMode={kind.inputMode}
        autoFocus
        hint={kind.hint}
        {...form.field('code')}
      />
    </Form>
  );
}
