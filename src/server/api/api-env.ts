/** The bindings of the API: the parts of the server, and what http knows of the request. */
import type { Instant } from '../../core/ist-time.ts';
import type { Auth } from '../auth/auth-env.ts';
import type { Backups } from '../backup/backups.ts';
import type { ApiBindings } from '../http/handler.ts';
import type { Live } from '../live/live.ts';
import type { ContactMails } from '../services/content/contact-notices.ts';
import type { ServiceContext } from '../services/context.ts';

export interface ApiParts {
  services: ServiceContext;
  auth: Auth;
  version: string;
  live: Pick<Live, 'openStream' | 'cursor' | 'visitors'>;
  backups: Pick<Backups, 'list' | 'lastVerified' | 'start'>;
  /** The mails by which Admins learn of visitors' messages. */
  contactMails: ContactMails;
  /** When this node's clock leapt ahead, if it did lately. */
  clockJumpedAt(): Instant | null;
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
