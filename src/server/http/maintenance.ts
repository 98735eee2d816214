/** The response in maintenance mode: a page, or a problem from the API. */
import { unattendedPageAt } from '../../core/unattended-page.ts';
import { AppError, problemResponse } from '../errors.ts';
import type { Pages } from './pages.ts';
import { isApi } from './request-target.ts';

const RETRY_AFTER_SECONDS = 120;

/** The panel, its API, the health checks and the public log stay available. */
const STAYS_OPEN = /^\/(admin|api\/(admin|auth|health|ready))(\/|\.data$|$)|^\/log(\/|$)/;

export const isClosedInMaintenance = (path: string): boolean => !STAYS_OPEN.test(path);

/** With CORS headers, so that sites that show our results can read the reason. */
function apiResponse(): Response {
  const response = problemResponse(new AppError('maintenance', { retryAfter: RETRY_AFTER_SECONDS }));
  response.headers.set('Access-Control-Allow-Origin', '*');
  response.headers.set('Access-Control-Expose-Headers', 'Retry-After, X-Request-Id');
  return response;
}

export async function maintenanceResponse(path: string, pages: Pages): Promise<Response> {
  if (isApi(path)) return apiResponse();
  const language = path === '/ml' || path.startsWith('/ml/') ? '/ml' : '';
  const unattended = unattendedPageAt(path);
  const page = await pages.show(`${language}/stand-in${unattended ? `?for=${unattended}` : ''}`);
  const headers = new Headers(page.headers);
  headers.set('Retry-After', String(RETRY_AFTER_SECONDS));
  headers.set('Cache-Control', 'no-store');
  return new Response(page.body, { status: 503, headers });
}
