/** Fetches a page's data again. Where that fails, the page keeps the data it has, and only the caller gets the error. */
import { useCallback, useEffect, useState } from 'react';
import { createContext, isRouteErrorResponse, type MiddlewareFunction, useRevalidator } from 'react-router';
import type { Instant } from '../../core/ist-time.ts';
import { createRequiredContext } from '../hooks/required-context.ts';
import { useServerClock } from '../server-time/use-server-now.tsx';

/** What the router's middleware and the components share. */
export interface RefetchState {
  /** Whether a page with data is shown, and not an error: then there is data to keep. */
  hasData: boolean;
  /** Why the last attempt to fetch this page's data again failed; null if it did not. */
  failure: unknown;
}

export const createRefetchState = (): RefetchState => ({ hasData: false, failure: null });

/** For the router's middleware. */
export const refetchStateContext = createContext<RefetchState>();

const [RefetchStateProvider, useRefetchState] = createRequiredContext<RefetchState>('RefetchState');

export { RefetchStateProvider };

type LoaderResults = Record<string, { type: 'data' | 'error'; result: unknown }>;

const isThisPage = (address: string): boolean => {
  const { pathname, search } = new URL(address);
  return pathname === location.pathname && search === location.search;
};

/** A redirect or a 404 is a response to show; a missing or failed response says nothing about the page. */
const isResponseToShow = (result: unknown): boolean =>
  result instanceof Response || (isRouteErrorResponse(result) && result.status < 500);

export const keepDataOnFailure: MiddlewareFunction<LoaderResults> = async ({ request, context }, next) => {
  const results = await next();
  const state = context.get(refetchStateContext);
  if (!state.hasData || !isThisPage(request.url)) return results;
  const failures = Object.values(results).filter(
    ({ type, result }) => type === 'error' && !isResponseToShow(result),
  );
  state.failure = failures[0]?.result ?? null;
  // The router keeps the data of every route without a result.
  return failures.length === 0 ? results : {};
};

/** While a page shows an error inside of the frame, there is no data of it to keep. */
export function useNoData(): void {
  const state = useRefetchState();
  useEffect(() => {
    const { hasData } = state;
    state.hasData = false;
    return () => {
      state.hasData = hasData;
    };
  }, [state]);
}

export interface Refetch {
  /** Throws the error of a failed attempt. */
  refetchData(): Promise<void>;
  /** Since when it fails; null if it does not. */
  failingSince: Instant | null;
}

export function useRefetch(): Refetch {
  const { revalidate } = useRevalidator();
  const state = useRefetchState();
  const clock = useServerClock();
  const [failingSince, setFailingSince] = useState<Instant | null>(null);

  useEffect(() => {
    state.hasData = true;
    return () => {
      state.hasData = false;
    };
  }, [state]);

  const refetchData = useCallback(async () => {
    await revalidate();
    const { failure } = state;
    setFailingSince((since) => (failure === null ? null : (since ?? clock.now())));
    if (failure !== null) throw failure;
  }, [revalidate, state, clock]);

  return { refetchData, failingSince };
}
