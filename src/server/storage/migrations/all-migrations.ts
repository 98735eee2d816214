/** Every migration in order, for an engine. A released migration must never change. */
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../../../contract/health.ts';
import { createDraws } from './0001-draws.ts';
import { createContent } from './0002-content.ts';
import { createRecord } from './0003-record.ts';
import { createAccounts } from './0004-accounts.ts';
import { createOperations } from './0005-operations.ts';
import { createAccountTokens } from './0006-account-tokens.ts';
import { numberPublicFeed } from './0007-public-feed-numbers.ts';
import { dropBetterAuthLimits } from './0008-drop-better-auth-limits.ts';
import { addCorrectionsAndImports } from './0009-corrections-and-imports.ts';
import { addPublicationOfContent } from './0010-publication-of-content.ts';
import { createPublicLog } from './0011-public-log.ts';
import { createWebhooks } from './0012-webhooks.ts';
import { addApproval } from './0013-approval.ts';
import { createPush } from './0014-push.ts';
import { createAlerts } from './0015-alerts.ts';
import { addPushOrder } from './0016-push-order.ts';
import { addImportPieces } from './0017-imports-in-pieces.ts';
import { dialectFor } from './sql-dialects.ts';

const MIGRATIONS = {
  '0001-draws': createDraws,
  '0002-content': createContent,
  '0003-record': createRecord,
  '0004-accounts': createAccounts,
  '0005-operations': createOperations,
  '0006-account-tokens': createAccountTokens,
  '0007-public-feed-numbers': numberPublicFeed,
  '0008-drop-better-auth-limits': dropBetterAuthLimits,
  '0009-corrections-and-imports': addCorrectionsAndImports,
  '0010-publication-of-content': addPublicationOfContent,
  '0011-public-log': createPublicLog,
  '0012-webhooks': createWebhooks,
  '0013-approval': addApproval,
  '0014-push': createPush,
  '0015-alerts': createAlerts,
  '0016-push-order': addPushOrder,
  '0017-imports-in-pieces': addImportPieces,
};

export const MIGRATION_NAMES: readonly string[] = Object.keys(MIGRATIONS);

export function migrationsFor(kind: DatabaseKind): Record<string, Migration> {
  const dialect = dialectFor(kind);
  return Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, write]) => [name, migrationOf(write(dialect))]),
  );
}

const migrationOf = (statements: readonly string[]): Migration => ({
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
