/**
 * Reports every second that an unattended page works. It stops when the page is an hour old or has been stale for five
 * minutes; the inline script then reloads it.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { MINUTE } from '../../../core/ist-time.ts';
import { RELOAD_EVERY } from '../../../core/refetch-schedule.ts';
import { PAGE_FAILED, PAGE_SHOWN } from '../../../core/unattended-page.ts';
import { useLiveData } from '../../live/live-data-provider.tsx';
import { useServerClock } from '../../server-time/use-server-now.tsx';

/** The live stream reconnects much sooner; if it does not, the page is reloaded. */
const STALE_FOR_LONG = 5 * MINUTE;

/** `isBusy`: something is shown that a reload would spoil, such as a roll. */
export function useWorkingReport(isBusy: boolean): void {
  const clock = useServerClock();
  const { staleSince, holdReload } = useLiveData();
  const [openedAt] = useState(() => performance.now());

  // The provider reloads without asking whether the site answers.
  useEffect(() => holdReload(), [holdReload]);

  const report = useEffectEvent(() => {
    const isOld = performance.now() - openedAt >= RELOAD_EVERY && !isBusy;
    const isStuck = staleSince !== null && clock.now() - staleSince >= STALE_FOR_LONG;
    if (!isOld && !isStuck) dispatchEvent(new Event(PAGE_SHOWN));
  });
  useEffect(() => {
    report();
    return clock.subscribe(() => report());
  }, [clock]);
}

/** For the page that is shown in place of one that failed. */
export function useFailureReport(): void {
  useEffect(() => void dispatchEvent(new Event(PAGE_FAILED)), []);
}
