/** The state of a session that ended during work: all calls that were refused wait for the same dialog. */
import { useCallback, useMemo, useRef, useState } from 'react';
import type { UserSession } from '../api/admin-api.ts';

export interface SessionLoss {
  isLost: boolean;
  /** A new one for each person who signs in. */
  userSession: UserSession;
  /** Opens the dialog. Resolves once the person has signed in again; rejects when they leave instead. */
  signInAgain(): Promise<void>;
  end(how: 'signed-in' | 'left'): void;
}

export function useSessionLoss(): SessionLoss {
  const [isLost, setLost] = useState(false);
  const [sessionNo, setSessionNo] = useState(0);
  const latestSession = useRef(0);
  const waiting = useRef<PromiseWithResolvers<void>>(null);

  const signInAgain = useCallback(() => {
    waiting.current ??= Promise.withResolvers<void>();
    setLost(true);
    return waiting.current.promise;
  }, []);

  const end = useCallback((how: 'signed-in' | 'left') => {
    const { current: waited } = waiting;
    waiting.current = null;
    setLost(false);
    if (how === 'signed-in') return waited?.resolve();
    latestSession.current += 1;
    setSessionNo(latestSession.current);
    waited?.reject(new Error('The session has ended.'));
  }, []);

  const userSession = useMemo<UserSession>(() => {
    const isOver = () => latestSession.current !== sessionNo;
    return { isOver, isInterrupted: () => !isOver() && waiting.current !== null, signInAgain };
  }, [sessionNo, signInAgain]);

  return { isLost, userSession, signInAgain, end };
}
