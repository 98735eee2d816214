/** Today's date by the server's clock; the component renders anew only when the day changes. */
import { useSyncExternalStore } from 'react';
import { type IstDate, istDateOf } from '../../core/ist-time.ts';
import { useServerClock } from './use-server-now.tsx';

export function useToday(): IstDate {
  const clock = useServerClock();
  return useSyncExternalStore(
    clock.subscribe,
    () => istDateOf(clock.second()),
    () => istDateOf(clock.renderedSecond()),
  );
}
