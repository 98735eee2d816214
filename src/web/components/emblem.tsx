/** The emblem on a page: drawn once in the document, shown wherever it is used, in the colour of the text around it. */
import { BEAD, BEAD_TURNS, EMBLEM_SIZE, HUB, PETAL, PETAL_TURNS, RIM } from './emblem-shape.ts';

const VIEW_BOX = `0 0 ${EMBLEM_SIZE} ${EMBLEM_SIZE}`;

function Ring({ cx, cy, r, width }: typeof RIM) {
  return <circle cx={cx} cy={cy} r={r} fill="none" stroke="currentColor" strokeWidth={width} />;
}

/** Stands once in the document, so that a page with thirty wheels carries the drawing only once. */
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

/** An ornament: what it stands for must be said in words beside it. */
export function Emblem({ className = '' }: { className?: string }) {
  return (
    <svg viewBox={VIEW_BOX} aria-hidden="true" className={className}>
      <use href="#emblem" />
    </svg>
  );
}
