/** Animates the children of a list to their new positions when their order changes (the FLIP technique). */
import { Component, type RefObject } from 'react';
import { wantsMotion } from '../browser/motion.ts';

const GLIDE: KeyframeAnimationOptions = { duration: 250, easing: 'cubic-bezier(0.2, 0, 0, 1)' };

interface FlipProps {
  list: RefObject<HTMLElement | null>;
  order: string;
}

type Positions = Map<HTMLElement, { left: number; top: number }>;

/** Relative to the list, so that scrolling does not matter. */
const positionsIn = ({ list }: FlipProps): Positions =>
  new Map(
    ([...(list.current?.children ?? [])] as HTMLElement[]).map((child) => [
      child,
      { left: child.offsetLeft, top: child.offsetTop },
    ]),
  );

/** A class, because effects run after a change: they would have to compute the layout after every render. */
export class Flip extends Component<FlipProps> {
  override getSnapshotBeforeUpdate(former: FlipProps): Positions | null {
    return former.order !== this.props.order && wantsMotion() ? positionsIn(this.props) : null;
  }

  override componentDidUpdate(_props: FlipProps, _state: unknown, former: Positions | null): void {
    if (!former) return;
    for (const [child, to] of positionsIn(this.props)) {
      const from = former.get(child);
      if (!from || (from.left === to.left && from.top === to.top)) continue;
      const move = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
      child.animate([{ transform: move }, { transform: 'none' }], GLIDE);
    }
  }

  override render() {
    return null;
  }
}
