/** An owner with the second factor turned on, and codes for tests. */
import { expect } from 'bun:test';
import { codeFrom } from '../support/authenticator.ts';
import { type AuthSite, type Browser, OWNER } from './auth-site.ts';

export interface OwnerWithTwoFactor {
  owner: Browser;
  id: string;
  totpUri: string;
  recoveryCodes: string[];
}

/** Signs up the owner and turns the second factor on. */
export async function signUpWithTwoFactor(site: AuthSite): Promise<OwnerWithTwoFactor> {
  const owner = site.browser();
  await owner.signUp();
  const { id } = await (await owner.get('/guarded/staff')).json();
  const prepared = await owner.post('/api/auth/two-factor/enable', { password: OWNER.password });
  expect(prepared.status).toBe(200);
  const { totpURI, backupCodes } = await prepared.json();
  const verified = await verifyCode(owner, codeFrom(totpURI));
  expect(verified.status).toBe(200);
  return { owner, id, totpUri: totpURI, recoveryCodes: backupCodes };
}

export const verifyCode = (browser: Browser, code: string) =>
  browser.post('/api/auth/two-factor/verify-totp', { code });
export const verifyRecoveryCode = (browser: Browser, code: string) =>
  browser.post('/api/auth/two-factor/verify-backup-code', { code });

/** The code of the next period: already accepted, and not the one that turned the second factor on. */
export const nextCode = (totpUri: string) => codeFrom(totpUri, 1);

/** A code that is none of the three currently valid ones. */
export function wrongCode(totpUri: string): string {
  const right = [-1, 0, 1].map((ahead) => codeFrom(totpUri, ahead));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
}
