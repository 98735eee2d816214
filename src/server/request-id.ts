/** The id of a request: made at random or taken from a proxy, and known to the log while the request is handled. */
import { AsyncLocalStorage } from 'node:async_hooks';

export const REQUEST_ID_HEADER = 'X-Request-Id';

const TOKEN = /^[A-Za-z0-9._-]{8,64}$/;

/** Random, so that it does not tell how many requests there were. */
export const createRequestId = (): string => crypto.randomUUID();

export const isRequestId = (text: string): boolean => TOKEN.test(text);

export interface HandledRequest {
  readonly id: string;
  /** Work that a request started and that goes on after its response no longer belongs to it. */
  isAnswered: boolean;
}

const current = new AsyncLocalStorage<HandledRequest>();

/** Entries of the log that are written during the work carry the id of the request. */
export const whileHandling = <Result>(request: HandledRequest, work: () => Result): Result =>
  current.run(request, work);

export function currentRequestId(): string | null {
  const request = current.getStore();
  return request && !request.isAnswered ? request.id : null;
}
