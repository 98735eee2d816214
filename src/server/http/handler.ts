/** Routes each request: to a file, to the cache of shared responses, to the API or to a page. */
import type { BlockList } from 'node:net';
import { isCrossSite } from '../auth/origins.ts';
import { AppError, problemResponse, statusOf, toAppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { REQUEST_ID_HEADER, whileHandling } from '../request-id.ts';
import { type Client, identifyClient, NOBODY } from './client-address.ts';
import { type Handler, OTHER_ROUTE, type RequestContext } from './identified-responses.ts';
import { isClosedInMaintenance, maintenanceResponse } from './maintenance.ts';
import type { Pages } from './pages.ts';
import { isTooDeep, type RequestTarget, readTarget } from './request-target.ts';
import type { ResponseCache } from './response-cache.ts';
import { findSharedRoute, sharedAddress } from './shared-routes.ts';
import type { StaticFiles } from './static-files.ts';

/** What the API learns of a request besides the request itself. */
export interface ApiBindings {
  client: Client;
  /** A stream calls this, so that the idle timeout does not cut it. */
  keepOpen(): void;
}

export type Api = (request: Request, bindings: ApiBindings) => Response | Promise<Response>;

export interface HandlerParts {
  api: Api;
  /** The pattern of the API's route at a path, whatever its method. */
  apiRouteAt(path: string): string | null;
  pages: Pages;
  files: StaticFiles;
  cache: ResponseCache;
  /** The public origin: what a client sends as `Host` is never used. */
  baseUrl: string;
  /** The origins whose pages may send forms. */
  ownOrigins: ReadonlySet<string>;
  trustedProxies: BlockList;
  inMaintenance(): boolean;
  commonHeaders: Readonly<Record<string, string>>;
  log: Log;
}

/** The only pages that take a form; all others are read. */
const FORM_PAGES = ['/contact', '/ml/contact'];

const FILE_ROUTE = 'file';
/** All pages of the panel are counted as one. */
const PANEL_ROUTE = 'page';
const PANEL = /^\/admin(\/|\.data$|$)/;

export function createHandler(parts: HandlerParts): Handler {
  const { api, pages, files, cache, baseUrl } = parts;

  /** Made without the request, so that nothing of whoever asks first can be in it. */
  async function makeShared(address: string, path: string): Promise<Response> {
    if (parts.inMaintenance() && isClosedInMaintenance(path)) return maintenanceResponse(path, pages);
    return isApi(path)
      ? api(new Request(baseUrl + address), { client: NOBODY, keepOpen: () => {} })
      : pages.show(address);
  }

  async function answerOne(
    request: Request,
    { path, search }: RequestTarget,
    bindings: ApiBindings,
  ): Promise<Response> {
    if (parts.inMaintenance() && isClosedInMaintenance(path)) return maintenanceResponse(path, pages);
    if (isApi(path)) return api(new Request(baseUrl + path + search, request), bindings);
    if (isRead(request)) return pages.show(path + search);
    const takesForm = FORM_PAGES.includes(path);
    if (!takesForm || request.method !== 'POST') {
      throw new AppError('method-not-allowed', { allow: ['GET', 'HEAD', ...(takesForm ? ['POST'] : [])] });
    }
    if (isForeignForm(request.headers, parts.ownOrigins)) throw new AppError('cross-site');
    return pages.submit(path, request, bindings.client);
  }

  /** Readers of pages are sent to the normal spelling; everything else that is spelled otherwise is refused. */
  async function answerOtherSpelling(request: Request, target: RequestTarget | null): Promise<Response> {
    if (!target) throw new AppError('bad-address');
    const { path, normalPath, search } = target;
    const isPage = isRead(request) && !isApi(normalPath ?? path);
    if (normalPath === null || isTooDeep(target)) {
      if (isPage) return pages.show(path.startsWith('/ml/') ? '/ml/404' : '/404');
      throw new AppError('not-found');
    }
    if (!isPage) throw new AppError(path === `${normalPath}/` ? 'not-found' : 'bad-address');
    return new Response(null, {
      status: 308,
      headers: { Location: normalPath + search, 'Cache-Control': 'no-store' },
    });
  }

  function withCommonHeaders(response: Response): Response {
    for (const [name, value] of Object.entries(parts.commonHeaders)) {
      // Headers that a response sets itself are not replaced, above all a page's content policy.
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    return response;
  }

  function refuse(thrown: unknown, path: string, client: AbortSignal | null): Response {
    const error = toAppError(thrown);
    // A client that goes away in the middle of its request is no failure of ours.
    const isFailure = error.code === 'internal' && !client?.aborted;
    if (isFailure) parts.log.error('request failed', { path, error: thrown });
    return problemResponse(error);
  }

  /** `client` tells whether there is still somebody to answer; null for what is made for everyone. */
  const complete = (
    makeResponse: () => Promise<Response>,
    path: string,
    client: AbortSignal | null,
    context: RequestContext,
  ): Promise<Response> =>
    whileHandling(context, () =>
      makeResponse()
        .catch((thrown) => refuse(thrown, path, client))
        .then(withCommonHeaders),
    );

  /** A failure keeps the id with which it was logged, whoever else waits for it. */
  async function completeShared(address: string, path: string, context: RequestContext): Promise<Response> {
    const response = await complete(() => makeShared(address, path), path, null, context);
    if (response.status === statusOf('internal')) response.headers.set(REQUEST_ID_HEADER, context.id);
    return response;
  }

  const labelOf = (path: string): string =>
    parts.apiRouteAt(path) ?? findSharedRoute(path)?.label ?? (PANEL.test(path) ? PANEL_ROUTE : OTHER_ROUTE);

  return (request, server, sentPath, context) => {
    const target = readTarget(request.url, sentPath);
    if (!target?.isNormal) {
      const answer = () => answerOtherSpelling(request, target);
      return complete(answer, target?.path ?? '', request.signal, context);
    }
    const { path, search } = target;
    if (isRead(request)) {
      const file = files.respond(request, path);
      if (file) {
        context.route = FILE_ROUTE;
        return file;
      }
      const shared = findSharedRoute(path);
      if (shared) {
        context.route = shared.label;
        const address = sharedAddress(shared, path, search);
        return cache.respond(request, address, () => completeShared(address, path, context));
      }
    }
    context.route = labelOf(path);
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
    return complete(() => answerOne(request, target, bindings), path, request.signal, context);
  };
}

const isApi = (path: string): boolean => path === '/api' || path.startsWith('/api/');

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** A form from one of our own pages is ours by whatever name the site was reached: the browser says so. */
const isForeignForm = (headers: Headers, ownOrigins: ReadonlySet<string>): boolean =>
  headers.get('Sec-Fetch-Site') !== 'same-origin' && isCrossSite(headers, ownOrigins);
