/** An owner whose second factor is on, and the codes that tests send. */
import { expect } from 'bun:test';
import { codeFrom } from '../support/authenticator.ts';
import { type AuthWorld, type Browser, OWNER } from './auth-world.ts';

export interface Protected {
  owner: Browser;
  id: string;
  totpUri: string;
  recoveryCodes: string[];
}

/** An owner whose second factor is on. */
export async function protect(world: AuthWorld): Promise<Protected> {
  const owner = world.browser();
  await owner.signUp();
  const { id } = await (await owner.get('/guarded/staff')).json();
  const prepared = await owner.post('/api/auth/two-factor/enable', { password: OWNER.password });
  expect(prepared.status).toBe(200);
  const { totpURI, backupCodes } = await prepared.json();
  const verified = await verify(owner, codeFrom(totpURI));
  expect(verified.status).toBe(200);
  return { owner, id, totpUri: totpURI, recoveryCodes: backupCodes };
}

export const verify = (browser: Browser, code: string) =>
  browser.post('/api/auth/two-factor/verify-totp', { code });
export const recover = (browser: Browser, code: string) =>
  browser.post('/api/auth/two-factor/verify-backup-code', { code });

/** Already accepted, and not the code with which the second factor was turned on. */
export const nextCode = (totpUri: string) => codeFrom(totpUri, 1);

/** A code that is none of the three that are right at this moment. */
export function wrongCode(totpUri: string): string {
  const right = [-1, 0, 1].map((ahead) => codeFrom(totpUri, ahead));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
}
