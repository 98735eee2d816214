/**
 * Tries again what failed to load: after a while, ever later, at once when the connection is back, and soon when the
 * live stream tells of a change, because then the server and its database are well.
 */
import { useEffect, useEffectEvent, useRef } from 'react';
import { type Retries, startRetries } from './retries.ts';
import { LONGEST_WHILE_CONNECTED, retryDelay } from './retry-delay.ts';

/** What the live stream shows of the server, where there is one. */
export interface SignsOfLife {
  /** How often it has been opened. */
  connections: number;
  /** How many changes it has told. */
  changes: number;
  isConnected: boolean;
}

const NO_STREAM: SignsOfLife = { connections: 0, changes: 0, isConnected: false };

export function useRetry(isFailing: boolean, retry: () => unknown, live = NO_STREAM): void {
  const onRetry = useEffectEvent(retry);
  const delayAfter = useEffectEvent((failures: number) =>
    live.isConnected ? retryDelay(failures, { longest: LONGEST_WHILE_CONNECTED }) : retryDelay(failures),
  );
  const retries = useRef<Retries>(null);

  useEffect(() => {
    if (!isFailing) return;
    const started = startRetries({
      retry: () => onRetry(),
      delayAfter: (failures) => delayAfter(failures),
    });
    retries.current = started;
    addEventListener('online', started.now);
    return () => {
      started.stop();
      retries.current = null;
      removeEventListener('online', started.now);
    };
  }, [isFailing]);

  useSign(live.connections, () => retries.current?.now());
  useSign(live.changes, () => retries.current?.soon());
}

/** Calls back whenever the count has changed. */
function useSign(count: number, onSign: () => void): void {
  const known = useRef(count);
  const react = useEffectEvent(onSign);
  useEffect(() => {
    if (known.current === count) return;
    known.current = count;
    react();
  }, [count]);
}
