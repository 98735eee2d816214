/** Tabs of one browser share the session: each tells the others when somebody has signed in or out. */
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';

/** Returns the function that tells the others. */
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
