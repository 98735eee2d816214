/** The id of a request: random or taken from a proxy, and added to log entries while the request is handled. */
import { AsyncLocalStorage } from 'node:async_hooks';

export const REQUEST_ID_HEADER = 'X-Request-Id';

const TOKEN = /^[A-Za-z0-9._-]{8,64}$/;

/** Random, so that it does not reveal the number of requests. */
export const createRequestId = (): string => crypto.randomUUID();

export const isRequestId = (text: string): boolean => TOKEN.test(text);

export interface HandledRequest {
  readonly id: string;
  /** Set when the response is sent: work that continues after it is logged without the id. */
  hasResponse: boolean;
}

const current = new AsyncLocalStorage<HandledRequest>();

/** Log entries written during the work have the id of the request. */
export const whileHandling = <Result>(request: HandledRequest, work: () => Result): Result =>
  current.run(request, work);

export function currentRequestId(): string | null {
  const request = current.getStore();
  return request && !request.hasResponse ? request.id : null;
}
