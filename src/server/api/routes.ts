/** Every route of the API in one Hono app. Routes get the parts of the server as bindings of the request. */
import { OpenAPIHono } from '@hono/zod-openapi';
import { refuseCrossSite } from '../auth/guards.ts';
import { accountRoutes } from './accounts.ts';
import { adminActivityRoutes } from './admin/activity.ts';
import { ownAlertRoutes } from './admin/alerts.ts';
import { attentionRoutes } from './admin/attention.ts';
import { adminBackupRoutes } from './admin/backups.ts';
import { adminContactRoutes } from './admin/contacts.ts';
import { dashboardRoutes } from './admin/dashboard.ts';
import { adminDrawRoutes } from './admin/draws.ts';
import { adminFaqRoutes } from './admin/faqs.ts';
import { adminImportRoutes } from './admin/import.ts';
import { adminLiveRoutes } from './admin/live.ts';
import { meRoutes } from './admin/me.ts';
import { adminNewsRoutes } from './admin/news.ts';
import { adminSettingsRoutes } from './admin/settings.ts';
import { adminUserRoutes } from './admin/users.ts';
import { adminWebhookRoutes } from './admin/webhooks.ts';
import type { ApiEnv } from './api-env.ts';
import { limitBody } from './body-limits.ts';
import { allowCrossOrigin } from './cache-and-cors.ts';
import { docsRoutes } from './docs/docs.ts';
import { contactRoutes } from './public/contact.ts';
import { drawRoutes } from './public/draws.ts';
import { faqRoutes } from './public/faqs.ts';
import { healthRoutes, readyRoutes } from './public/health.ts';
import { liveRoutes } from './public/live.ts';
import { logRoutes } from './public/log.ts';
import { newsRoutes } from './public/news.ts';
import { pushRoutes } from './public/push.ts';
import { statisticsRoutes } from './public/statistics.ts';
import { todayRoutes } from './public/today.ts';
import { errorResponse, refuseInvalid, refuseUnknownRoute } from './refusals.ts';
import { refuseUnexpectedFields } from './unexpected-fields.ts';

export const routes = new OpenAPIHono<ApiEnv>({ defaultHook: refuseInvalid });

routes.use(allowCrossOrigin);
routes.use(refuseCrossSite);
routes.use(limitBody);
routes.use('/api/admin/*', refuseUnexpectedFields(hasBody));
routes.onError(errorResponse);
routes.notFound((c) => refuseUnknownRoute(methodsAt(c.req.path)));

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The pattern of the route for a method and path; middleware, which matches all methods, is skipped. */
function findRoute(method: string, path: string): string | undefined {
  const [matches] = routes.router.match(method, path);
  return matches.map(([[, route]]) => route).find((route) => route.method === method)?.path;
}

const methodsAt = (path: string): string[] => METHODS.filter((method) => findRoute(method, path));

/** Unknown routes count as well: they are refused in any case. */
function hasBody(method: string, path: string): boolean {
  const pattern = findRoute(method, path);
  return pattern === undefined || routesWithBody().has(`${method} ${pattern}`);
}

let withBody: Set<string> | undefined;

/** Known once all routes are registered. */
function routesWithBody(): Set<string> {
  withBody ??= new Set(
    routes.openAPIRegistry.definitions.flatMap((definition) =>
      definition.type === 'route' && definition.route.request?.body
        ? [`${definition.route.method.toUpperCase()} ${definition.route.path.replace(/\{(\w+)\}/g, ':$1')}`]
        : [],
    ),
  );
  return withBody;
}

/** The pattern of the route at a path for any method, as in the metrics; null if there is none. */
export function apiRouteAt(path: string): string | null {
  for (const method of METHODS) {
    const route = findRoute(method, path);
    // Without the regular expression of a parameter.
    if (route !== undefined) return route.replace(/\{.+\}/, '');
  }
  return null;
}

routes.route('/', healthRoutes);
routes.route('/', readyRoutes);
routes.route('/', todayRoutes);
routes.route('/', drawRoutes);
routes.route('/', statisticsRoutes);
routes.route('/', newsRoutes);
routes.route('/', faqRoutes);
routes.route('/', contactRoutes);
routes.route('/', pushRoutes);
routes.route('/', liveRoutes);
routes.route('/', logRoutes);
routes.route('/', docsRoutes);
routes.route('/', accountRoutes);
routes.route('/', meRoutes);
routes.route('/', ownAlertRoutes);
routes.route('/', dashboardRoutes);
routes.route('/', attentionRoutes);
routes.route('/', adminDrawRoutes);
routes.route('/', adminImportRoutes);
routes.route('/', adminNewsRoutes);
routes.route('/', adminFaqRoutes);
routes.route('/', adminContactRoutes);
routes.route('/', adminUserRoutes);
routes.route('/', adminWebhookRoutes);
routes.route('/', adminSettingsRoutes);
routes.route('/', adminActivityRoutes);
routes.route('/', adminBackupRoutes);
routes.route('/', adminLiveRoutes);
