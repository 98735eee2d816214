/** Data of the admin API for a screen: fetched, kept while newer data is on its way, and fetched again when it changed. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { LiveTable } from '../../../contract/live.ts';
import { useApi } from '../session/session.tsx';
import type { CallOptions, Tagged } from './admin-api.ts';
import { useLiveChanges } from './admin-live.tsx';

export interface Query<Answer> {
  /** The last good answer; undefined until there is one. */
  data: Answer | undefined;
  /** What the latest fetch failed with; the data stays. */
  error: Error | null;
  isLoading: boolean;
  /** The data is still of the path that was asked for before. */
  isOfFormerPath: boolean;
  refetch(): Promise<void>;
  /** Shows a change at once, before the server has confirmed it. */
  setData(change: (data: Answer) => Answer): void;
}

/** Null for the path: nothing to ask yet. */
export function useQuery<Answer>(path: string | null, tables: readonly LiveTable[] = []): Query<Answer> {
  const api = useApi();
  const load = useCallback((signal: AbortSignal) => api.get<Answer>(path ?? '', { signal }), [api, path]);
  return useLoaded(path === null ? null : load, tables);
}

/** The same for what takes more than one call. Another function is another question: it is asked at once. */
export function useLoaded<Answer>(
  load: ((signal: AbortSignal) => Promise<Answer>) | null,
  tables: readonly LiveTable[] = [],
): Query<Answer> {
  const [data, setData] = useState<{ answer: Answer }>();
  const [error, setError] = useState<Error | null>(null);
  const [isLoading, setLoading] = useState(load !== null);
  const latest = useRef<AbortController>(null);

  const refetch = useCallback(async () => {
    if (!load) return;
    latest.current?.abort();
    const controller = new AbortController();
    latest.current = controller;
    setLoading(true);
    try {
      const answer = await load(controller.signal);
      if (controller.signal.aborted) return;
      setData({ answer });
      setError(null);
    } catch (failure) {
      if (!controller.signal.aborted) setError(failure as Error);
    }
    if (latest.current === controller) setLoading(false);
  }, [load]);

  useEffect(() => {
    void refetch();
    return () => latest.current?.abort();
  }, [refetch]);
  useLiveChanges(tables, refetch);

  const change = useCallback((by: (answer: Answer) => Answer) => {
    setData((known) => known && { answer: by(known.answer) });
  }, []);

  return { data: data?.answer, error, isLoading, refetch, setData: change };
}
