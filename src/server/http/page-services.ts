/** What pages may ask of the server, answered by the services. */
import type { PageServices, Site } from '../../web/page-services.ts';
import type { Log } from '../log.ts';
import type { ServiceContext } from '../services/context.ts';
import { readToday } from '../services/today.ts';

export interface PageServicesParts {
  services: ServiceContext;
  site: Site;
  publicCursor(): string;
  log: Log;
}

export const createPageServices = ({
  services,
  site,
  publicCursor,
  log,
}: PageServicesParts): PageServices => ({
  now: () => services.clock.now(),
  site: () => site,
  today: () => readToday(services, publicCursor()),
  reportError: (error, request) => log.error('page failed', { path: new URL(request.url).pathname, error }),
});
