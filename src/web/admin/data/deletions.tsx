/** Deletions with Undo: a row is hidden at once, and deleted on the server when its time for Undo is over. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { ChangedTable } from '../../../contract/live.ts';
import { createRequiredContext } from '../../hooks/required-context.ts';
import { refetchAll, useInvalidation } from '../api/query-client.ts';
import { failureText, isRefusal, isRefusedWith } from '../api/refusal.ts';
import { useApi } from '../session/session.tsx';
import { UNDO_MS, useToasts } from '../widgets/toasts.tsx';

interface Texts {
  done: string;
  /** The name of the row. */
  name: string;
  failure: string;
}

interface DeletedRow {
  path: string;
  table: ChangedTable;
  /** The version that the person saw, where the row has one: the server keeps a row changed since. */
  etag?: string;
}

interface Deletions {
  /** Rows are identified by their path in the API. */
  isHidden(path: string): boolean;
  remove(row: DeletedRow, texts: Texts): void;
  /** Whether a deletion can still be undone or waits for the server's response. */
  hasUnfinished(): boolean;
  /** Sends at once what can still be undone. Resolves to whether all of it worked; failures are shown as toasts. */
  finishAll(): Promise<boolean>;
}

const [DeletionsContext, useDeletions] = createRequiredContext<Deletions>('Deletions');

export { useDeletions };

/** Around all screens, so that the time for Undo goes on while another screen is open. */
export function DeletionsProvider({ children }: { children: ReactNode }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const invalidate = useInvalidation();
  const toasts = useToasts();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const { wait, stopWaiting, start, hasUnfinished, finishAll } = useUnfinished();
  useFinishOnLeaving(finishAll);

  const remove = useCallback(
    ({ path, table, etag }: DeletedRow, { done, name, failure }: Texts) => {
      const show = () => setHidden((paths) => new Set([...paths].filter((other) => other !== path)));
      async function carryOut(): Promise<boolean> {
        try {
          await api.delete(path, { keepalive: true, ...(etag !== undefined && { etag }) });
        } catch (error) {
          // It is deleted already.
          if (!isRefusedWith(error, 'not-found')) {
            show();
            if (isRefusal(error)) void refetchAll(queryClient);
            toasts.failure(failureText(error, failure));
            return false;
          }
        }
        // The row is hidden, but it may still be counted.
        void invalidate(table);
        return true;
      }
      setHidden((paths) => new Set([...paths, path]));
      const endUndo = toasts.undoable(
        { text: done, detail: name },
        () => {
          stopWaiting(path);
          show();
        },
        () => {
          stopWaiting(path);
          start(carryOut());
        },
      );
      wait(path, endUndo);
    },
    [api, queryClient, invalidate, toasts, wait, stopWaiting, start],
  );

  const deletions = useMemo(
    () => ({ isHidden: (path: string) => hidden.has(path), remove, hasUnfinished, finishAll }),
    [hidden, remove, hasUnfinished, finishAll],
  );
  return <DeletionsContext value={deletions}>{children}</DeletionsContext>;
}

/** The deletions that can still be undone, each with the function that ends its time, and those that were sent and have no response yet. */
function useUnfinished() {
  const [unfinished] = useState(() => {
    const waiting = new Map<string, () => void>();
    const underway = new Set<Promise<boolean>>();
    return {
      wait: (path: string, endUndo: () => void) => void waiting.set(path, endUndo),
      stopWaiting: (path: string) => void waiting.delete(path),
      start(work: Promise<boolean>) {
        underway.add(work);
        void work.finally(() => underway.delete(work));
      },
      hasUnfinished: () => waiting.size + underway.size > 0,
      async finishAll(): Promise<boolean> {
        for (const endUndo of waiting.values()) endUndo();
        return (await Promise.all(underway)).every(Boolean);
      },
    };
  });
  return unfinished;
}

/**
 * Sends pending deletions when the tab is closed or the panel is left, and when the window has been out of focus for the
 * time of an Undo: the toasts stop their timers there.
 */
function useFinishOnLeaving(finishAll: () => Promise<boolean>): void {
  useEffect(() => {
    let unseen: ReturnType<typeof setTimeout> | undefined;
    const leave = () => {
      unseen = setTimeout(finishAll, UNDO_MS);
    };
    const comeBack = () => clearTimeout(unseen);
    addEventListener('pagehide', finishAll);
    addEventListener('blur', leave);
    addEventListener('focus', comeBack);
    return () => {
      removeEventListener('pagehide', finishAll);
      removeEventListener('blur', leave);
      removeEventListener('focus', comeBack);
      comeBack();
      void finishAll();
    };
  }, [finishAll]);
}
