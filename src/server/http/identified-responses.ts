/** Gives every request an id, adds it to the response, and reports each response to the metrics. */
import { BlockList } from 'node:net';
import { PROBLEM_CONTENT_TYPE } from '../../contract/problem.ts';
import { problemResponse, statusOf, toAppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { createRequestId, type HandledRequest, isRequestId, REQUEST_ID_HEADER } from '../request-id.ts';
import { isTrustedProxy } from './client-address.ts';

/** What is known of a request besides the request itself. */
export interface RequestContext extends HandledRequest {
  /** The pattern of the route, one of a closed set: never a path as it was sent. */
  route: string;
}

/** `sentPath` is the path before the URL of the request was parsed: see `readTarget`. */
export type Handler = (
  request: Request,
  server: Bun.Server<undefined>,
  sentPath: string | null,
  context: RequestContext,
) => Response | Promise<Response>;

/** `seconds` are those from the request to the headers of the response: a stream is not measured to its end. */
type AnswerListener = (route: string, method: string, status: number, seconds: number) => void;

export interface AnswerOptions {
  /** The proxies whose `X-Request-Id` is taken over. */
  trustedProxies?: BlockList;
  onAnswer?: AnswerListener | undefined;
  log?: Log;
}

/** The label of what no route was found for. */
export const OTHER_ROUTE = 'other';

const INTERNAL = statusOf('internal');
const SMALLEST_REFUSAL = 400;

export function identifyAnswers(
  handle: Handler,
  { trustedProxies = new BlockList(), onAnswer, log }: AnswerOptions,
): (
  request: Request,
  server: Bun.Server<undefined>,
  sentPath: string | null,
) => Response | Promise<Response> {
  function idOf(request: Request, server: Bun.Server<undefined>): string {
    const given = request.headers.get(REQUEST_ID_HEADER);
    if (given === null || !isRequestId(given)) return createRequestId();
    const isFromProxy = isTrustedProxy(server.requestIP(request)?.address ?? '', trustedProxies);
    return isFromProxy ? given : createRequestId();
  }

  function finish(
    answer: Response,
    request: Request,
    context: RequestContext,
    startedAt: number,
  ): Response | Promise<Response> {
    context.isAnswered = true;
    const { status, headers } = answer;
    onAnswer?.(context.route, request.method, status, (performance.now() - startedAt) / 1_000);
    if (status === INTERNAL) noteSharedFailure(headers.get(REQUEST_ID_HEADER), context);
    headers.set(REQUEST_ID_HEADER, context.id);
    return status >= SMALLEST_REFUSAL && headers.get('Content-Type') === PROBLEM_CONTENT_TYPE
      ? addIdToProblem(answer, context.id)
      : answer;
  }

  /** A failure that several requests share is logged for the one that it was made for; the others refer to it. */
  function noteSharedFailure(madeFor: string | null, { id }: RequestContext): void {
    if (madeFor !== null && madeFor !== id) {
      log?.error('request shared the failure of another', { requestId: id, failedRequestId: madeFor });
    }
  }

  /** Only a bug comes here: handlers turn whatever is thrown into a response of their own. */
  function fail(thrown: unknown, context: RequestContext): Response {
    log?.error('request failed', { requestId: context.id, error: thrown });
    return problemResponse(toAppError(thrown));
  }

  return (request, server, sentPath) => {
    const startedAt = onAnswer ? performance.now() : 0;
    const context = { id: idOf(request, server), isAnswered: false, route: OTHER_ROUTE };
    try {
      const answer = handle(request, server, sentPath, context);
      if (!(answer instanceof Promise)) return finish(answer, request, context, startedAt);
      return answer
        .catch((thrown) => fail(thrown, context))
        .then((made) => finish(made, request, context, startedAt));
    } catch (thrown) {
      return finish(fail(thrown, context), request, context, startedAt);
    }
  };
}

/** Only here, because a problem that several requests share is made once and then sent to each with its own id. */
async function addIdToProblem(answer: Response, id: string): Promise<Response> {
  const { status, headers } = answer;
  const end = `,"requestId":"${id}"}`;
  const length = headers.get('Content-Length');
  // The response to HEAD has the length of a body that it does not carry.
  if (length !== null) headers.set('Content-Length', String(Number(length) + end.length - '}'.length));
  const text = await answer.text();
  return new Response(text === '' ? null : text.slice(0, -'}'.length) + end, { status, headers });
}
