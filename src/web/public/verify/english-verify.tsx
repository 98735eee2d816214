/** The page about the public log in English. */
import { enVerify } from '../../i18n/en-verify.ts';
import { sharedFor } from '../caching.ts';
import type { Route } from './+types/english-verify.ts';
import { loadVerify } from './load-verify.ts';
import { VerifyPage } from './verify-page.tsx';

export const headers = sharedFor(5);

export const loader = loadVerify;

export default function EnglishVerify({ loaderData }: Route.ComponentProps) {
  return <VerifyPage texts={enVerify} loaderData={loaderData} />;
}
