/**
 * Asks before unsaved work is left by a link, the back button or a closed tab, and lets nobody leave the panel before
 * the server has confirmed their deletions. Public pages are loaded as new documents, because that of the panel does
 * not have their styles. There is one guard for the whole panel, because the router allows one blocker.
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
      (hasUnsavedWork && currentLocation.pathname !== nextLocation.pathname) || !isInPanel(nextLocation),
  );
  const mayLeave = useEffectEvent(
    async (next: Location) =>
      (!hasUnsavedWork || (await mayDiscard())) &&
      (isInPanel(next) || !hasUnfinished() || (await finishAll())),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { location: next, proceed, reset } = blocker;
    void mayLeave(next).then((yes) => {
      if (yes && isInPanel(next)) return proceed();
      reset();
      if (yes) leavePanel(next);
    });
  }, [blocker]);

  useEffect(() => {
    if (!hasUnsavedWork) return;
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [hasUnsavedWork]);
}

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

function leavePanel({ pathname, search, hash }: Location): void {
  // The question has been asked.
  removeEventListener('beforeunload', warn);
  location.assign(pathname + search + hash);
}

const isInPanel = ({ pathname }: Location): boolean =>
  pathname === '/admin' || pathname.startsWith('/admin/');
