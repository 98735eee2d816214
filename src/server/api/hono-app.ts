/** Combines routes of the API in one Hono app. Routes get the parts of the server as bindings of the request. */
import { OpenAPIHono } from '@hono/zod-openapi';
import { refuseCrossSite } from '../auth/guards.ts';
import type { ApiEnv } from './api-env.ts';
import { limitBody } from './body-limits.ts';
import { allowCrossOrigin } from './cache-and-cors.ts';
import { errorResponse, refuseInvalid, refuseUnknownRoute } from './refusals.ts';
import { refuseUnexpectedFields } from './unexpected-fields.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export interface ApiApp {
  routes: OpenAPIHono<ApiEnv>;
  /** The pattern of the route at a path for any method, as in the metrics; null if there is none. */
  routeAt(path: string): string | null;
}

export function createApiApp(addRoutes: (routes: OpenAPIHono<ApiEnv>) => void): ApiApp {
  const routes = new OpenAPIHono<ApiEnv>({ defaultHook: refuseInvalid });
  routes.use(allowCrossOrigin);
  routes.use(refuseCrossSite);
  routes.use(limitBody);
  routes.use('/api/admin/*', refuseUnexpectedFields(hasBody));
  routes.onError(errorResponse);
  routes.notFound((c) => refuseUnknownRoute(methodsAt(c.req.path)));
  addRoutes(routes);
  const withBody = findRoutesWithBody(routes);

  /** The pattern of the route for a method and path; middleware, which matches all methods, is skipped. */
  function findRoute(method: string, path: string): string | undefined {
    const [matches] = routes.router.match(method, path);
    return matches.map(([[, route]]) => route).find((route) => route.method === method)?.path;
  }

  function methodsAt(path: string): string[] {
    return METHODS.filter((method) => findRoute(method, path));
  }

  /** Unknown routes count as well: they are refused in any case. */
  function hasBody(method: string, path: string): boolean {
    const pattern = findRoute(method, path);
    return pattern === undefined || withBody.has(`${method} ${pattern}`);
  }

  return {
    routes,
    routeAt(path) {
      for (const method of METHODS) {
        const route = findRoute(method, path);
        // Without the regular expression of a parameter.
        if (route !== undefined) return route.replace(/\{.+\}/, '');
      }
      return null;
    },
  };
}

const findRoutesWithBody = ({ openAPIRegistry }: OpenAPIHono<ApiEnv>): Set<string> =>
  new Set(
    openAPIRegistry.definitions.flatMap((definition) =>
      definition.type === 'route' && definition.route.request?.body
        ? [`${definition.route.method.toUpperCase()} ${definition.route.path.replace(/\{(\w+)\}/g, ':$1')}`]
        : [],
    ),
  );
