/** What pages may ask of the server. It fills this in for each request; pages never import server code. */
import { createContext } from 'react-router';
import type { Today } from '../contract/today.ts';
import type { Instant } from '../core/ist-time.ts';

/** What the operator has set about this site. */
export interface Site {
  /** The public origin, without a slash at the end. */
  baseUrl: string;
  contactEmail: string;
  contactPhone: string;
  officialSiteUrl: string | null;
}

export interface PageServices {
  now(): Instant;
  site(): Site;
  today(): Promise<Today>;
  /** A failure while a page was made, for the server's log. */
  reportError(error: unknown, request: Request): void;
}

export const pageServices = createContext<PageServices>();
