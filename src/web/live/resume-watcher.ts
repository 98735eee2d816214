/** Notices that the page may have missed something: the device slept, the tab was put away, the network was gone. */
import { SECOND } from '../../core/ist-time.ts';

export interface Sleeper {
  /** Called every second while the page runs, with the milliseconds since the last time. */
  onCheck(sinceLastCheck: number): void;
  onWake(): void;
}

const CHECK_EVERY = SECOND;
/** A timer that comes so much too late has slept; browsers slow down those of hidden tabs to one a minute. */
const ASLEEP_AFTER = 90 * SECOND;

export function watchForWaking({ onCheck, onWake }: Sleeper): () => void {
  let lastCheck = readClocks();

  function check(): void {
    const now = readClocks();
    // On some devices the monotonic clock stands still during sleep; the other one may be set by hand.
    const passed = Math.max(now.monotonic - lastCheck.monotonic, now.device - lastCheck.device);
    lastCheck = now;
    if (passed > ASLEEP_AFTER) onWake();
    else onCheck(passed);
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

const readClocks = () => ({ monotonic: performance.now(), device: Date.now() });
