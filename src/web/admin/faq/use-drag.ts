/** Follows a dragging pointer, and scrolls the window when it comes near an edge. */
import { useEffect, useEffectEvent } from 'react';
import { scrollStep } from './reorder.ts';

const FRAME_MS = 16;

interface DragListener {
  /** `height` is the position in the window. */
  onMove(height: number): void;
  onDrop(): void;
  onCancel(): void;
}

export function useDrag(isDragging: boolean, listener: DragListener): void {
  const move = useEffectEvent(listener.onMove);
  const drop = useEffectEvent(listener.onDrop);
  const cancel = useEffectEvent(listener.onCancel);

  // On the window, because the dragged row is removed and inserted again whenever it moves.
  useEffect(() => {
    if (!isDragging) return;
    let height: number | undefined;
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener(
      'pointermove',
      ({ clientY }) => {
        height = clientY;
        move(clientY);
      },
      { signal },
    );
    window.addEventListener('pointerup', ({ isPrimary }) => isPrimary && drop(), { signal });
    window.addEventListener('pointercancel', () => cancel(), { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && cancel(), { signal });
    const scrolling = setInterval(() => {
      const step = height === undefined ? 0 : scrollStep(height, innerHeight);
      if (height === undefined || step === 0) return;
      scrollBy(0, step);
      move(height);
    }, FRAME_MS);
    return () => {
      listening.abort();
      clearInterval(scrolling);
    };
  }, [isDragging]);
}
