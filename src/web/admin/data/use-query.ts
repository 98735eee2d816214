/** Data of the admin API for a screen: fetched, kept while newer data is on its way, and fetched again when it changed. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { LiveTable } from '../../../contract/live.ts';
import { useRetry } from '../../hooks/use-retry.ts';
import type { CallOptions, Tagged } from '../api/admin-api.ts';
import { isRefusal } from '../forms/form-problem.ts';
import { useApi } from '../session/session.tsx';
import { useAdminLive, useLiveChanges } from './admin-live.tsx';

export interface Query<Answer> {
  /** The last good answer; undefined until there is one. */
  data: Answer | undefined;
  /** What the latest fetch failed with; the data stays. */
  error: Error | null;
  isLoading: boolean;
  /** The data is still of the path that was asked for before. */
  isOfFormerPath: boolean;
  /** Settles when the newest answer is there, also if that is of a later call. */
  refetch(): Promise<void>;
  /** Shows a change at once, before the server has confirmed it. */
  setData(change: (data: Answer) => Answer): void;
}

/** Null for the path: nothing to ask yet. */
export const useQuery = <Answer>(path: string | null, tables: readonly LiveTable[] = []): Query<Answer> =>
  useReading(useApi().get<Answer>, path, tables);

/** With the version of what was read, to be sent back as `etag` with a change of it. */
export const useTaggedQuery = <Answer>(path: string, tables: readonly LiveTable[]): Query<Tagged<Answer>> =>
  useReading(useApi().getTagged<Answer>, path, tables);

/** For what takes more than one call; `read` must stay the same function while it asks the same. */
export function useReading<Answer>(
  read: (path: string, options: CallOptions) => Promise<Answer>,
  path: string | null,
  tables: readonly LiveTable[],
): Query<Answer> {
  const [data, setData] = useState<{ path: string; answer: Answer }>();
  const [error, setError] = useState<Error | null>(null);
  const [isLoading, setLoading] = useState(path !== null);
  const latest = useRef<AbortController>(null);
  const newest = useRef<Promise<void>>(undefined);

  const refetch = useCallback(() => {
    async function fetchAnew(asked: string): Promise<void> {
      latest.current?.abort();
      const controller = new AbortController();
      latest.current = controller;
      setLoading(true);
      try {
        const answer = await read(asked, { signal: controller.signal });
        if (!controller.signal.aborted) {
          setData({ path: asked, answer });
          setError(null);
        }
      } catch (failure) {
        if (!controller.signal.aborted) setError(failure as Error);
      }
      if (latest.current === controller) setLoading(false);
      else await newest.current;
    }
    newest.current = path === null ? undefined : fetchAnew(path);
    return newest.current ?? Promise.resolve();
  }, [read, path]);

  useEffect(() => {
    void refetch();
    return () => latest.current?.abort();
  }, [refetch]);
  useLiveChanges(tables, refetch);
  // What the server refuses, it would refuse again.
  useRetry(error !== null && !isRefusal(error), refetch, useAdminLive().signs);

  const change = useCallback((by: (answer: Answer) => Answer) => {
    setData((known) => known && { ...known, answer: by(known.answer) });
  }, []);

  return {
    data: data?.answer,
    error,
    isLoading,
    isOfFormerPath: data !== undefined && data.path !== path,
    refetch,
    setData: change,
  };
}
