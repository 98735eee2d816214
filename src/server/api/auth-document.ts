/** The account calls in the document. Their routes check bodies themselves, by the same schemas that stand here. */
import type { OpenAPIHono } from '@hono/zod-openapi';
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
import type { ErrorCode } from '../errors.ts';
import { json, jsonBody, refusalsAs } from './answers.ts';

type Registry = OpenAPIHono['openAPIRegistry'];

interface AuthCall {
  method: 'get' | 'post';
  path: string;
  summary: string;
  body?: z.ZodType;
  answer?: z.ZodType;
  refused?: ErrorCode[];
}

const nothingNeeded = z.object({});
const signedIn = z
  .object({ redirect: z.boolean().optional(), twoFactorRedirect: z.boolean().optional() })
  .loose()
  .meta({ id: 'SignedIn' });
const done = z.object({}).loose();
/** What Better Auth's own client shows is `message`; refusals that come before the account routes have none. */
const accountProblem = problemSchema
  .extend({ message: z.string().optional() })
  .meta({ id: 'AccountProblem' });

const CALLS: AuthCall[] = [
  {
    method: 'get',
    path: 'policy',
    summary: 'Who may create an account, and whether a setup code is asked for',
    answer: signupPolicySchema,
  },
  {
    method: 'post',
    path: 'sign-up/email',
    summary: 'Create an Admin account where the policy allows it, and sign in',
    body: signUpSchema,
    answer: signedIn,
    refused: ['signup-closed', 'setup-code', 'user-exists', 'invalid', 'too-many'],
  },
  {
    method: 'post',
    path: 'sign-in/email',
    summary: 'Sign in; the answer sets the session cookie, or asks for the second factor',
    body: signInSchema,
    answer: signedIn,
    refused: ['sign-in-failed', 'account-disabled', 'invalid', 'too-many'],
  },
  {
    method: 'post',
    path: 'two-factor/verify-totp',
    summary: 'The second factor: a code of the authenticator app',
    body: twoFactorCodeSchema,
    refused: ['wrong-code', 'sign-in-expired', 'two-factor-off', 'invalid', 'too-many'],
  },
  {
    method: 'post',
    path: 'two-factor/verify-backup-code',
    summary: 'The second factor: a recovery code',
    body: twoFactorCodeSchema,
    refused: ['wrong-code', 'sign-in-expired', 'two-factor-off', 'invalid', 'too-many'],
  },
  { method: 'post', path: 'sign-out', summary: 'Sign out', body: nothingNeeded },
  {
    method: 'get',
    path: 'get-session',
    summary: 'The session of this cookie, or null',
    answer: done.nullable(),
  },
  {
    method: 'post',
    path: 'request-password-reset',
    summary: 'Mail a link for a new password, if there is such an account',
    body: passwordResetRequestSchema,
    refused: ['invalid', 'too-many'],
  },
  {
    method: 'post',
    path: 'reset-password',
    summary: 'Choose a password by a mailed link',
    body: passwordResetSchema,
    refused: ['link-expired', 'invalid', 'too-many'],
  },
  {
    method: 'post',
    path: 'change-password',
    summary: 'Change the own password',
    body: passwordChangeSchema,
    refused: ['unauthenticated', 'wrong-password', 'invalid', 'too-many'],
  },
  {
    method: 'post',
    path: 'two-factor/enable',
    summary: 'What an authenticator app needs; on once a first code was right',
    body: passwordConfirmationSchema,
    refused: ['unauthenticated', 'wrong-password', 'two-factor-on', 'too-many'],
  },
  {
    method: 'post',
    path: 'two-factor/disable',
    summary: 'Turn the second factor off',
    body: passwordConfirmationSchema,
    refused: ['unauthenticated', 'wrong-password', 'two-factor-off', 'too-many'],
  },
  {
    method: 'post',
    path: 'two-factor/generate-backup-codes',
    summary: 'New recovery codes; the old ones are void',
    body: passwordConfirmationSchema,
    refused: ['unauthenticated', 'wrong-password', 'two-factor-off', 'too-many'],
  },
  {
    method: 'get',
    path: 'list-sessions',
    summary: 'The own sessions',
    refused: ['unauthenticated'],
    answer: z.array(done),
  },
  {
    method: 'post',
    path: 'revoke-session',
    summary: 'End one of the own sessions',
    body: sessionTokenSchema,
    refused: ['unauthenticated', 'not-found', 'invalid'],
  },
  {
    method: 'post',
    path: 'revoke-other-sessions',
    summary: 'End all own sessions but this one',
    body: nothingNeeded,
    refused: ['unauthenticated'],
  },
];

export function describeAuthRoutes(registry: Registry): void {
  for (const { method, path, summary, body, answer = done, refused = [] } of CALLS) {
    registry.registerPath({
      method,
      path: `/api/auth/${path}`,
      tags: ['Accounts'],
      summary,
      ...(body && { request: { body: jsonBody(body) } }),
      responses: { 200: json(answer, 'Done.'), ...refusalsAs(accountProblem, refused) },
    });
  }
}
