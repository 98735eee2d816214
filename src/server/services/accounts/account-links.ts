/** Mailed links that can be used once: the mail contains the token, the database only its hash. */
import { createHash } from 'node:crypto';
import { HOUR, type Instant } from '../../../core/ist-time.ts';
import { AppError } from '../../errors.ts';
import { findToken, insertToken, type TokenRow } from '../../storage/accounts/credentials-store.ts';
import type { Reader, Writer } from '../../storage/schema.ts';
import type { AccountContext } from './account-context.ts';

const TOKEN_BYTES = 32;

const KINDS = {
  invitation: { page: '/admin/welcome', validHours: 7 * 24 },
  'password-reset': { page: '/admin/reset', validHours: 1 },
} as const;

export async function createLink(
  { baseUrl, randomBytes }: AccountContext,
  tx: Writer,
  purpose: TokenRow['purpose'],
  userId: string,
  now: Instant,
): Promise<{ link: string; validHours: number }> {
  const { page, validHours } = KINDS[purpose];
  const token = Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url');
  await insertToken(tx, {
    token_hash: hashOf(token),
    purpose,
    user_id: userId,
    created_at: now,
    expires_at: now + validHours * HOUR,
  });
  return { link: `${baseUrl}${page}?token=${token}`, validHours };
}

/** Throws `link-expired` for a link that is unknown, used or too old, without revealing which. */
export async function readLink(db: Reader, token: string, now: Instant): Promise<TokenRow> {
  const row = await findToken(db, hashOf(token));
  if (!row || row.expires_at <= now) throw new AppError('link-expired');
  return row;
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
