/** What the API is given: its parts by compose, once, and by http what it knows of a request. */
import type { Backup } from '../../contract/backups.ts';
import type { Page } from '../../contract/paging.ts';
import type { Instant } from '../../core/ist-time.ts';
import type { Auth } from '../auth/auth-env.ts';
import type { ApiBindings } from '../http/handler.ts';
import type { ContactMails } from '../services/content/contact-notices.ts';
import type { Actor, ServiceContext } from '../services/context.ts';

export interface ApiParts {
  services: ServiceContext;
  auth: Auth;
  version: string;
  live: LiveParts;
  backups: BackupParts;
  /** The mails by which Admins learn of visitors' messages. */
  contactMails: ContactMails;
  /** When this node's clock leapt ahead, if it did lately. */
  clockJumpedAt(): Instant | null;
}

export interface BackupParts {
  /** Newest first. */
  list(request: { limit: number; cursor?: string | undefined }): Promise<Page<Backup>>;
  /** The last copy that was restored and checked. */
  lastVerified(): Promise<Backup | null>;
  /** Begins one and answers at once; refuses with an `AppError` while one is running. */
  start(actor: Actor): Promise<Backup>;
}

export interface LiveParts {
  /** Refuses with an `AppError` when there are too many. */
  openStream(request: StreamRequest): Promise<Response>;
  /** The place in the feed up to which an audience has seen everything. */
  cursor(audience: StreamRequest['audience']): string;
  /** Who is connected, over all nodes: now, and through the last day. */
  visitors: { count(): number; history(): Promise<{ at: Instant; visitors: number }[]> };
}

export interface StreamRequest {
  audience: 'public' | 'admin';
  /** The cursor to go on from; null for a client that has nothing yet. */
  after: string | null;
  /** Whose streams are counted together: a visitor's network, or a staff account. */
  source: string;
  keepOpen(): void;
  signal: AbortSignal;
  /** Asked again and again; once the answer is no, the stream ends. */
  stillAllowed?(): Promise<boolean>;
}

/** What the API says of itself. */
export interface Description {
  /** By the OpenAPI standard. */
  document: object;
  /** The same as HTML. */
  page: string;
}

export interface ApiEnv {
  Bindings: ApiParts & ApiBindings & { describe(): Promise<Description> };
}
