/** Keeps the screen on while the board is visible, where the browser can do that. */
import { useEffect } from 'react';
import { MINUTE } from '../../../core/ist-time.ts';

export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;

    async function ask(): Promise<void> {
      // Missing without https and in some browsers of televisions.
      const wakeLock: WakeLock | undefined = navigator.wakeLock;
      if (!wakeLock || document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      try {
        const given = await wakeLock.request('screen');
        if (isOver) await given.release();
        else lock = given;
      } catch {
        // Refused, for example to save energy: it is asked again.
      }
    }

    void ask();
    // The browser releases it when the page is hidden, and may do so at any time.
    const timer = setInterval(() => void ask(), MINUTE);
    const onVisible = () => void ask();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release();
    };
  }, []);
}
