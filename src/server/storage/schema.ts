/** The tables as both engines hold them: TEXT ids, instants as integer milliseconds, flags as 0/1, JSON as TEXT. */
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { ActivityType } from '../../contract/activity.ts';
import type { Backup } from '../../contract/backups.ts';
import type { ChangedTable } from '../../contract/live.ts';
import type { ArticleFormat } from '../../contract/news.ts';
import type { Approval } from '../../core/approval.ts';
import type { ArticleStatus } from '../../core/article-publication.ts';
import type { ContentLanguage } from '../../core/content-language.ts';
import type { Digit } from '../../core/digits.ts';
import type { Instant, IstDate, TimeOfDay } from '../../core/ist-time.ts';
import type { ChangeType } from '../../core/live.ts';
import type { Provenance } from '../../core/publication.ts';
import type { Slot } from '../../core/slots.ts';
import type {
  AccountTable,
  SessionTable,
  TwoFactorTable,
  UserTable,
  VerificationTable,
} from './account-tables.ts';
import type {
  AlertDevicesTable,
  AlertEventsTable,
  AlertPreferencesTable,
  AlertPushesTable,
  AlertsTable,
} from './alert-tables.ts';
import type {
  PushBatchesTable,
  PushKeysTable,
  PushRunsTable,
  PushSubscriptionsTable,
} from './push-tables.ts';
import type { OutgoingEventsTable, WebhookDeliveriesTable, WebhooksTable } from './webhook-tables.ts';

export type Flag = 0 | 1;
type JsonText = string;

export interface DrawsTable {
  id: string;
  date: IstDate;
  slot: Slot;
  draw_no: string;
  digit_1: Digit;
  digit_2: Digit;
  digit_3: Digit;
  digit_4: Digit;
  digit_5: Digit;
  /** The instant of date and slot, so that the database can select the drafts that are due. */
  draw_at: Instant;
  published: Flag;
  on_hold: Flag;
  provenance: Provenance;
  published_at: Instant | null;
  created_at: Instant;
  updated_at: Instant;
  version: number;
  /** The digits that the public saw last. */
  public_digits: string | null;
  /** The provenance that the public saw last. */
  public_provenance: Provenance | null;
  corrections: JsonText;
  pending_reason: string | null;
  /** The import that created it. */
  import_id: string | null;
  /** Secret until publication: seals in the public log what staff entered. */
  salt: string | null;
  /** The number, date and slot that the public saw last, with `public_digits`. */
  public_draw_no: string | null;
  public_date: IstDate | null;
  public_slot: Slot | null;
  /** The result that waits for the approval of a second person; null if none does. */
  proposal: JsonText | null;
  /** A person entered the draw's own digits, and nobody has approved them. */
  unapproved: Flag;
}

/** One row once the public log is open. */
interface LogStateTable {
  id: number;
  /** Counts from 1; a restore continues in the next one. */
  log: number;
  origin: string;
  size: number;
  /** The hashes of the tree's complete subtrees, the largest first. */
  frontier: JsonText;
  last_at: Instant;
}

interface LogEntriesTable {
  log: number;
  position: number;
  text: string;
  hash: string;
  /** The draw that the entry names by id. */
  draw_id: string | null;
  /** The number of the seed that the entry commits to or opens. */
  seed_no: string | null;
  /** The day whose beacon was missing. */
  beacon_date: IstDate | null;
}

/** The hashes of the tiles above those of the entries; `level` counts tiles, from 1. */
interface LogTilesTable {
  log: number;
  level: number;
  position: number;
  hash: string;
}

/** A day whose seeds are committed. */
interface SeedDaysTable {
  date: IstDate;
  drafts_from: Instant;
  chain: string;
  round: number;
  beacon: 'none' | 'awaited' | 'verified' | 'missing';
  signature: string | null;
  /** When its drafts were made, or found not to be needed. */
  prepared_at: Instant | null;
}

/** Secret until it is opened in the log. */
interface SeedsTable {
  draw_no: string;
  date: IstDate;
  slot: Slot;
  seed: string;
  opened_at: Instant | null;
}

/** An import that was not taken back. */
interface ImportsTable {
  id: string;
  created_at: Instant;
  user_name: string;
  draws: number;
}

interface NewsPostsTable {
  id: string;
  title: string;
  body: string;
  author: string;
  search_text: string;
  created_at: Instant;
  updated_at: Instant;
  version: number;
  status: ArticleStatus;
  /** Null for a draft. */
  publish_at: Instant | null;
  language: ContentLanguage | null;
  format: ArticleFormat;
}

interface FaqsTable {
  id: string;
  question: string;
  answer: string;
  order_index: number;
  search_text: string;
  version: number;
  language: ContentLanguage | null;
}

interface ContactMessagesTable {
  id: string;
  name: string;
  phone: string;
  email: string;
  message: string;
  search_text: string;
  consent_at: Instant;
  created_at: Instant;
  answered_at: Instant | null;
}

interface SettingsTable {
  id: string;
  auto_publish: Flag;
  publish_delay: number;
  generate_time: TimeOfDay;
  enable_notifications: Flag;
  maintenance_mode: Flag;
  publish_generated: Flag;
  approval: Approval;
  version: number;
}

interface ActivityTable {
  id: number;
  at: Instant;
  type: ActivityType;
  action: string;
  user_id: string | null;
  user_name: string;
  target: string;
  before: JsonText | null;
  after: JsonText | null;
}

interface FeedTable {
  id: number;
  at: Instant;
  table_name: ChangedTable;
  row_id: string;
  admin_type: ChangeType;
  admin_row: JsonText;
  /** Null where the public must see nothing of the change. */
  public_type: ChangeType | null;
  public_row: JsonText | null;
  /** Numbers what the public sees; null together with the two above. */
  public_id: number | null;
}

/** One row: the counters that number the feed, for staff and for the public. */
interface FeedStateTable {
  id: number;
  epoch: string;
  head: number;
  public_head: number;
  pruned_through: number;
  public_pruned_through: number;
}

/** Only mails that are not sent yet: a sent mail is deleted, because it may contain a secret link. */
interface MailsTable {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string | null;
  attempts: number;
  next_attempt_at: Instant;
  last_error: string | null;
  created_at: Instant;
  /** Not to be sent once notifications are off. */
  /** Null for a mail that is no alert. */
  alert_kind: 'trouble' | 'contact' | null;
  /** The same for the mails about the beginning and the end of a trouble. */
  alert_id: string | null;
}

interface BackupsTable {
  id: string;
  /** The scheduled period it was made for, which only one node can claim; null for a backup on demand. */
  period: string | null;
  status: Backup['status'];
  step: Backup['step'];
  progress: number;
  file: string;
  bytes: number | null;
  sha256: string | null;
  started_at: Instant;
  /** The last heartbeat of its process while it is running. */
  beat_at: Instant;
  finished_at: Instant | null;
  error: string | null;
  /** The machine whose folder holds the copy. */
  node: string;
}

interface VisitorCountsTable {
  at: Instant;
  node: string;
  visitors: number;
}

interface RateLimitsTable {
  key: string;
  window_start: Instant;
  count: number;
}

/** A mailed link, which can be used once. */
interface AccountTokensTable {
  token_hash: string;
  purpose: 'invitation' | 'password-reset';
  user_id: string;
  created_at: Instant;
  expires_at: Instant;
}

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
