/** Notices that the page may have missed something: the device slept, the tab was put away, the network was gone. */
import { SECOND } from '../../core/ist-time.ts';

export interface Sleeper {
  /** Called every few seconds while all is well. */
  onAwake(): void;
  onWake(): void;
}

const CHECK_EVERY = 5 * SECOND;
/** A timer that comes so much too late has slept; browsers slow down those of hidden tabs to one a minute. */
const ASLEEP_AFTER = 90 * SECOND;

export function watchForWaking({ onAwake, onWake }: Sleeper): () => void {
  let lastCheck = Date.now();

  function check(): void {
    const slept = Date.now() - lastCheck > ASLEEP_AFTER;
    lastCheck = Date.now();
    if (slept) onWake();
    else onAwake();
  }

  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && onWake();
  const timer = setInterval(check, CHECK_EVERY);
  document.addEventListener('visibilitychange', check);
  addEventListener('online', onWake);
  addEventListener('pageshow', onPageShow);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
    removeEventListener('online', onWake);
    removeEventListener('pageshow', onPageShow);
  };
}
