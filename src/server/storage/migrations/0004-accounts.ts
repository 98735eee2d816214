/** The tables of Better Auth, in the columns and types it requires; a test checks that none is missing. */
import type { SqlDialect } from './sql-dialects.ts';

export const createAccounts = ({ authDate, authFlag }: SqlDialect): string[] => [
  `create table "user" (
    "id" text primary key not null,
    "name" text not null,
    "email" text not null unique,
    "emailVerified" ${authFlag} not null,
    "image" text,
    "createdAt" ${authDate} not null,
    "updatedAt" ${authDate} not null,
    "twoFactorEnabled" ${authFlag},
    "role" text not null check ("role" in ('admin', 'editor')),
    "disabled" ${authFlag} not null
  )`,

  `create table "session" (
    "id" text primary key not null,
    "expiresAt" ${authDate} not null,
    "token" text not null unique,
    "createdAt" ${authDate} not null,
    "updatedAt" ${authDate} not null,
    "ipAddress" text,
    "userAgent" text,
    "userId" text not null references "user" ("id") on delete cascade
  )`,
  'create index "session_userId_idx" on "session" ("userId")',

  `create table "account" (
    "id" text primary key not null,
    "accountId" text not null,
    "providerId" text not null,
    "userId" text not null references "user" ("id") on delete cascade,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" ${authDate},
    "refreshTokenExpiresAt" ${authDate},
    "scope" text,
    "password" text,
    "createdAt" ${authDate} not null,
    "updatedAt" ${authDate} not null
  )`,
  'create index "account_userId_idx" on "account" ("userId")',

  `create table "verification" (
    "id" text primary key not null,
    "identifier" text not null,
    "value" text not null,
    "expiresAt" ${authDate} not null,
    "createdAt" ${authDate} not null,
    "updatedAt" ${authDate} not null
  )`,
  'create index "verification_identifier_idx" on "verification" ("identifier")',

  `create table "twoFactor" (
    "id" text primary key not null,
    "secret" text not null,
    "backupCodes" text not null,
    "userId" text not null references "user" ("id") on delete cascade,
    "verified" ${authFlag},
    "failedVerificationCount" integer,
    "lockedUntil" ${authDate}
  )`,
  'create index "twoFactor_secret_idx" on "twoFactor" ("secret")',
  'create index "twoFactor_userId_idx" on "twoFactor" ("userId")',

  `create table "rateLimit" (
    "id" text primary key not null,
    "key" text not null unique,
    "count" integer not null,
    "lastRequest" bigint not null
  )`,
];
