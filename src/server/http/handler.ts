/** Routes each request to a static file, the response cache, the API or a page. */
import type { BlockList } from 'node:net';
import { isCrossSite } from '../auth/origins.ts';
import { AppError, problemResponse, statusOf, toAppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { REQUEST_ID_HEADER, whileHandling } from '../request-id.ts';
import type { Upgrade } from '../web-socket.ts';
import type { Visitor } from '../work-queue.ts';
import { type Client, identifyClient, NO_CLIENT } from './client-address.ts';
import { type Handler, OTHER_ROUTE, type RequestContext } from './identify-requests.ts';
import { isClosedInMaintenance, maintenanceResponse } from './maintenance.ts';
import { asMissing, isMissing, missingPageAt } from './missing-page.ts';
import { unavailableResponse } from './not-ready.ts';
import type { Pages } from './pages.ts';
import type { Queues } from './queues.ts';
import { isApi, isTooDeep, isTooLong, type RequestTarget, readTarget } from './request-target.ts';
import type { ResponseCache } from './response-cache.ts';
import { allowFrames } from './security-headers.ts';
import { findSharedRoute, isUnlistedData, type SharedAddress, sharedAddress } from './shared-routes.ts';
import { isPanelAddress } from './site.ts';
import type { StaticFiles } from './static-files.ts';

/** Data about a request for the API. */
export interface ApiBindings {
  client: Client;
  /** Is aborted when the client disconnects. */
  signal: AbortSignal;
  /** Turns off the idle timeout for a stream. */
  keepOpen(): void;
  /** The response must have the status 101 then. */
  upgrade: Upgrade;
}

/** For shared responses, which belong to no client. */
const NO_CONNECTION: ApiBindings = {
  client: NO_CLIENT,
  signal: new AbortController().signal,
  keepOpen: () => {},
  upgrade: () => false,
};

export interface Api {
  handle(request: Request, bindings: ApiBindings): Promise<Response>;
  /** The pattern of the route at a path for any method, known once a request for it has been handled. */
  routeAt(path: string): string | null;
}

export interface HandlerParts {
  api: Api;
  pages: Pages;
  files: StaticFiles;
  cache: ResponseCache;
  /** Decide when the pages are rendered that the cache does not serve. */
  queues: Pick<Queues, 'pages' | 'forms'>;
  /** The public origin; the `Host` header is never used. */
  baseUrl: string;
  /** The origins whose pages may submit forms. */
  ownOrigins: ReadonlySet<string>;
  trustedProxies: BlockList;
  inMaintenance(): boolean;
  commonHeaders: Readonly<Record<string, string>>;
  log: Log;
}

/** The only pages that accept POST. */
const FORM_PAGES = ['/contact', '/ml/contact'];

/** Pages and the API refuse a larger one. */
const LARGEST_BODY = 64 * 1024;

/** It has a queue of its own. */
const SIGN_IN = '/api/auth/sign-in/email';

const FILE_ROUTE = 'file';
/** The metrics count all pages of the panel as one route. */
const PANEL_ROUTE = 'page';

export function createHandler(parts: HandlerParts): Handler {
  const { api, pages, files, cache, queues, baseUrl } = parts;

  /** Does not get the request, so that a shared response cannot contain data of one client. */
  async function createShared(address: string, path: string): Promise<Response> {
    if (parts.inMaintenance() && isClosedInMaintenance(path)) return maintenanceResponse(path, pages);
    return isApi(path) ? api.handle(new Request(baseUrl + address), NO_CONNECTION) : pages.show(address);
  }

  async function handleOne(
    request: Request,
    { path, search }: RequestTarget,
    bindings: ApiBindings,
  ): Promise<Response> {
    const inTurn = (render: () => Promise<Response>, queue = queues.pages) =>
      queue.run({ key: null, visitor: visitorOf(bindings) }, render);
    if (parts.inMaintenance() && isClosedInMaintenance(path))
      return inTurn(() => maintenanceResponse(path, pages));
    const url = baseUrl + path + search;
    if (takesTurn(request, path)) {
      const { method, headers } = request;
      const body = await readBody(request);
      return inTurn(() => api.handle(new Request(url, { method, headers, body }), bindings), queues.forms);
    }
    if (isApi(path)) return api.handle(new Request(url, request), bindings);
    if (isUnlistedData(path)) throw new AppError('not-found');
    if (isRead(request)) return inTurn(() => pages.show(path + search));
    const takesForm = FORM_PAGES.includes(path);
    if (!takesForm || request.method !== 'POST') {
      throw new AppError('method-not-allowed', { allow: ['GET', 'HEAD', ...(takesForm ? ['POST'] : [])] });
    }
    if (isForeignForm(request.headers, parts.ownOrigins)) throw new AppError('cross-site');
    const body = await readBody(request);
    return inTurn(
      () => pages.submit(path, { headers: request.headers, body }, bindings.client),
      queues.forms,
    );
  }

  /** Redirects page requests to the normal form of the path; refuses all others. */
  function handleOtherSpelling(request: Request, target: RequestTarget | null): Response {
    if (!target) throw new AppError('bad-address');
    const { path, normalPath, search } = target;
    const isPage = isRead(request) && !isApi(normalPath ?? path);
    if (normalPath === null || isTooDeep(target)) {
      if (isPage) return new Response(null, { status: statusOf('not-found') });
      throw new AppError('not-found');
    }
    if (!isPage) throw new AppError(path === `${normalPath}/` ? 'not-found' : 'bad-address');
    return new Response(null, {
      status: 308,
      headers: { Location: normalPath + search, 'Cache-Control': 'no-store' },
    });
  }

  function withCommonHeaders(response: Response, path: string): Response {
    for (const [name, value] of Object.entries(parts.commonHeaders)) {
      // Headers of the response take precedence, for example the content security policy of a page.
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    allowFrames(response.headers, path);
    return response;
  }

  /** `request` is null for shared responses. */
  function refuse(thrown: unknown, path: string, request: Request | null): Response {
    const error = toAppError(thrown);
    // A client that disconnects during its request is not an error of the server.
    const isFailure = error.code === 'internal' && !request?.signal.aborted;
    if (isFailure) parts.log.error('request failed', { path, error: thrown });
    return request && error.code === 'busy'
      ? unavailableResponse(request, path, error)
      : problemResponse(error);
  }

  const complete = (
    createResponse: () => Promise<Response>,
    path: string,
    request: Request | null,
    context: RequestContext,
  ): Promise<Response> =>
    whileHandling(context, () =>
      createResponse()
        .then((response) => (request && isMissing(response) ? showMissing(request, path, context) : response))
        .catch((thrown) => refuse(thrown, path, request))
        .then((response) => withCommonHeaders(response, path)),
    );

  async function showMissing(request: Request, path: string, context: RequestContext): Promise<Response> {
    const address = missingPageAt(path);
    const visitor = () => ({ network: '', signal: request.signal });
    // Without conditions, which are about another page.
    const plain = new Request(baseUrl + address.key, {
      method: request.method,
      headers: { 'Accept-Encoding': request.headers.get('Accept-Encoding') ?? '' },
    });
    const produce = () => completeShared(address.key, path, context);
    return asMissing(await cache.respond(plain, address, context, { visitor, produce }));
  }

  function respondShared(
    request: Request,
    { address, path, visitor }: { address: SharedAddress; path: string; visitor(): Visitor },
    context: RequestContext,
  ): Response | Promise<Response> {
    const produce = () => completeShared(address.key, path, context);
    const response = cache.respond(request, address, context, { visitor, produce });
    return response instanceof Response ? response : complete(() => response, path, request, context);
  }

  /** A failed shared response has the id under which it was logged, also for other clients that wait for it. */
  async function completeShared(address: string, path: string, context: RequestContext): Promise<Response> {
    const response = await complete(() => createShared(address, path), path, null, context);
    if (response.status === statusOf('internal')) response.headers.set(REQUEST_ID_HEADER, context.id);
    return response;
  }

  const labelOf = (path: string): string =>
    api.routeAt(path) ?? findSharedRoute(path)?.label ?? (isPanelAddress(path) ? PANEL_ROUTE : OTHER_ROUTE);

  return (request, server, sentPath, context) => {
    const target = readTarget(request.url, sentPath);
    if (!target?.isNormal) {
      const handle = async () => handleOtherSpelling(request, target);
      return complete(handle, target?.path ?? '', request, context);
    }
    const { path, search } = target;
    const client = () =>
      identifyClient(server.requestIP(request)?.address ?? '', request.headers, parts.trustedProxies);
    if (isRead(request)) {
      const file = files.respond(request, path);
      if (file) {
        context.route = FILE_ROUTE;
        return file;
      }
      const shared = findSharedRoute(path);
      if (shared) {
        context.route = shared.label;
        if (isTooLong(target)) {
          const refuseAddress = async () => {
            throw new AppError('address-too-long');
          };
          return complete(refuseAddress, path, request, context);
        }
        const visitor = () => ({ network: client().wideNetwork, signal: request.signal });
        const address = sharedAddress(shared, path, search);
        return respondShared(request, { address, path, visitor }, context);
      }
    }
    const bindings: ApiBindings = {
      get client() {
        return client();
      },
      signal: request.signal,
      keepOpen: () => server.timeout(request, 0),
      upgrade: (listener) =>
        server.upgrade(request, { data: listener, headers: { [REQUEST_ID_HEADER]: context.id } }),
    };
    return complete(() => handleOne(request, target, bindings), path, request, context).finally(() => {
      context.route = labelOf(path);
    });
  };
}

export const visitorOf = ({ client, signal }: ApiBindings): Visitor => ({
  network: client.wideNetwork,
  signal,
});

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** `same-origin` is enough: our page may have been loaded under another host name. */
const isForeignForm = (headers: Headers, ownOrigins: ReadonlySet<string>): boolean =>
  headers.get('Sec-Fetch-Site') !== 'same-origin' && isCrossSite(headers, ownOrigins);

/** Whether a request to the API does work for anyone. The panel needs a session, and larger bodies are refused unread. */
function takesTurn({ method, headers }: Request, path: string): boolean {
  if (!isApi(path) || path.startsWith('/api/admin/') || path === SIGN_IN) return false;
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(method);
  return (
    (isWrite || path.startsWith('/api/auth/')) && !(Number(headers.get('Content-Length')) > LARGEST_BODY)
  );
}

/** Called before a request takes its turn: a client that sends slowly must not keep a place. */
async function readBody({ body }: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!body) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > LARGEST_BODY) break;
  }
  return new Uint8Array(Buffer.concat(chunks));
}
