/** A page whose data could not be fetched anew goes on with what it has; only whoever asked for it is told. */
import { isRouteErrorResponse, type MiddlewareFunction } from 'react-router';

type LoaderResults = Record<string, { type: 'data' | 'error'; result: unknown }>;

let lastFailure: unknown = null;
let hasGoodData = false;

/** While a page with its data is shown; where an error is shown instead, there is nothing to keep. */
export function noteGoodData(): () => void {
  hasGoodData = true;
  return () => {
    hasGoodData = false;
  };
}

/** Why the latest attempt to fetch this page's data anew failed; null if it did not. */
export const refreshFailure = (): unknown => lastFailure;

const isThisPage = (address: string): boolean => {
  const { pathname, search } = new URL(address);
  return pathname === location.pathname && search === location.search;
};

/** An answer that says "gone" or "look elsewhere" is the truth; no answer, or a broken one, says nothing. */
const isAnswer = (result: unknown): boolean =>
  result instanceof Response || (isRouteErrorResponse(result) && result.status < 500);

export const keepLastGoodData: MiddlewareFunction<LoaderResults> = async ({ request }, next) => {
  const results = await next();
  if (!hasGoodData || !isThisPage(request.url)) return results;
  const failures = Object.values(results).filter(({ type, result }) => type === 'error' && !isAnswer(result));
  lastFailure = failures[0]?.result ?? null;
  // The router keeps the data of every route for which it gets no result.
  return failures.length === 0 ? results : {};
};
