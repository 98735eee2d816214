/** Tells the other tabs of this browser that somebody has signed in or out, and hears it from them: all share one session. */
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';

/** Returns the function that tells them. */
export function useOtherTabs(onSessionChanged: () => void): () => void {
  const channel = useRef<BroadcastChannel>(null);
  const onMessage = useEffectEvent(onSessionChanged);
  useEffect(() => {
    const opened = new BroadcastChannel('session');
    opened.addEventListener('message', () => onMessage());
    channel.current = opened;
    return () => opened.close();
  }, []);
  return useCallback(() => channel.current?.postMessage('changed'), []);
}
