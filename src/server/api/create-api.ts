/** Creates the part of the server that handles requests to the API. */
import { isForStaff } from '../auth/guards.ts';
import type { Api } from '../http/handler.ts';
import type { ApiParts } from './api-env.ts';
import type { ApiApp } from './hono-app.ts';
import { publicApi } from './public-routes.ts';

export function createApi(parts: ApiParts): Api {
  /** Null until the first request for a route that visitors do not use. */
  let wholeApi: ApiApp | null = null;

  async function findApp(request: Request): Promise<ApiApp> {
    if (!isForStaff(new URL(request.url).pathname)) return publicApi;
    wholeApi ??= (await import('./routes.ts')).wholeApi;
    return wholeApi;
  }

  return {
    async handle(request, bindings) {
      const { routes } = await findApp(request);
      return routes.fetch(withoutEmptyParameters(request), { ...parts, ...bindings });
    },
    routeAt: (path) => (wholeApi ?? publicApi).routeAt(path),
  };
}

const EMPTY_PARAMETER = /[?&][^=&]*=(?=&|$)/;

/** A form also sends its empty fields; they are treated as missing. */
function withoutEmptyParameters(request: Request): Request {
  if (!EMPTY_PARAMETER.test(request.url)) return request;
  const url = new URL(request.url);
  // At once: deleting them one by one would write the whole query for each.
  url.search = String(new URLSearchParams([...url.searchParams].filter(([, value]) => value !== '')));
  return new Request(url, request);
}
