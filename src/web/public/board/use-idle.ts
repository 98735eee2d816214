/** Whether nobody has touched the board for some seconds: its buttons and the pointer are then hidden. */
import { useEffect, useState } from 'react';
import { SECOND } from '../../../core/ist-time.ts';

const IDLE_AFTER = 4 * SECOND;

const EVENTS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Browsers also send a movement when the page changes below a pointer that rests. */
const isAtRest = (event: Event): boolean =>
  event.type === 'pointermove' &&
  (event as PointerEvent).movementX === 0 &&
  (event as PointerEvent).movementY === 0;

export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;

    function rest(): void {
      // A hidden button must not keep the focus.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      setIdle(true);
    }

    function wake(event?: Event): void {
      if (event && isAtRest(event)) return;
      clearTimeout(timer);
      timer = setTimeout(rest, IDLE_AFTER);
      setIdle(false);
    }

    wake();
    for (const event of EVENTS) addEventListener(event, wake);
    return () => {
      clearTimeout(timer);
      for (const event of EVENTS) removeEventListener(event, wake);
    };
  }, []);
  return isIdle;
}
