/** What the public gets while the site is closed: a friendly page, or a problem for programs. */
import { AppError } from '../errors.ts';
import type { Pages } from './pages.ts';
import { problemResponse } from './problem-response.ts';

const RETRY_AFTER_SECONDS = 120;

/** What goes on meanwhile: staff's side and the question whether the server is well. */
const STAYS_OPEN = /^\/(admin|api\/(admin|auth|health))(\/|\.data$|$)/;

export const isClosedInMaintenance = (path: string): boolean => !STAYS_OPEN.test(path);

export async function maintenanceResponse(path: string, pages: Pages): Promise<Response> {
  if (path.startsWith('/api/'))
    return problemResponse(new AppError('maintenance', { retryAfter: RETRY_AFTER_SECONDS }));
  const page = await pages.renderPath(
    path === '/ml' || path.startsWith('/ml/') ? '/ml/maintenance' : '/maintenance',
  );
  const headers = new Headers(page.headers);
  headers.set('Retry-After', String(RETRY_AFTER_SECONDS));
  headers.set('Cache-Control', 'no-store');
  return new Response(page.body, { status: 503, headers });
}
