/** What the API is given: its parts by compose, once, and by http what it knows of a request. */
import type { Instant } from '../../core/ist-time.ts';
import type { ApiBindings } from '../http/handler.ts';
import type { Delivery } from '../services/contacts.ts';
import type { ServiceContext } from '../services/context.ts';

export interface ApiParts {
  services: ServiceContext;
  version: string;
  live: LiveParts;
  /** The mail by which Admins learn of a visitor's message. */
  writeContactNotice: Delivery['writeNotice'];
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
  address: string;
  keepOpen(): void;
  signal: AbortSignal;
  /** Asked again and again; once the answer is no, the stream ends. */
  stillAllowed?(): Promise<boolean>;
}

export interface ApiEnv {
  Bindings: ApiParts & ApiBindings;
}
