/** Reorders the questions by dragging and by the keyboard: pick up, move, put down. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { AdminFaq } from '../../../contract/faqs.ts';
import { arrange, moveItem, placeAt } from './reorder.ts';
import { useDrag } from './use-drag.ts';
import type { OrderSaving } from './use-order-saving.ts';

interface Held {
  id: string;
  to: number;
  by: 'pointer' | 'keyboard';
}

export interface Reordering {
  /** In the order to show. */
  shown: AdminFaq[];
  heldId: string | null;
  /** For screen readers. */
  announcement: string;
  list: RefObject<HTMLOListElement | null>;
  /** Moves a question without picking it up first. */
  moveTo(id: string, to: number): void;
  handleProps(id: string): {
    onPointerDown(event: PointerEvent): void;
    onKeyDown(event: KeyboardEvent): void;
    onBlur(): void;
  };
}

export function useReordering({ ordered, place }: OrderSaving): Reordering {
  const [held, setHeld] = useState<Held | null>(null);
  const [announcement, announce] = useState('');
  const list = useRef<HTMLOListElement>(null);

  const ids = ordered.map(({ id }) => id);
  // Somebody else may have deleted it meanwhile.
  const from = held ? ids.indexOf(held.id) : -1;
  const isHeld = held !== null && from !== -1;
  const shown = isHeld ? arrange(ordered, moveItem(ids, from, held.to)) : ordered;
  const placeText = (index: number) => `place ${index + 1} of ${ids.length}`;

  function moveHeldTo(to: number): void {
    if (!held || to < 0 || to >= ids.length || to === held.to) return;
    setHeld({ ...held, to });
    announce(`Moved to ${placeText(to)}.`);
  }

  function moveTo(id: string, to: number): void {
    if (to < 0 || to >= ids.length) return;
    announce(`Now at ${placeText(to)}.`);
    void place(id, to);
  }

  function putDown(): void {
    setHeld(null);
    if (isHeld && held.to !== from) moveTo(held.id, held.to);
    else announce('Left where it was.');
  }

  function cancel(): void {
    setHeld(null);
    announce('Left where it was.');
  }

  function pickUp(id: string, by: Held['by']): void {
    setHeld({ id, to: ids.indexOf(id), by });
    announce('Picked up. Arrow keys move it, Space puts it down, Escape leaves it where it was.');
  }

  useDrag(held?.by === 'pointer', {
    onMove: (height) => moveHeldTo(placeAt(height, middlesOfOthers(list.current, held?.id))),
    onDrop: putDown,
    onCancel: cancel,
  });

  useEffect(() => {
    if (held?.by === 'keyboard') rowOf(list.current, held.id)?.scrollIntoView({ block: 'nearest' });
  }, [held]);

  return {
    shown,
    heldId: isHeld ? held.id : null,
    announcement,
    list,
    moveTo,
    handleProps: (id) => ({
      onPointerDown({ button }) {
        if (button === 0) pickUp(id, 'pointer');
      },
      onKeyDown(event) {
        const keys: Record<string, () => void> =
          held?.id === id
            ? {
                ' ': putDown,
                Enter: putDown,
                Escape: cancel,
                ArrowUp: () => moveHeldTo(held.to - 1),
                ArrowDown: () => moveHeldTo(held.to + 1),
              }
            : { ' ': () => pickUp(id, 'keyboard'), Enter: () => pickUp(id, 'keyboard') };
        const act = keys[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      },
      onBlur() {
        if (held?.by === 'keyboard') putDown();
      },
    }),
  };
}

const rowsOf = (list: HTMLElement | null): HTMLElement[] =>
  [...(list?.children ?? [])].filter((row) => row instanceof HTMLElement);

const rowOf = (list: HTMLElement | null, id: string): HTMLElement | undefined =>
  rowsOf(list).find((row) => row.dataset['id'] === id);

/** By their place in the layout, not by where the animation shows them. */
function middlesOfOthers(list: HTMLElement | null, id: string | undefined): number[] {
  const top = list?.getBoundingClientRect().top ?? 0;
  return rowsOf(list)
    .filter((row) => row.dataset['id'] !== id)
    .map(({ offsetTop, offsetHeight }) => top + offsetTop + offsetHeight / 2);
}
