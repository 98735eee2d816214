/**
 * Gives every request of the page a deadline. It replaces the browser's own `fetch`, because React Router calls that
 * for the data of pages and takes no other: so there is no request without a deadline, whoever makes it.
 */
import { SECOND } from '../../core/ist-time.ts';

export const REQUEST_DEADLINE = 10 * SECOND;

/** The server could not be reached, did not answer in time, or cannot reach its database. */
export class NoAnswer extends TypeError {
  constructor(address: string, cause?: unknown) {
    super(`No answer from ${address}`, { cause });
    this.name = 'NoAnswer';
  }
}

/** Also when the router has wrapped it, as it does when an answer breaks off in the middle. */
export const isNoAnswer = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof Error && error.cause instanceof NoAnswer);

export function setRequestDeadline(browser: { fetch: typeof fetch }): void {
  const fetchWithoutDeadline = browser.fetch.bind(browser);
  browser.fetch = Object.assign(async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const address = input instanceof Request ? input.url : String(input);
    const given = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const deadline = new AbortController();
    // Never cleared: it ends the reading of the body as well. Aborting what is complete does nothing.
    setTimeout(() => deadline.abort(new NoAnswer(address)), REQUEST_DEADLINE);
    const signal = given ? AbortSignal.any([given, deadline.signal]) : deadline.signal;
    try {
      return await fetchWithoutDeadline(input, { ...init, signal });
    } catch (error) {
      if (given?.aborted || error instanceof NoAnswer) throw error;
      throw new NoAnswer(address, error);
    }
  }, browser.fetch);
}
