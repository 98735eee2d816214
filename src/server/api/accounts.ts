/** All routes below /api/auth: the Better Auth routes that we use, under their original paths, and our own. */
import { createRoute, OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  passwordChangeSchema,
  passwordConfirmationSchema,
  passwordResetRequestSchema,
  passwordResetSchema,
  sessionTokenSchema,
  signInSchema,
  signUpSchema,
  signupPolicySchema,
  twoFactorCodeSchema,
} from '../../contract/accounts.ts';
import { problemSchema } from '../../contract/problem.ts';
import type { AuthEnv } from '../auth/auth-env.ts';
import { callBetterAuth } from '../auth/call-better-auth.ts';
import { requireStaff } from '../auth/guards.ts';
import {
  changePassword,
  createRecoveryCodes,
  endOtherSessions,
  endOwnSession,
  prepareTwoFactor,
  resetPassword,
  sendPasswordReset,
  signOut,
  turnOffTwoFactor,
} from '../auth/own-account.ts';
import { accountProblemResponse } from '../auth/refusals.ts';
import { findSession } from '../auth/sessions.ts';
import { signIn } from '../auth/sign-in.ts';
import { readSignupPolicy, signUp } from '../auth/sign-up.ts';
import { verifyRecoveryCode, verifyTotp } from '../auth/verify-code.ts';
import type { ErrorCode } from '../errors.ts';
import { noStore } from './cache-and-cors.ts';
import { expectedError, refuseInvalid } from './refusals.ts';
import { json, openJsonBody, refusalsAs } from './route-parts.ts';

const signedIn = z
  .object({ redirect: z.boolean().optional(), twoFactorRedirect: z.boolean().optional() })
  .loose()
  .meta({ id: 'SignedIn' });
/** The body that Better Auth returns; its client library knows the fields. */
const betterAuthBody = z.object({}).loose();
/** Better Auth's client shows `message`; errors from middleware before these routes do not have it. */
const accountProblem = problemSchema
  .extend({ message: z.string().optional() })
  .meta({ id: 'AccountProblem' });

/** The loose type lets a handler return the response of Better Auth unchanged. */
const responses = (refused: ErrorCode[], body: z.ZodType = betterAuthBody): RouteConfig['responses'] => ({
  200: json(body, 'Done.'),
  ...refusalsAs(accountProblem, refused),
});

const tags = ['Accounts'];
const staffOnly = requireStaff();
const CODE_REFUSALS: ErrorCode[] = ['wrong-code', 'sign-in-expired', 'two-factor-off', 'invalid', 'too-many'];

export const accountRoutes = new OpenAPIHono<AuthEnv>({ defaultHook: refuseInvalid });

accountRoutes.onError((thrown) => accountProblemResponse(expectedError(thrown)));
accountRoutes.use('/api/auth/*', noStore);

accountRoutes
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/auth/policy',
      tags,
      summary: 'Who may create an account, and whether a setup code is required',
      responses: responses([], signupPolicySchema),
    }),
    async (c) => c.json(await readSignupPolicy(c)),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/auth/sign-up/email',
      tags,
      summary: 'Create an Admin account where the policy allows it, and sign in',
      request: { body: openJsonBody(signUpSchema) },
      responses: responses(['signup-closed', 'setup-code', 'user-exists', 'invalid', 'too-many'], signedIn),
    }),
    (c) => signUp(c, c.req.valid('json')),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/auth/sign-in/email',
      tags,
      summary: 'Sign in; the response sets the session cookie or requires the second factor',
      request: { body: openJsonBody(signInSchema) },
      responses: responses(['sign-in-failed', 'account-disabled', 'invalid', 'too-many', 'busy'], signedIn),
    }),
    (c) => signIn(c, c.req.valid('json')),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/auth/two-factor/verify-totp',
      tags,
      summary: 'Verify a code from the authenticator app',
      request: { body: openJsonBody(twoFactorCodeSchema) },
      responses: responses(CODE_REFUSALS),
    }),
    (c) => verifyTotp(c, c.req.valid('json')),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/auth/two-factor/verify-backup-code',
      tags,
      summary: 'Verify a recovery code',
      request: { body: openJsonBody(twoFactorCodeSchema) },
      responses: responses(CODE_REFUSALS),
    }),
    (c) => verifyRecoveryCode(c, c.req.valid('json')),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/auth/sign-out',
      tags,
      summary: 'Sign out',
      responses: responses([]),
    }),
    signOut,
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/auth/get-session',
      tags,
      summary: 'Get the current session, or null',
      responses: responses([], betterAuthBody.nullable()),
    }),
    async (c) => {
      // Better Auth would also return the session of an account that was just disabled.
      const session = await findSession(c.env.auth, c.req.raw.headers);
      return session ? callBetterAuth(c, '/get-session') : c.json(null);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/auth/request-password-reset',
      tags,
      summary: 'Mail a link to set a new password, if the account exists',
      request: { body: openJsonBody(passwordResetRequestSchema) },
      responses: responses(['invalid', 'too-many']),
    }),
    (c) => sendPasswordReset(c, c.req.valid('json')),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/auth/reset-password',
      tags,
      summary: 'Set a password with a mailed link',
      request: { body: openJsonBody(passwordResetSchema) },
      responses: responses(['link-expired', 'invalid', 'too-many']),
    }),
    (c) => resetPassword(c, c.req.valid('json')),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/auth/change-password',
      tags,
      summary: 'Change your password',
      middleware: staffOnly,
      request: { body: openJsonBody(passwordChangeSchema) },
      responses: responses(['unauthenticated', 'wrong-password', 'invalid', 'too-many']),
    }),
    (c) => changePassword(c, c.req.valid('json')),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/auth/two-factor/enable',
      tags,
      summary: 'Get the data for an authenticator app; the second factor is on after the first valid code',
      middleware: staffOnly,
      request: { body: openJsonBody(passwordConfirmationSchema) },
      responses: responses(['unauthenticated', 'wrong-password', 'two-factor-on', 'invalid', 'too-many']),
    }),
    (c) => prepareTwoFactor(c, c.req.valid('json')),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/auth/two-factor/disable',
      tags,
      summary: 'Turn the second factor off',
      middleware: staffOnly,
      request: { body: openJsonBody(passwordConfirmationSchema) },
      responses: responses(['unauthenticated', 'wrong-password', 'two-factor-off', 'invalid', 'too-many']),
    }),
    (c) => turnOffTwoFactor(c, c.req.valid('json')),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/auth/two-factor/generate-backup-codes',
      tags,
      summary: 'Create new recovery codes; the old ones become invalid',
      middleware: staffOnly,
      request: { body: openJsonBody(passwordConfirmationSchema) },
      responses: responses(['unauthenticated', 'wrong-password', 'two-factor-off', 'invalid', 'too-many']),
    }),
    (c) => createRecoveryCodes(c, c.req.valid('json')),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/auth/list-sessions',
      tags,
      summary: 'List your sessions',
      middleware: staffOnly,
      responses: responses(['unauthenticated'], z.array(betterAuthBody)),
    }),
    (c) => callBetterAuth(c, '/list-sessions'),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/auth/revoke-session',
      tags,
      summary: 'End one of your sessions',
      middleware: staffOnly,
      request: { body: openJsonBody(sessionTokenSchema) },
      responses: responses(['unauthenticated', 'not-found', 'invalid']),
    }),
    (c) => endOwnSession(c, c.req.valid('json')),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/auth/revoke-other-sessions',
      tags,
      summary: 'End all your other sessions',
      middleware: staffOnly,
      responses: responses(['unauthenticated']),
    }),
    endOtherSessions,
  );
