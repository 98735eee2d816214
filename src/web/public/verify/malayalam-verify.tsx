/** The page about the public log in Malayalam. */
import { mlVerify } from '../../i18n/ml-verify.ts';
import { sharedFor } from '../caching.ts';
import type { Route } from './+types/malayalam-verify.ts';
import { loadVerify } from './load-verify.ts';
import { VerifyPage } from './verify-page.tsx';

export const headers = sharedFor(5);

export const loader = loadVerify;

export default function MalayalamVerify({ loaderData }: Route.ComponentProps) {
  return <VerifyPage texts={mlVerify} loaderData={loaderData} />;
}
