/** Opens a dialog and awaits its answer. */
import { useCallback, useRef, useState } from 'react';

export interface AsyncDialog<Asked, Answer> {
  /** What the dialog shows, kept while it closes; null until it was first opened. */
  asked: Asked | null;
  isOpen: boolean;
  ask(shown: Asked): Promise<Answer>;
  answer(answer: Answer): void;
}

export function useAsyncDialog<Asked, Answer>(): AsyncDialog<Asked, Answer> {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isOpen, setOpen] = useState(false);
  const settle = useRef<(answer: Answer) => void>(() => {});

  const ask = useCallback((shown: Asked) => {
    setAsked(() => shown);
    setOpen(true);
    return new Promise<Answer>((resolve) => {
      settle.current = resolve;
    });
  }, []);
  const answer = useCallback((given: Answer) => {
    setOpen(false);
    settle.current(given);
  }, []);

  return { asked, isOpen, ask, answer };
}
