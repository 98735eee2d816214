/** Every expected error: one table of code, status and text, `AppError`, and its problem response. */

import { PROBLEM_CONTENT_TYPE, type Problem } from '../contract/problem.ts';
import { MAX_WEBHOOKS } from '../contract/webhooks.ts';
import { INVALID_SLOT_TEXT } from '../core/slots.ts';

const TABLE = {
  'bad-json': [400, 'Bad request', 'The request is not valid JSON.'],
  'bad-address': [400, 'Bad request', 'This address is not written in its normal form.'],
  'bad-request': [400, 'Bad request', 'The request could not be understood.'],
  'link-expired': [
    400,
    'No longer valid',
    'This link has been used or is too old. Please ask for a new one.',
  ],
  unauthenticated: [401, 'Not signed in', 'Please sign in.'],
  'sign-in-failed': [
    401,
    'Sign-in failed',
    'Invalid email or password. If this is your first time, click "Create Admin Account" below.',
  ],
  'sign-in-expired': [401, 'Sign-in failed', 'This sign-in took too long. Please start again.'],
  'wrong-code': [401, 'Sign-in failed', 'This code is incorrect.'],
  forbidden: [403, 'Not allowed', 'Your account may not do this.'],
  'account-disabled': [403, 'Not allowed', 'This account is disabled. Ask an Admin to enable it.'],
  'own-proposal': [
    403,
    'Not allowed',
    'You have proposed this result yourself: somebody else must approve it.',
  ],
  'wrong-auth': [
    403,
    'Not allowed',
    'The key "auth" is missing or is not the one that this subscription was stored with.',
  ],
  'cross-site': [403, 'Not allowed', 'Requests from another site are refused.'],
  'signup-closed': [
    403,
    'Not allowed',
    'Accounts can no longer be created here. Ask an Admin to invite you.',
  ],
  'setup-code': [
    403,
    'Not allowed',
    'The setup code is missing or wrong. The server prints it in its log when it starts.',
  ],
  'not-found': [404, 'Not found', 'There is nothing at this address.'],
  'method-not-allowed': [405, 'Method not allowed', 'This address does not take that method.'],
  'draw-exists': [409, 'Already exists', 'There is already a draw for this date and time slot.'],
  'draw-published': [409, 'Not possible', 'This draw is published: only a draft can be held or released.'],
  'draw-number-taken': [409, 'Already exists', 'This draw number is already taken.'],
  'needs-approval': [
    409,
    'Needs approval',
    'This result cannot be published before somebody else has approved it.',
  ],
  'no-proposal': [409, 'Not possible', 'No proposal waits for this draw. It may have been decided already.'],
  'one-account': [
    409,
    'Not possible',
    'Approval needs two active accounts that can sign in: one person proposes, another approves.',
  ],
  'drafts-too-early': [409, 'Too early', 'The drafts of this day cannot be made yet.'],
  'import-running': [409, 'Not possible', 'This import is being stored or taken back right now.'],
  'import-stopped': [409, 'Stopped', 'The import was stopped before its end.'],
  'import-changed': [409, 'Changed meanwhile', 'A draw of this import was changed or deleted since.'],
  'user-exists': [409, 'Already exists', 'There is already an account with this e-mail address.'],
  'not-invited': [409, 'Not possible', 'Only an account that waits for its first password can be invited.'],
  'two-factor-on': [409, 'Already on', 'Two-factor sign-in is already on.'],
  'two-factor-off': [409, 'Not on', 'Two-factor sign-in is not on.'],
  'last-admin': [409, 'Not possible', 'The last Admin can be neither removed, disabled nor demoted.'],
  'backup-running': [409, 'Already running', 'A backup is already running.'],
  'too-many-webhooks': [409, 'Not possible', `There can be at most ${MAX_WEBHOOKS} webhooks.`],
  'alerts-off': [409, 'Not possible', 'No alerts are sent to you: they are off.'],
  'delivery-running': [409, 'Already running', 'A message is being sent to this receiver right now.'],
  stale: [412, 'Changed meanwhile', 'Someone else has changed this meanwhile. Nothing was overwritten.'],
  'too-large': [413, 'Too large', 'The request is larger than 64 KiB.'],
  'address-too-long': [414, 'Too long', 'The query of this address is too long.'],
  'wrong-content-type': [415, 'Wrong content type', 'Please send application/json.'],
  invalid: [422, 'Not valid', 'Please check what was entered.'],
  'wrong-password': [422, 'Not valid', 'The password is incorrect.'],
  'key-reused': [422, 'Not valid', 'This Idempotency-Key was used before, for a request with another body.'],
  'invalid-slot': [422, 'Not valid', INVALID_SLOT_TEXT],
  'too-many': [429, 'Too many requests', 'Too many requests. Please try again later.'],
  internal: [500, 'Server error', 'Something went wrong on our side. Please try again.'],
  maintenance: [503, 'Maintenance', 'The site is being maintained and will be back shortly.'],
  'too-many-devices': [
    503,
    'Too many devices',
    'No more devices can be notified at the moment. Please try again later.',
  ],
  'too-many-streams': [
    503,
    'Too many streams',
    'Too many live connections are open. Please try again shortly.',
  ],
  busy: [503, 'Busy', 'The site is busy. Please try again in a moment.'],
  starting: [503, 'Starting', 'The server is starting. Please try again in a moment.'],
  'database-down': [503, 'Not available', 'The database does not respond.'],
} as const satisfies Record<string, readonly [number, string, string]>;

