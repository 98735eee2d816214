/** What the root loader returned about the site when the page was opened. */
import { useRouteLoaderData } from 'react-router';
import type { Instant } from '../../core/ist-time.ts';

/** What the operator has configured about this site. */
export interface Site {
  /** The public origin, without a slash at the end. */
  baseUrl: string;
  contactEmail: string;
  contactPhone: string;
  officialSiteUrl: string | null;
}

export interface RootData {
  renderedAt: Instant;
  site: Site;
}

/** Undefined only on an error page, when the root loader itself has failed. */
export const useSite = () => useRouteLoaderData<() => RootData>('root');
