/** Every kind of refused account request. */
import { expect } from 'bun:test';
import type { SignupMode } from '../../src/server/config.ts';
import { nextCode, signUpWithTwoFactor, verifyCode, wrongCode } from './auth-second-factor.ts';
import { type AuthSite, at, type Browser, ELSEWHERE, OWNER } from './auth-site.ts';

interface Refusal {
  status: number;
  signup?: SignupMode;
  /** Also on PostgreSQL: one of each kind of counter and of each way to refuse a password or a code. */
  isOnBoth?: boolean;
  /** Uses up the limit, and returns a request that is then refused. */
  prepare(site: AuthSite): Promise<(attempt: number) => Promise<Response>>;
}

export const repeat = async (times: number, action: (index: number) => Promise<unknown>) => {
  for (let index = 0; index < times; index += 1) await action(index);
};

const guess = (browser: Browser, index: number, email = OWNER.email) =>
  browser.signIn({ email, password: `guess number ${index}` });

const post = (browser: Browser, path: string, body: object) => browser.post(`/api/auth/${path}`, body);

const choose = (browser: Browser, index: number) =>
  post(browser, 'reset-password', { token: `made-up-${index}`, newPassword: 'eight blue parrots' });

const change = (browser: Browser, currentPassword: string, newPassword = 'eight blue parrots') =>
  post(browser, 'change-password', { currentPassword, newPassword });

async function signUpOwner(site: AuthSite): Promise<Browser> {
  const owner = site.browser();
  expect((await owner.signUp()).status).toBe(200);
  return owner;
}

/** Signs in from elsewhere with the password, without the second-factor code. */
async function signInWithoutCode(site: AuthSite): Promise<Browser> {
  const thief = site.browser(ELSEWHERE);
  await thief.signIn();
  return thief;
}

