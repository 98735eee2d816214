/** Lets the children of a list glide to their new places when their order changes. */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { wantsMotion } from './motion.ts';

const GLIDE: KeyframeAnimationOptions = { duration: 250, easing: 'cubic-bezier(0.2, 0, 0, 1)' };

/** Within the list, so that scrolling moves nothing. */
const placeOf = ({ offsetLeft, offsetTop }: HTMLElement) => ({ left: offsetLeft, top: offsetTop });

export function useFlip(list: RefObject<HTMLElement | null>, order: string): void {
  const former = useRef({ order, places: new Map<HTMLElement, ReturnType<typeof placeOf>>() });

  // After each render, not only when the order changes: by then the window may have another size.
  useLayoutEffect(() => {
    const children = [...(list.current?.children ?? [])] as HTMLElement[];
    const places = new Map(children.map((child) => [child, placeOf(child)]));
    if (former.current.order !== order && wantsMotion()) {
      for (const [child, to] of places) {
        const from = former.current.places.get(child);
        if (!from || (from.left === to.left && from.top === to.top)) continue;
        const move = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
        child.animate([{ transform: move }, { transform: 'none' }], GLIDE);
      }
    }
    former.current = { order, places };
  });
}