export type ErrorCode = keyof typeof TABLE;

export const statusOf = (code: ErrorCode): number => TABLE[code][0];

export const textOf = (code: ErrorCode): string => TABLE[code][2];

export interface ErrorDetails {
  /** Replaces the text of the table. */
  detail?: string;
  /** Message per field, for forms; the first one also replaces the text of the table. */
  errors?: Record<string, string>;
  /** For `Retry-After`, in seconds. */
  retryAfter?: number;
  /** For `Allow`: the methods that the address accepts. */
  allow?: readonly string[];
}

/** An expected error; anything else that is thrown is a bug. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.detail ?? Object.values(details.errors ?? {})[0] ?? textOf(code));
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

/** The database is unreachable, does not respond in time, or cannot write. Retrying later may help. */
export class DatabaseDown extends AppError {
  constructor(cause: unknown, details: ErrorDetails = {}) {
    super('database-down', { retryAfter: 2, ...details });
    this.name = 'DatabaseDown';
    this.cause = cause;
  }
}

/** A newer version has migrated the database while this node runs: another node may be up to date. */
export class NodeOutdated extends DatabaseDown {
  constructor(migration: string) {
    super(new Error(`the migration ${migration} is not known`), {
      detail: 'This server is older than its database. Please try again in a moment.',
    });
  }
}

/** `more` are additional fields. The request id is added when the response is sent. */
export function problemResponse(error: AppError, more: object = {}): Response {
  const problem = problemOf(error);
  const { retryAfter, allow } = error.details;
  return new Response(JSON.stringify({ ...problem, ...more }), {
    status: problem.status,
    headers: {
      'Content-Type': PROBLEM_CONTENT_TYPE,
      'Cache-Control': 'no-store',
      ...(retryAfter !== undefined && { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) }),
      ...(allow && { Allow: allow.join(', ') }),
    },
  });
}

/** Turns an unexpected error into `internal`, without its text. */
export const toAppError = (thrown: unknown): AppError =>
  thrown instanceof AppError ? thrown : new AppError('internal');

/** Without the request id, which is added when the response is sent. */
function problemOf(error: AppError): Omit<Problem, 'requestId'> {
  const [status, title] = TABLE[error.code];
  const { errors } = error.details;
  return {
    type: 'about:blank',
    title,
    status,
    code: error.code,
    detail: error.message,
    ...(errors && { errors }),
  };
}

/** The code that Node, Bun and database drivers add to their errors; undefined if there is none. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** What the log says of a failure that can be expected: a stack would add nothing. */
export const causeFields = (error: unknown): { cause: string; code: string | undefined } => ({
  cause: error instanceof Error ? error.message : String(error),
  code: codeOf(error),
});
