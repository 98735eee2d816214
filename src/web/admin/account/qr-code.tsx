/** A QR code as SVG. */
import { encode } from 'uqr';

/** Dark on light in both themes: many apps cannot read inverted codes. */
const INK = '#2B1C12';
const GROUND = '#FFFBF1';
/** The quiet zone that readers need, in modules. */
const MARGIN = 4;

export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: MARGIN });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-full rounded-control"
    >
      <rect width={size} height={size} fill={GROUND} />
      <path d={squares.join('')} fill={INK} />
    </svg>
  );
}
