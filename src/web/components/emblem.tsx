/** The emblem on a page, in the current text colour. */
import { EMBLEM_SIZE, WHEEL } from './emblem-shape.ts';

const VIEW_BOX = `0 0 ${EMBLEM_SIZE} ${EMBLEM_SIZE}`;

/** Defined once per document. */
export function EmblemDrawing() {
  return (
    <svg aria-hidden="true" width="0" height="0" className="absolute">
      <symbol id="emblem" viewBox={VIEW_BOX}>
        <path d={WHEEL} fill="currentColor" />
      </symbol>
    </svg>
  );
}

/** Hidden from screen readers: text beside it must say what it means. */
export function Emblem({ className = '' }: { className?: string }) {
  return (
    <svg viewBox={VIEW_BOX} aria-hidden="true" className={className}>
      <use href="#emblem" />
    </svg>
  );
}
