/** The response to the public in maintenance mode: a page, or a problem for programs. */
import { AppError, problemResponse } from '../errors.ts';
import type { Pages } from './pages.ts';

const RETRY_AFTER_SECONDS = 120;

/** What goes on meanwhile: staff's side and the question whether the server is well. */
const STAYS_OPEN = /^\/(admin|api\/(admin|auth|health|ready))(\/|\.data$|$)/;

export const isClosedInMaintenance = (path: string): boolean => !STAYS_OPEN.test(path);

/** Readable from any site, like the results: sites that show them can tell why there are none. */
function apiAnswer(): Response {
  const answer = problemResponse(new AppError('maintenance', { retryAfter: RETRY_AFTER_SECONDS }));
  answer.headers.set('Access-Control-Allow-Origin', '*');
  answer.headers.set('Access-Control-Expose-Headers', 'Retry-After, X-Request-Id');
  return answer;
}

export async function maintenanceResponse(path: string, pages: Pages): Promise<Response> {
  if (/^\/api(\/|$)/.test(path)) return apiAnswer();
  const page = await pages.show(
    path === '/ml' || path.startsWith('/ml/') ? '/ml/maintenance' : '/maintenance',
  );
  const headers = new Headers(page.headers);
  headers.set('Retry-After', String(RETRY_AFTER_SECONDS));
  headers.set('Cache-Control', 'no-store');
  return new Response(page.body, { status: 503, headers });
}
