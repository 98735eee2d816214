/** The emblem on a page, in the current text colour. */
import { BEAD, BEAD_TURNS, EMBLEM_SIZE, HUB, PETAL, PETAL_TURNS, RIM } from './emblem-shape.ts';

const VIEW_BOX = `0 0 ${EMBLEM_SIZE} ${EMBLEM_SIZE}`;

function Ring({ cx, cy, r, width }: typeof RIM) {
  return <circle cx={cx} cy={cy} r={r} fill="none" stroke="currentColor" strokeWidth={width} />;
}

/** Defined once per document, because a page can show thirty wheels. */
export function EmblemDrawing() {
  return (
    <svg aria-hidden="true" width="0" height="0" className="absolute">
      <symbol id="emblem" viewBox={VIEW_BOX} fill="currentColor">
        <Ring {...RIM} />
        <Ring {...HUB} />
        {PETAL_TURNS.map((turn) => (
          <path key={turn} d={PETAL} transform={turn} />
        ))}
        {BEAD_TURNS.map((turn) => (
          <circle key={turn} {...BEAD} transform={turn} />
        ))}
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
