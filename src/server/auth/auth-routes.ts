/** Every route below /api/auth: those of Better Auth that we use, under its names, and our own beside them. */
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { askBetterAuth } from './ask-better-auth.ts';
import type { AuthEnv } from './auth-env.ts';
import { refuseCrossSite, requireStaff } from './guards.ts';
import {
  askForNewPassword,
  changePassword,
  choosePassword,
  endOtherSessions,
  endOwnSession,
  makeRecoveryCodes,
  prepareTwoFactor,
  signOut,
  turnOffTwoFactor,
} from './own-account.ts';
import { answerRefusal } from './refusals.ts';
import { findSession } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { readSignupPolicy, signUp } from './sign-up.ts';
import { verifyRecoveryCode, verifyTotp } from './verify-code.ts';

const keepPrivate = createMiddleware(async (c, next) => {
  await next();
  c.res.headers.set('Cache-Control', 'no-store');
});

const staffOnly = requireStaff();

export const authRoutes = new Hono<AuthEnv>();

authRoutes.onError(answerRefusal);
authRoutes.use('/api/auth/*', keepPrivate, refuseCrossSite);

authRoutes
  .get('/api/auth/policy', async (c) => c.json(await readSignupPolicy(c)))
  .post('/api/auth/sign-up/email', signUp)
  .post('/api/auth/sign-in/email', signIn)
  .post('/api/auth/two-factor/verify-totp', verifyTotp)
  .post('/api/auth/two-factor/verify-backup-code', verifyRecoveryCode)
  .post('/api/auth/request-password-reset', askForNewPassword)
  .post('/api/auth/reset-password', choosePassword)
  .post('/api/auth/sign-out', signOut)
  .get('/api/auth/get-session', async (c) => {
    // Better Auth would show the session of an account that was disabled a moment ago.
    const session = await findSession(c.env.auth, c.req.raw.headers);
    return session ? askBetterAuth(c, '/get-session') : c.json(null);
  })
  .post('/api/auth/change-password', staffOnly, changePassword)
  .post('/api/auth/two-factor/enable', staffOnly, prepareTwoFactor)
  .post('/api/auth/two-factor/disable', staffOnly, turnOffTwoFactor)
  .post('/api/auth/two-factor/generate-backup-codes', staffOnly, makeRecoveryCodes)
  .get('/api/auth/list-sessions', staffOnly, (c) => askBetterAuth(c, '/list-sessions'))
  .post('/api/auth/revoke-session', staffOnly, endOwnSession)
  .post('/api/auth/revoke-other-sessions', staffOnly, endOtherSessions);
