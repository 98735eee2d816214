/** What the API is given: its parts by compose, once, and by http what it knows of a request. */
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
  open(request: StreamRequest): Promise<Response>;
  /** The place in the feed up to which the public has seen everything. */
  publicCursor(): string;
  /** How many visitors are connected now, over all nodes. */
  visitors(): number;
}

export interface StreamRequest {
  audience: 'public' | 'admin';
  after: string | null;
  address: string;
  keepOpen(): void;
  signal: AbortSignal;
  stillAllowed?(): Promise<boolean>;
}

export interface ApiEnv {
  Bindings: ApiParts & ApiBindings;
}
