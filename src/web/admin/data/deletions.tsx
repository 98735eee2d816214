/** Deletions that can still be taken back: gone from the screen at once, and from the server when the Undo has passed. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useApi } from '../session/session.tsx';
import { UNDO_MS, useToasts } from '../ui/toasts.tsx';
import { isRefusal, problemOf } from './form-problem.ts';

interface Words {
  done: string;
  /** Which of its kind it was. */
  name: string;
  failure: string;
}

export interface Deletions {
  /** Rows go by their paths in the API. */
  isHidden(path: string): boolean;
  remove(path: string, words: Words): void;
}

const DeletionsContext = createContext<Deletions | null>(null);

export function useDeletions(): Deletions {
  const deletions = useContext(DeletionsContext);
  if (!deletions) throw new Error('useDeletions must be used within a DeletionsProvider');
  return deletions;
}

/** Around all screens: the time to take something back goes on while another of them is looked at. */
export function DeletionsProvider({ children }: { children: ReactNode }) {
  const api = useApi();
  const toasts = useToasts();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const pending = usePending();

  const remove = useCallback(
    (path: string, { done, name, failure }: Words) => {
      const show = () => setHidden((paths) => new Set([...paths].filter((other) => other !== path)));
      const undo = () => {
        pending.delete(path);
        show();
      };
      const finish = async () => {
        pending.delete(path);
        try {
          await api.delete(path, { keepalive: true });
        } catch (error) {
          if (isRefusal(error) && error.problem.code === 'not-found') return;
          show();
          toasts.failure(problemOf(error, failure).text);
        }
      };
      setHidden((paths) => new Set([...paths, path]));
      pending.set(
        path,
        toasts.undoable({ text: done, detail: name }, undo, () => void finish()),
      );
    },
    [api, toasts, pending],
  );

  const deletions = useMemo(
    () => ({ isHidden: (path: string) => hidden.has(path), remove }),
    [hidden, remove],
  );
  return <DeletionsContext value={deletions}>{children}</DeletionsContext>;
}

/** What waits for its Undo to pass, each with the way to wait no longer. */
function usePending(): Map<string, () => void> {
  const [pending] = useState(() => new Map<string, () => void>());

  // What was said to be deleted is, also when the tab is closed or the panel is left. And messages stand still while
  // the window is out of focus, but nobody will take anything back there.
  useEffect(() => {
    const finishAll = () => {
      for (const finish of pending.values()) finish();
    };
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
      finishAll();
    };
  }, [pending]);

  return pending;
}
