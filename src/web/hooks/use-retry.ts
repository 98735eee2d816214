/** Tries again what failed to load: after a while, ever later, and at once when the connection is back. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { retryDelay } from '../live/retry-delay.ts';

/** `connections`: how often the live stream has been opened, where there is one. */
export function useRetry(isFailing: boolean, retry: () => unknown, connections = 0): void {
  const onRetry = useEffectEvent(retry);
  const known = useRef(connections);

  useEffect(() => {
    const isReconnected = known.current !== connections;
    known.current = connections;
    if (!isFailing) return;
    let failures = 1;
    let isOver = false;
    let isTrying = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function tryAgain(): Promise<void> {
      if (isTrying) return;
      isTrying = true;
      clearTimeout(timer);
      await onRetry();
      isTrying = false;
      failures += 1;
      if (!isOver) timer = setTimeout(tryAgain, retryDelay(failures));
    }

    if (isReconnected) void tryAgain();
    else timer = setTimeout(tryAgain, retryDelay(failures));
    addEventListener('online', tryAgain);
    return () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener('online', tryAgain);
    };
  }, [isFailing, connections]);
}
