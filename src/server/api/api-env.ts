/** The Hono bindings of the API: parts of the server, and data about the request from `http`. */
import type { AlertWatcher } from '../alerts/alert-watcher.ts';
import type { Auth } from '../auth/auth-env.ts';
import type { Backups } from '../backup/backups.ts';
import type { CsvExports } from '../http/exports/csv-exports.ts';
import type { ApiBindings } from '../http/handler.ts';
import type { Live } from '../live/live.ts';
import type { LogReader } from '../public-log/log-reader.ts';
import type { AttentionSources } from '../services/attention.ts';
import type { ContactMails } from '../services/content/contact-notices.ts';
import type { ServiceContext } from '../services/context.ts';
import type { ResultFinder } from '../services/draws/find-results.ts';
import type { ReceiverProblem } from '../services/receiver-problem.ts';
import type { ReadStatistics } from '../statistics/statistics.ts';
import type { WebhookSender } from '../webhooks/webhook-sender.ts';

export interface ApiParts {
  services: ServiceContext;
  auth: Auth;
  version: string;
  live: Pick<Live, 'openStream' | 'openSocket' | 'cursor' | 'visitors'>;
  backups: Pick<Backups, 'list' | 'lastVerified' | 'start'>;
  logReader: LogReader;
  statistics: ReadStatistics;
  results: ResultFinder;
  csvExports: Pick<CsvExports, 'open'>;
  webhooks: Pick<WebhookSender, 'sendNow'>;
  /** The public key that browsers subscribe to pushes with. */
  readPushKey(): Promise<string>;
  /** Of webhooks. */
  receiverProblem: ReceiverProblem;
  /** Of push subscriptions. */
  endpointProblem: ReceiverProblem;
  /** Whether no more devices can subscribe. */
  areDevicesFull(): Promise<boolean>;
  alerts: Pick<AlertWatcher, 'run'>;
  /** The mails that notify staff of contact messages. */
  contactMails: ContactMails;
  attentionSources: AttentionSources;
}

export interface ApiEnv {
  Bindings: ApiParts & ApiBindings;
}