export const REFUSALS: Record<string, Refusal> = {
  'passwords for one account': {
    status: 429,
    isOnBoth: true,
    async prepare(site) {
      await signUpOwner(site);
      const stranger = site.browser(ELSEWHERE);
      await repeat(5, (i) => guess(stranger, i));
      // The entry is written after the response.
      while (!(await site.actions()).includes('Failed sign-ins')) await Bun.sleep(10);
      return (i) => guess(stranger, i);
    },
  },
  'passwords for many accounts that do not exist': {
    status: 429,
    async prepare(site) {
      await signUpOwner(site);
      const stranger = site.browser(ELSEWHERE);
      await repeat(30, (i) => guess(stranger, i, `used-up-${i}@example.org`));
      return (i) => guess(stranger, i, `made-up-${i}@example.org`);
    },
  },
  'passwords from a known device': {
    status: 429,
    async prepare(site) {
      const owner = await signUpOwner(site);
      await repeat(10, (i) => guess(owner, i));
      return (i) => guess(owner, i);
    },
  },
  'passwords from another site': {
    status: 403,
    async prepare(site) {
      const owner = await signUpOwner(site);
      return () => owner.post('/api/auth/sign-in/email', OWNER, { Origin: 'https://evil.example' });
    },
  },
  'sign-up once it is closed': {
    status: 403,
    async prepare(site) {
      await signUpOwner(site);
      return (i) => site.browser(ELSEWHERE).signUp({ email: `made-up-${i}@example.org` });
    },
  },
  'sign-up with a common password': {
    status: 422,
    prepare: async (site) => () => site.browser(ELSEWHERE).signUp({ password: 'password123' }),
  },
  'sign-up without the setup code': {
    status: 403,
    prepare: async (site) => () => site.browser(ELSEWHERE).signUp({ setupCode: undefined }),
  },
  'setup codes': {
    status: 429,
    isOnBoth: true,
    async prepare(site) {
      const stranger = site.browser(ELSEWHERE);
      await repeat(10, (i) => stranger.signUp({ setupCode: `wrong-${i}` }));
      return (i) => stranger.signUp({ setupCode: `wrong-${i}` });
    },
  },
  'sign-up where it is open': {
    status: 429,
    signup: 'open',
    async prepare(site) {
      await signUpOwner(site);
      const stranger = site.browser(ELSEWHERE);
      await repeat(20, () => stranger.signUp());
      return (i) => stranger.signUp({ email: `made-up-${i}@example.org` });
    },
  },
  'requests for a new password': {
    status: 429,
    isOnBoth: true,
    async prepare(site) {
      await signUpOwner(site);
      const stranger = site.browser(ELSEWHERE);
      const requestReset = (email: string) => post(stranger, 'request-password-reset', { email });
      await Promise.all(Array.from({ length: 10 }, () => requestReset(OWNER.email)));
      return (i) => requestReset(`made-up-${i}@example.org`);
    },
  },
  'links for a new password': {
    status: 429,
    isOnBoth: true,
    async prepare(site) {
      await signUpOwner(site);
      const stranger = site.browser(ELSEWHERE);
      await repeat(30, (i) => choose(stranger, i));
      return (i) => choose(stranger, i);
    },
  },
  'codes without a sign-in': {
    status: 401,
    async prepare(site) {
      const { totpUri } = await signUpWithTwoFactor(site);
      const stranger = site.browser(ELSEWHERE);
      stranger.cookies.set('swarna-chakra.two_factor', '2fa-made-up.c2lnbmF0dXJl');
      return () => verifyCode(stranger, nextCode(totpUri));
    },
  },
  'codes for a sign-in that has expired': {
    status: 401,
    async prepare(site) {
      const { totpUri } = await signUpWithTwoFactor(site);
      const phone = await signInWithoutCode(site);
      const expiresAt = new Date(Date.now() - 1).toISOString();
      await site.database.betterAuthTables.updateTable('verification').set({ expiresAt }).execute();
      return () => verifyCode(phone, nextCode(totpUri));
    },
  },
  codes: {
    status: 429,
    isOnBoth: true,
    async prepare(site) {
      const { owner, totpUri } = await signUpWithTwoFactor(site);
      owner.client = ELSEWHERE;
      await repeat(10, () => verifyCode(owner, wrongCode(totpUri)));
      const thief = await signInWithoutCode(site);
      return () => verifyCode(thief, nextCode(totpUri));
    },
  },
  'codes for an account that is locked': {
    status: 429,
    isOnBoth: true,
    async prepare(site) {
      const { totpUri } = await signUpWithTwoFactor(site);
      for (const address of ['203.0.113.1', '203.0.113.2']) {
        const thief = site.browser(at(address));
        await thief.signIn();
        await repeat(5, () => verifyCode(thief, wrongCode(totpUri)));
      }
      const thief = await signInWithoutCode(site);
      return () => verifyCode(thief, nextCode(totpUri));
    },
  },
  'sign-ins without a code': {
    status: 429,
    async prepare(site) {
      await signUpWithTwoFactor(site);
      await repeat(30, () => signInWithoutCode(site));
      return () => site.browser(ELSEWHERE).signIn();
    },
  },
  'a new password with a wrong old one': {
    status: 429,
    isOnBoth: true,
    async prepare(site) {
      const owner = await signUpOwner(site);
      await repeat(10, (i) => change(owner, `guess number ${i}`));
      return (i) => change(owner, `guess number ${i}`);
    },
  },
  'a new password that is common': {
    status: 422,
    async prepare(site) {
      const owner = await signUpOwner(site);
      return () => change(owner, OWNER.password, 'password123');
    },
  },
  'a new password without a session': {
    status: 401,
    async prepare(site) {
      await signUpOwner(site);
      return () => change(site.browser(ELSEWHERE), OWNER.password);
    },
  },
  'wrong passwords for turning the second factor on or off': {
    status: 429,
    async prepare(site) {
      const { owner } = await signUpWithTwoFactor(site);
      const paths = ['enable', 'disable', 'generate-backup-codes'];
      const attempt = (i: number) =>
        post(owner, `two-factor/${paths[i % paths.length]}`, { password: `guess number ${i}` });
      await repeat(10, attempt);
      return attempt;
    },
  },
};
