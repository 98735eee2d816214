/** The way of a request through the house: files, maintenance, the cache, then the API or the pages. */
import type { BlockList } from 'node:net';
import type { Log } from '../log.ts';
import { type Client, identifyClient } from './client-address.ts';
import type { Handler } from './listen.ts';
import { isClosedInMaintenance, maintenanceResponse } from './maintenance.ts';
import type { Pages } from './pages.ts';
import { problemResponse, toAppError } from './problem-response.ts';
import type { ResponseCache } from './response-cache.ts';
import type { StaticFiles } from './static-files.ts';

/** What the API learns of a request besides the request itself. */
export interface ApiBindings {
  client: Client;
  /** A stream says this, so that the idle timeout does not cut it. */
  keepOpen(): void;
}

export type Api = (request: Request, bindings: ApiBindings) => Response | Promise<Response>;

export interface HandlerParts {
  api: Api;
  pages: Pages;
  files: StaticFiles;
  cache: ResponseCache;
  trustedProxies: BlockList;
  inMaintenance(): boolean;
  commonHeaders: Readonly<Record<string, string>>;
  log: Log;
}

/** Answers that belong to one person or moment: they are never kept. */
const UNSHARED = /^\/(admin|api\/(admin|auth|live|health|contact|draws\.csv))(\/|\.data$|$)/;

export function createHandler(parts: HandlerParts): Handler {
  const { api, pages, files, cache } = parts;

  async function answer(request: Request, path: string, bindings: ApiBindings): Promise<Response> {
    if (parts.inMaintenance() && isClosedInMaintenance(path)) return maintenanceResponse(path, pages);
    return path.startsWith('/api/') ? api(request, bindings) : pages.render(request, bindings.client);
  }

  function withCommonHeaders(response: Response): Response {
    for (const [name, value] of Object.entries(parts.commonHeaders)) {
      // What an answer says of itself, a page of its content policy above all, stands.
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    return response;
  }

  function refuse(thrown: unknown, path: string): Response {
    const error = toAppError(thrown);
    if (error.code === 'internal') parts.log.error('request failed', { path, error: thrown });
    return withCommonHeaders(problemResponse(error));
  }

  return (request, server) => {
    // Taken apart by hand: a URL object for every request costs a seventh of the page rate.
    const pathStart = request.url.indexOf('/', 'https://'.length);
    const queryStart = request.url.indexOf('?', pathStart);
    const path = request.url.slice(pathStart, queryStart === -1 ? undefined : queryStart);
    const bindings: ApiBindings = {
      get client() {
        return identifyClient(
          server.requestIP(request)?.address ?? '',
          request.headers,
          parts.trustedProxies,
        );
      },
      keepOpen: () => server.timeout(request, 0),
    };
    const reading = request.method === 'GET' || request.method === 'HEAD';
    if (!reading || UNSHARED.test(path)) {
      return answer(request, path, bindings).then(withCommonHeaders, (thrown) => refuse(thrown, path));
    }
    const file = files.respond(request, path);
    if (file) return file;
    // The body is needed even where only its headers are asked for: they tell its length and tag.
    const produce = () =>
      answer(request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request, path, bindings)
        .catch((thrown) => refuse(thrown, path))
        .then(withCommonHeaders);
    return cache.respond(request, request.url.slice(pathStart), produce);
  };
}
