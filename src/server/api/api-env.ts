/** What the API is given: its parts by compose, once, and by http what it knows of a request. */
import type { ApiBindings } from '../http/handler.ts';
import type { ServiceContext } from '../services/context.ts';

export interface ApiParts {
  services: ServiceContext;
  version: string;
  live: LiveParts;
}

export interface LiveParts {
  /** The place in the feed up to which the public has seen everything. */
  publicCursor(): string;
  visitors(): number;
}

export interface ApiEnv {
  Bindings: ApiParts & ApiBindings;
}
