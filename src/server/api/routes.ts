/** Every route of the API in one tree. What a route acts on comes with the request, so the tree stands alone. */
import { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv } from './api-env.ts';
import { limitBody } from './body-limits.ts';
import { contactRoutes } from './public/contact.ts';
import { drawRoutes } from './public/draws.ts';
import { faqRoutes } from './public/faqs.ts';
import { healthRoutes } from './public/health.ts';
import { liveRoutes } from './public/live.ts';
import { newsRoutes } from './public/news.ts';
import { todayRoutes } from './public/today.ts';
import { answerError, refuseInvalid, refuseUnknown } from './refusals.ts';
import { openToOtherSites } from './sharing.ts';

const api = new OpenAPIHono<ApiEnv>({ defaultHook: refuseInvalid });

api.use(openToOtherSites);
api.use(limitBody);
api.onError(answerError);
api.notFound((c) => refuseUnknown(methodsAt(c.req.path)));

/** The methods that some route takes at a path; what holds for all methods is no route. */
function methodsAt(path: string): string[] {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  return methods.filter((method) => {
    const [matches] = api.router.match(method, path);
    return matches.some(([[, route]]) => route.method === method);
  });
}

export const routes = api
  .route('/', healthRoutes)
  .route('/', todayRoutes)
  .route('/', drawRoutes)
  .route('/', newsRoutes)
  .route('/', faqRoutes)
  .route('/', contactRoutes)
  .route('/', liveRoutes);

/** For a typed client. */
export type ApiRoutes = typeof routes;
