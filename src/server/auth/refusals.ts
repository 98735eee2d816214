/** Turns the errors of Better Auth into an `AppError` and a problem response. */
import { MINUTE, SECOND } from '../../core/ist-time.ts';
import { AppError, type ErrorCode, problemResponse } from '../errors.ts';

const BY_CODE: Record<string, ErrorCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'sign-in-failed',
  ACCOUNT_DISABLED: 'account-disabled',
  INVALID_PASSWORD: 'wrong-password',
  INVALID_CODE: 'wrong-code',
  INVALID_BACKUP_CODE: 'wrong-code',
  INVALID_TWO_FACTOR_COOKIE: 'sign-in-expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'sign-in-expired',
  ACCOUNT_TEMPORARILY_LOCKED: 'too-many',
  TOTP_ALREADY_ENABLED: 'two-factor-on',
  TOTP_NOT_ENABLED: 'two-factor-off',
  TWO_FACTOR_NOT_ENABLED: 'two-factor-off',
  BACKUP_CODES_NOT_ENABLED: 'two-factor-off',
};

const BY_STATUS: Record<number, ErrorCode> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  // Two simultaneous requests with the same recovery code.
  409: 'wrong-code',
};

/** How long codes of an account are refused after too many wrong ones, in seconds. */
export const LOCKED_FOR = (15 * MINUTE) / SECOND;

/** Translates an error response of Better Auth. Its text is not shown to clients. */
export async function readRefusal(response: Response): Promise<AppError> {
  const body: unknown = await response.json().catch(() => null);
  const code = typeof body === 'object' && body && 'code' in body ? String(body.code) : '';
  const ours =
    BY_CODE[code] ?? BY_STATUS[response.status] ?? (response.status < 500 ? 'bad-request' : 'internal');
  return new AppError(ours, ours === 'too-many' ? { retryAfter: LOCKED_FOR } : {});
}

/** Adds `message`, which Better Auth's client shows. */
export function accountProblemResponse(error: AppError, cookies: readonly string[] = []): Response {
  const response = problemResponse(error, { message: error.message });
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}
