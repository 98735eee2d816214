/** Putting a list in order by buttons, by dragging and by the keyboard: shown at once, then told to the server. */
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { AdminFaq } from '../../../contract/faqs.ts';
import { useApi } from '../session/session.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import { moveItem, placeAt, stepsBetween } from './reorder.ts';

interface Held {
  id: string;
  from: number;
  to: number;
}

export interface Reordering {
  /** In the order in which they are to be shown. */
  shown: AdminFaq[];
  heldId: string | null;
  /** What happened, for those who cannot see it. */
  announcement: string;
  moveBy(faq: AdminFaq, places: -1 | 1): void;
  listRef: React.RefObject<HTMLOListElement | null>;
  /** For the handle of a row. */
  handleProps(faq: AdminFaq): {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(): void;
    onPointerCancel(): void;
    onKeyDown(event: KeyboardEvent<HTMLElement>): void;
    onBlur(): void;
  };
}

export function useReordering(faqs: AdminFaq[], onMoved: () => Promise<void>): Reordering {
  const api = useApi();
  const attempt = useAttempt();
  const [held, setHeld] = useState<Held | null>(null);
  const [announcement, announce] = useState('');
  const listRef = useRef<HTMLOListElement>(null);
  const isDragging = useRef(false);

  const indexOf = (id: string) => faqs.findIndex((faq) => faq.id === id);
  const placeText = (index: number) => `place ${index + 1} of ${faqs.length}`;

  function moveTo(to: number): void {
    if (!held || to < 0 || to >= faqs.length || to === held.to) return;
    setHeld({ ...held, to });
    announce(`Moved to ${placeText(to)}.`);
  }

  function letGo(): void {
    if (held) void send(held);
  }

  function cancel(): void {
    setHeld(null);
    announce('Left where it was.');
  }

  async function send({ id, from, to }: Held): Promise<void> {
    await attempt(
      async () => {
        for (const direction of stepsBetween(from, to)) {
          await api.post(`/api/admin/faqs/${id}/move`, { body: { direction } });
        }
      },
      { failure: 'Error saving FAQ. Please try again.' },
    );
    await onMoved();
    setHeld(null);
    if (to !== from) announce(`Now at ${placeText(to)}.`);
  }

  function middlesOfOthers(id: string): number[] {
    const rows = [...(listRef.current?.children ?? [])].filter((row) => row.getAttribute('data-id') !== id);
    return rows.map((row) => row.getBoundingClientRect()).map(({ top, height }) => top + height / 2);
  }

  return {
    shown: held ? moveItem(faqs, indexOf(held.id), held.to) : faqs,
    heldId: held?.id ?? null,
    announcement,
    listRef,
    moveBy({ id }, places) {
      const from = indexOf(id);
      const next = { id, from, to: from + places };
      setHeld(next);
      void send(next);
    },
    handleProps: ({ id }) => ({
      onPointerDown(event) {
        const from = indexOf(id);
        event.currentTarget.setPointerCapture(event.pointerId);
        isDragging.current = true;
        setHeld({ id, from, to: from });
      },
      onPointerMove({ clientY }) {
        if (isDragging.current) moveTo(placeAt(clientY, middlesOfOthers(id)));
      },
      onPointerUp() {
        isDragging.current = false;
        letGo();
      },
      onPointerCancel() {
        isDragging.current = false;
        cancel();
      },
      onKeyDown(event) {
        const isHeld = held?.id === id;
        const keys: Record<string, () => void> = {
          ' ': () => {
            if (isHeld) return letGo();
            setHeld({ id, from: indexOf(id), to: indexOf(id) });
            announce('Picked up. Arrow keys move it, Space puts it down, Escape leaves it where it was.');
          },
          ...(isHeld && {
            ArrowUp: () => moveTo(held.to - 1),
            ArrowDown: () => moveTo(held.to + 1),
            Escape: cancel,
          }),
        };
        const act = keys[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      },
      onBlur() {
        if (held && !isDragging.current) letGo();
      },
    }),
  };
}
