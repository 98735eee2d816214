/** The tables as both engines hold them: TEXT ids, instants as integer milliseconds, flags as 0/1, JSON as TEXT. */
import type { Kysely, Selectable, Transaction } from 'kysely';
import type {
  AccountTable,
  AccountTokensTable,
  SessionTable,
  TwoFactorTable,
  UserTable,
  VerificationTable,
} from './tables/account-tables.ts';
import type {
  AlertDevicesTable,
  AlertEventsTable,
  AlertPreferencesTable,
  AlertPushesTable,
  AlertsTable,
} from './tables/alert-tables.ts';
import type { ContactMessagesTable, FaqsTable, NewsPostsTable } from './tables/content-tables.ts';
import type { DrawsTable, ImportsTable } from './tables/draw-tables.ts';
import type { ActivityTable, FeedStateTable, FeedTable } from './tables/feed-tables.ts';
import type {
  BackupsTable,
  MailsTable,
  RateLimitsTable,
  SettingsTable,
  VisitorCountsTable,
} from './tables/operation-tables.ts';
import type {
  LogEntriesTable,
  LogStateTable,
  LogTilesTable,
  SeedDaysTable,
  SeedsTable,
} from './tables/public-log-tables.ts';
import type {
  PushBatchesTable,
  PushKeysTable,
  PushRunsTable,
  PushSubscriptionsTable,
} from './tables/push-tables.ts';
import type { OutgoingEventsTable, WebhookDeliveriesTable, WebhooksTable } from './tables/webhook-tables.ts';

export interface Schema {
  draws: DrawsTable;
  imports: ImportsTable;
  log_state: LogStateTable;
  log_entries: LogEntriesTable;
  log_tiles: LogTilesTable;
  seed_days: SeedDaysTable;
  seeds: SeedsTable;
  news_posts: NewsPostsTable;
  faqs: FaqsTable;
  contact_messages: ContactMessagesTable;
  settings: SettingsTable;
  activity: ActivityTable;
  feed: FeedTable;
  feed_state: FeedStateTable;
  mails: MailsTable;
  outgoing_events: OutgoingEventsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  push_keys: PushKeysTable;
  push_subscriptions: PushSubscriptionsTable;
  push_runs: PushRunsTable;
  push_batches: PushBatchesTable;
  alerts: AlertsTable;
  alert_events: AlertEventsTable;
  alert_preferences: AlertPreferencesTable;
  alert_devices: AlertDevicesTable;
  alert_pushes: AlertPushesTable;
  backups: BackupsTable;
  visitor_counts: VisitorCountsTable;
  rate_limits: RateLimitsTable;
  account_tokens: AccountTokensTable;
  user: UserTable;
  session: SessionTable;
  account: AccountTable;
  verification: VerificationTable;
  twoFactor: TwoFactorTable;
}

export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

/** Can be queried: the database or a transaction. */
export type Reader = Pick<Kysely<Schema>, 'selectFrom' | 'selectNoFrom'>;
/** Can be written: only a transaction, so that a change and its activity entry are stored together. */
export type Writer = Transaction<Schema>;

/** Counters and used codes: nobody sees them, so their changes need no activity entry. */
export type CounterTables = Pick<Schema, 'rate_limits' | 'verification'>;
export type Counters = Kysely<CounterTables>;

/** The tables of Better Auth, which brings its own queries. */
export type BetterAuthTables = Pick<Schema, 'user' | 'session' | 'account' | 'verification' | 'twoFactor'>;

/** Views of a connection, each limited to the tables that its users need. */
export const viewsOf = (db: Kysely<Schema>) => ({
  db,
  counters: db.$pickTables<keyof CounterTables>(),
  betterAuthTables: db.$pickTables<keyof BetterAuthTables>(),
});
