/** Animates the children of a list to their new positions when their order changes (the FLIP technique). */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { wantsMotion } from './motion.ts';

const GLIDE: KeyframeAnimationOptions = { duration: 250, easing: 'cubic-bezier(0.2, 0, 0, 1)' };

/** Relative to the list, so that scrolling does not matter. */
const positionOf = ({ offsetLeft, offsetTop }: HTMLElement) => ({ left: offsetLeft, top: offsetTop });

export function useFlip(list: RefObject<HTMLElement | null>, order: string): void {
  const former = useRef({ order, positions: new Map<HTMLElement, ReturnType<typeof positionOf>>() });

  // After each render, not only when the order changes: the size of the window may have changed since.
  useLayoutEffect(() => {
    const children = [...(list.current?.children ?? [])] as HTMLElement[];
    const positions = new Map(children.map((child) => [child, positionOf(child)]));
    if (former.current.order !== order && wantsMotion()) {
      for (const [child, to] of positions) {
        const from = former.current.positions.get(child);
        if (!from || (from.left === to.left && from.top === to.top)) continue;
        const move = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
        child.animate([{ transform: move }, { transform: 'none' }], GLIDE);
      }
    }
    former.current = { order, positions };
  });
}
