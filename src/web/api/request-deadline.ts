/**
 * Gives every request of the page a deadline, unless it asks for none. It replaces the global `fetch`, because React
 * Router always uses that one to load data: so no request is without a deadline by mistake.
 */
import { SECOND } from '../../core/ist-time.ts';

declare global {
  interface RequestInit {
    /** For a request that may take minutes: its caller must notice in another way that the server is lost. */
    hasNoDeadline?: boolean;
  }
}

export const REQUEST_DEADLINE = 10 * SECOND;

/** The server could not be reached, did not respond in time, or cannot reach its database. */
export class NoResponse extends TypeError {
  constructor(address: string, cause?: unknown) {
    super(`No response from ${address}`, { cause });
    this.name = 'NoResponse';
  }
}

/** True even if the router has wrapped it, as it does when a response is cut off. */
export const isNoResponse = (error: unknown): boolean =>
  error instanceof NoResponse || (error instanceof Error && error.cause instanceof NoResponse);

export function setRequestDeadline(browser: { fetch: typeof fetch }): void {
  const fetchWithoutDeadline = browser.fetch.bind(browser);
  browser.fetch = Object.assign(async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const deadline = new AbortController();
    // Never cleared, because it limits the reading of the body too. Aborting a completed request does nothing.
    if (!init?.hasNoDeadline) setTimeout(() => deadline.abort(new NoResponse(request.url)), REQUEST_DEADLINE);
    try {
      return await fetchWithoutDeadline(request, {
        signal: AbortSignal.any([request.signal, deadline.signal]),
      });
    } catch (error) {
      if (request.signal.aborted || error instanceof NoResponse) throw error;
      throw new NoResponse(request.url, error);
    }
  }, browser.fetch);
}
