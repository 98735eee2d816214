/** The public site in English. */
import { Outlet } from 'react-router';
import { en } from '../i18n/en.ts';
import { I18nProvider } from '../i18n/i18n.tsx';
import type { Route } from './+types/english.ts';
import { sharedFor } from './caching.ts';
import { ProblemPage } from './problem-page.tsx';
import { PublicFrame } from './public-frame.tsx';

/** What changes meanwhile reaches an open page through the live stream. */
export const headers = sharedFor(60);

export default function EnglishSite() {
  return (
    <I18nProvider language="en" messages={en}>
      <PublicFrame>
        <Outlet />
      </PublicFrame>
    </I18nProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <I18nProvider language="en" messages={en}>
      <PublicFrame>
        <ProblemPage error={error} />
      </PublicFrame>
    </I18nProvider>
  );
}
