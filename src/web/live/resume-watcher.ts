/** Detects that the page may have missed something: the device slept, the tab was hidden, the network was gone. */
import { SECOND } from '../../core/ist-time.ts';

export interface ResumeListener {
  /** Called every second while the page runs, with the milliseconds since the previous call. */
  onCheck(sinceLastCheck: number): void;
  onResume(): void;
}

const CHECK_EVERY = SECOND;
/** After so long a pause the device has slept. Browsers slow the timers of hidden tabs down to one call a minute. */
const ASLEEP_AFTER = 90 * SECOND;

export function watchForResume({ onCheck, onResume }: ResumeListener): () => void {
  let lastCheck = readClocks();

  function check(): void {
    const now = readClocks();
    // On some devices the monotonic clock stops during sleep; the other one can be set by hand.
    const passed = Math.max(now.monotonic - lastCheck.monotonic, now.device - lastCheck.device);
    lastCheck = now;
    if (passed > ASLEEP_AFTER) onResume();
    else onCheck(passed);
  }

  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && onResume();
  const timer = setInterval(check, CHECK_EVERY);
  document.addEventListener('visibilitychange', check);
  addEventListener('online', onResume);
  addEventListener('pageshow', onPageShow);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
    removeEventListener('online', onResume);
    removeEventListener('pageshow', onPageShow);
  };
}

const readClocks = () => ({ monotonic: performance.now(), device: Date.now() });
