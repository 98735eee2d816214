/** Kysely's own dialect for PostgreSQL, with a migration lock that the end of the transaction releases. */
import { type Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';

/** Any number that no other program locks. */
const MIGRATION_LOCK = 0x53774368;

export class TransactionLockDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new TransactionLockAdapter();
  }
}

/** The lock of a session would stay with its connection, and behind a pooler with somebody else's. */
class TransactionLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(tx: Kysely<unknown>): Promise<void> {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx);
  }

  override async releaseMigrationLock(): Promise<void> {}
}
