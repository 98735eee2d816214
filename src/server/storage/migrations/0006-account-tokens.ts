/** Mailed links: only a hash of each is stored, and it is deleted when the link is used. */
import type { SqlDialect } from './sql-dialects.ts';

export const createAccountTokens = ({ text, integer, strict }: SqlDialect): string[] => [
  `create table account_tokens (
    token_hash ${text} primary key not null,
    purpose ${text} not null check (purpose in ('invitation', 'password-reset')),
    user_id text not null references "user" ("id") on delete cascade,
    created_at ${integer} not null,
    expires_at ${integer} not null
  ) ${strict}`,
  'create index account_tokens_of_user on account_tokens (user_id)',
  'create index account_tokens_oldest on account_tokens (expires_at)',
];
