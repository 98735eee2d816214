/**
 * The live stream does not tell of everything: accounts, the record of activity, visitors and backups are looked at
 * again and again, as long as somebody looks and the server answers.
 */
import { useEffect, useEffectEvent } from 'react';
import { useSession } from '../session/session.tsx';
import { useAdminLive } from './admin-live.tsx';

const LOOK_EVERY_MS = 1_000;

export function useRegularLook(look: () => Promise<unknown>, everyMs = LOOK_EVERY_MS): void {
  const { isLost } = useSession();
  const { lostAt } = useAdminLive();
  const isReachable = !isLost && lostAt === null;
  const onTime = useEffectEvent(look);
  useEffect(() => {
    if (!isReachable) return;
    let isOver = false;
    let timer = setTimeout(lookAndGoOn, everyMs);
    // The next look waits for this one: over a slow line each would otherwise call off the one before.
    async function lookAndGoOn(): Promise<void> {
      if (document.visibilityState === 'visible') await onTime();
      if (!isOver) timer = setTimeout(lookAndGoOn, everyMs);
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isReachable, everyMs]);
}
