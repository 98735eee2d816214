/** The loss of a session in the middle of work: all calls that find it gone wait together for the one dialog. */
import { useCallback, useRef, useState } from 'react';

export interface SessionLoss {
  isLost: boolean;
  /** Opens the dialog, and settles once somebody has signed in again; fails when they would rather not. */
  signInAgain(): Promise<void>;
  end(how: 'signed-in' | 'left'): void;
}

export function useSessionLoss(): SessionLoss {
  const [isLost, setLost] = useState(false);
  const waiting = useRef<PromiseWithResolvers<void>>(null);

  const signInAgain = useCallback(() => {
    waiting.current ??= Promise.withResolvers<void>();
    setLost(true);
    return waiting.current.promise;
  }, []);
  const end = useCallback((how: 'signed-in' | 'left') => {
    setLost(false);
    if (how === 'signed-in') waiting.current?.resolve();
    else waiting.current?.reject(new Error('The session has ended.'));
    waiting.current = null;
  }, []);

  return { isLost, signInAgain, end };
}
