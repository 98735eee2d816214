/**
 * Asks before unsaved work is left by a link, the back button or a closed tab, and lets nobody leave the panel before
 * the server has confirmed their deletions. There is one for the whole panel, because the router allows one blocker.
 */
import { useEffect, useEffectEvent } from 'react';
import { type Location, useBlocker } from 'react-router';
import { useDeletions } from '../data/deletions.tsx';
import { useDiscardQuestion, useHasUnsavedWork } from '../forms/unsaved-work.tsx';

export function useLeaveGuard(): void {
  const hasUnsavedWork = useHasUnsavedWork();
  const mayDiscard = useDiscardQuestion();
  const { hasUnfinished, finishAll } = useDeletions();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      (hasUnsavedWork && currentLocation.pathname !== nextLocation.pathname) ||
      (hasUnfinished() && !isInPanel(nextLocation)),
  );
  const mayLeave = useEffectEvent(
    async (next: Location) =>
      (!hasUnsavedWork || (await mayDiscard())) && (isInPanel(next) || (await finishAll())),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void mayLeave(blocker.location).then((yes) => (yes ? blocker.proceed() : blocker.reset()));
  }, [blocker]);

  useEffect(() => {
    if (!hasUnsavedWork) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [hasUnsavedWork]);
}

const isInPanel = ({ pathname }: Location): boolean =>
  pathname === '/admin' || pathname.startsWith('/admin/');
