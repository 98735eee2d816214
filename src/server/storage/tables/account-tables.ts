/** The tables of accounts. All but the last are those of Better Auth, which stores values in each engine's own types. */
import type { Role } from '../../../contract/users.ts';
import type { Instant } from '../../../core/ist-time.ts';

/** Text on SQLite. */
type AuthDate = Date | string;
type AuthFlag = boolean | 0 | 1;

export interface UserTable {
  id: string;
  name: string;
  email: string;
  emailVerified: AuthFlag;
  image: string | null;
  createdAt: AuthDate;
  updatedAt: AuthDate;
  twoFactorEnabled: AuthFlag | null;
  role: Role;
  disabled: AuthFlag;
}

export interface SessionTable {
  id: string;
  expiresAt: AuthDate;
  token: string;
  createdAt: AuthDate;
  updatedAt: AuthDate;
  ipAddress: string | null;
  userAgent: string | null;
  userId: string;
}

export interface AccountTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  accessToken: string | null;
  refreshToken: string | null;
  idToken: string | null;
  accessTokenExpiresAt: AuthDate | null;
  refreshTokenExpiresAt: AuthDate | null;
  scope: string | null;
  password: string | null;
  createdAt: AuthDate;
  updatedAt: AuthDate;
}

export interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: AuthDate;
  createdAt: AuthDate;
  updatedAt: AuthDate;
}

export interface TwoFactorTable {
  id: string;
  secret: string;
  backupCodes: string;
  userId: string;
  verified: AuthFlag | null;
  failedVerificationCount: number | null;
  lockedUntil: AuthDate | null;
}

/** A mailed link, which can be used once. */
export interface AccountTokensTable {
  token_hash: string;
  purpose: 'invitation' | 'password-reset';
  user_id: string;
  created_at: Instant;
  expires_at: Instant;
}
