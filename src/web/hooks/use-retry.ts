/** Retries a failed load: after growing delays, immediately when the connection is back, and soon after a live change. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { MAX_DELAY_WHILE_CONNECTED, type Retries, retryDelay, startRetries } from './retries.ts';

/** The state of the live stream, where the page has one. A change that arrives shows that the database works. */
interface StreamActivity {
  /** How many times the stream was opened. */
  connections: number;
  /** How many changes have arrived. */
  changes: number;
  isConnected: boolean;
}

const NO_STREAM: StreamActivity = { connections: 0, changes: 0, isConnected: false };

export function useRetry(isFailing: boolean, retry: () => unknown, stream = NO_STREAM): void {
  const onRetry = useEffectEvent(retry);
  const delayAfter = useEffectEvent((failures: number) =>
    stream.isConnected ? retryDelay(failures, { max: MAX_DELAY_WHILE_CONNECTED }) : retryDelay(failures),
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

  useOnChange(stream.connections, () => retries.current?.now());
  useOnChange(stream.changes, () => retries.current?.soon());
}

function useOnChange(count: number, onChange: () => void): void {
  const known = useRef(count);
  const react = useEffectEvent(onChange);
  useEffect(() => {
    if (known.current === count) return;
    known.current = count;
    react();
  }, [count]);
}
