/** Shows the secret for an authenticator app as QR code and text, and checks the first code. */
import { lazy, Suspense } from 'react';
import { twoFactorCodeSchema } from '../../../contract/accounts.ts';
import { TextField } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { UNREACHABLE } from '../forms/form-texts.ts';
import { useForm } from '../forms/use-form.ts';
import { useApi } from '../session/session.tsx';
import { CopyButton } from '../widgets/copy-button.tsx';

/** Loaded on demand: most people never open this dialog. */
const QrCode = lazy(() => import('./qr-code.tsx'));

interface ConnectAppProps {
  totpUri: string;
  onConnected(): void;
}

export function ConnectApp({ totpUri, onConnected }: ConnectAppProps) {
  const api = useApi();
  const secret = new URL(totpUri).searchParams.get('secret') ?? '';
  const form = useForm({
    saved: { code: '' },
    schema: twoFactorCodeSchema,
    failure: UNREACHABLE,
    async send({ code }) {
      await api.post('/api/auth/two-factor/verify-totp', { body: { code: code.replaceAll(' ', '') } });
      onConnected();
    },
  });
  return (
    <>
      <div className="mx-auto mb-4 size-52">
        <Suspense fallback={<div className="shimmer size-full rounded-control bg-ground" />}>
          <QrCode text={totpUri} label="QR code for your authenticator app" />
        </Suspense>
      </div>
      <details className="mb-4">
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-maroon">
          No camera? Type the key instead
        </summary>
        <div className="flex flex-wrap items-center gap-3">
          <code className="grow basis-48 break-words rounded-control bg-ground p-3 font-semibold">
            {inGroups(secret)}
          </code>
          <CopyButton text={secret} label="Copy key" />
        </div>
        <p className="mt-2 text-sm text-ink-soft">
          Or, if the app is on this device,{' '}
          <a href={totpUri} className="font-semibold text-maroon underline">
            open it
          </a>
          .
        </p>
      </details>
      <Form form={form} action="Turn on" sending="Checking…">
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          {...form.field('code')}
        />
      </Form>
    </>
  );
}

const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? '';
