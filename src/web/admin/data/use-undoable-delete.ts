/** Deleting what asks no question: it goes from the screen at once, and from the server when the Undo has passed. */
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../session/session.tsx';
import { useToasts } from '../ui/toasts.tsx';

interface Words {
  done: string;
  failure: string;
}

export interface UndoableDelete {
  isHidden(id: string): boolean;
  remove(id: string): void;
}

export function useUndoableDelete(pathOf: (id: string) => string, { done, failure }: Words): UndoableDelete {
  const api = useApi();
  const toasts = useToasts();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const waiting = useRef(new Set<string>());

  const show = (id: string) => setHidden((ids) => new Set([...ids].filter((other) => other !== id)));

  async function finish(id: string): Promise<void> {
    if (!waiting.current.delete(id)) return;
    try {
      await api.delete(pathOf(id));
    } catch {
      show(id);
      toasts.failure(failure);
    }
  }

  // A tab that is closed meanwhile still does what it said it did.
  useEffect(() => {
    const finishAll = () => {
      for (const id of waiting.current) void fetch(pathOf(id), { method: 'DELETE', keepalive: true });
      waiting.current.clear();
    };
    addEventListener('pagehide', finishAll);
    return () => removeEventListener('pagehide', finishAll);
  }, [pathOf]);

  return {
    isHidden: (id) => hidden.has(id),
    remove(id) {
      waiting.current.add(id);
      setHidden((ids) => new Set([...ids, id]));
      const undo = () => {
        waiting.current.delete(id);
        show(id);
      };
      toasts.undoable(done, undo, () => void finish(id));
    },
  };
}
