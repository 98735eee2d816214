/** Gives every request an id, adds the id to the response, and reports the response to the metrics. */
import { BlockList } from 'node:net';
import { PROBLEM_CONTENT_TYPE } from '../../contract/problem.ts';
import { problemResponse, statusOf, toAppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { createRequestId, type HandledRequest, isRequestId, REQUEST_ID_HEADER } from '../request-id.ts';
import type { SocketListener } from '../web-socket.ts';
import { isTrustedProxy } from './client-address.ts';

/** Stores the listener of each WebSocket. */
export type HttpServer = Bun.Server<SocketListener>;

/** Data about a request. */
export interface RequestContext extends HandledRequest {
  /** The pattern of the route, one of a fixed set: never the path of the request. */
  route: string;
  /** Whether the response was created with the id. */
  isIdInHeaders: boolean;
}

/** What Bun is given: nothing, if the connection has become a WebSocket. */
type Sent = Response | undefined;

/** `sentPath` is the path before the URL was parsed: see `readTarget`. */
export type Handler = (
  request: Request,
  server: HttpServer,
  sentPath: string | null,
  context: RequestContext,
) => Response | Promise<Response>;

/** `seconds` is the time until the headers of the response, so that a stream is not measured to its end. */
type ResponseListener = (route: string, method: string, status: number, seconds: number) => void;

export interface ResponseOptions {
  /** The proxies whose `X-Request-Id` is used. */
  trustedProxies?: BlockList;
  onResponse?: ResponseListener | undefined;
  log?: Log;
}

/** The label of requests without a known route. */
export const OTHER_ROUTE = 'other';

const SWITCHING_PROTOCOLS = 101;
const INTERNAL = statusOf('internal');
const FIRST_ERROR_STATUS = 400;

export function identifyRequests(
  handle: Handler,
  { trustedProxies = new BlockList(), onResponse, log }: ResponseOptions,
): (request: Request, server: HttpServer, sentPath: string | null) => Sent | Promise<Sent> {
  function idOf(request: Request, server: HttpServer): string {
    const given = request.headers.get(REQUEST_ID_HEADER);
    if (given === null || !isRequestId(given)) return createRequestId();
    const isFromProxy = isTrustedProxy(server.requestIP(request)?.address ?? '', trustedProxies);
    return isFromProxy ? given : createRequestId();
  }

  function finish(
    response: Response,
    request: Request,
    context: RequestContext,
    startedAt: number,
  ): Sent | Promise<Sent> {
    context.hasResponse = true;
    const { status } = response;
    onResponse?.(context.route, request.method, status, (performance.now() - startedAt) / 1_000);
    if (status === SWITCHING_PROTOCOLS) return;
    // Reading the headers of a response costs more than the rest of this function.
    if (context.isIdInHeaders) return response;
    const { headers } = response;
    if (status === INTERNAL) logSharedFailure(headers.get(REQUEST_ID_HEADER), context);
    headers.set(REQUEST_ID_HEADER, context.id);
    return status >= FIRST_ERROR_STATUS && headers.get('Content-Type') === PROBLEM_CONTENT_TYPE
      ? addIdToProblem(response, context.id)
      : response;
  }

  /** A failure that several requests share is logged once; the other requests log its id. */
  function logSharedFailure(madeFor: string | null, { id }: RequestContext): void {
    if (madeFor !== null && madeFor !== id) {
      log?.error('request shared the failure of another', { requestId: id, failedRequestId: madeFor });
    }
  }

  /** For bugs in the handler itself: it turns all other errors into responses. */
  function fail(thrown: unknown, context: RequestContext): Response {
    log?.error('request failed', { requestId: context.id, error: thrown });
    return problemResponse(toAppError(thrown));
  }

  return (request, server, sentPath) => {
    const startedAt = onResponse ? performance.now() : 0;
    const context = {
      id: idOf(request, server),
      hasResponse: false,
      route: OTHER_ROUTE,
      isIdInHeaders: false,
    };
    try {
      const response = handle(request, server, sentPath, context);
      if (!(response instanceof Promise)) return finish(response, request, context, startedAt);
      return response
        .catch((thrown) => fail(thrown, context))
        .then((completed) => finish(completed, request, context, startedAt));
    } catch (thrown) {
      return finish(fail(thrown, context), request, context, startedAt);
    }
  };
}

/** Done here, because requests can share a problem but each gets its own id. */
async function addIdToProblem(response: Response, id: string): Promise<Response> {
  const { status, headers } = response;
  const end = `,"requestId":"${id}"}`;
  const length = headers.get('Content-Length');
  // A HEAD response has the length of the body that it does not send.
  if (length !== null) headers.set('Content-Length', String(Number(length) + end.length - '}'.length));
  const text = await response.text();
  return new Response(text === '' ? null : text.slice(0, -'}'.length) + end, { status, headers });
}
