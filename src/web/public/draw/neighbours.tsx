/** Links to the draws before and after. */
import { Link } from 'react-router';
import type { Draw } from '../../../contract/draws.ts';
import { slotLabel } from '../../../core/slots.ts';
import { longDate } from '../../i18n/dates.ts';
import { usePathIn, useResultMessages } from '../../i18n/i18n.tsx';
import type { LiveChange } from '../../live/feed-cursor.ts';
import { fetchedDrawsAfter } from '../../live/live-lists.ts';

/** Whether one of them was withdrawn after it was loaded, or has another number, date or slot now. */
export function haveMoved(
  loaded: readonly (Draw | null)[],
  cursor: string,
  changes: readonly LiveChange[],
): boolean {
  const known = loaded.filter((draw) => draw !== null);
  const isStill = (draw: Draw) =>
    known.some(
      ({ id, drawNo, date, slot }) =>
        draw.id === id && draw.drawNo === drawNo && draw.date === date && draw.slot === slot,
    );
  return fetchedDrawsAfter({ cursor, draws: known }, changes, isStill).length < known.length;
}

const CARD =
  'thread-edge grid min-h-11 content-center rounded-card bg-cloth px-4 py-3 transition-colors hover:bg-ground';

function NeighbourLink({ draw, title, className }: { draw: Draw; title: string; className: string }) {
  const messages = useResultMessages();
  const pathTo = usePathIn();
  return (
    <Link to={pathTo(`/draws/${draw.drawNo}`)} className={`${CARD} ${className}`}>
      <span className="text-sm text-ink-soft">{title}</span>
      <span className="font-semibold">{slotLabel(draw.slot)}</span>
      <span className="text-sm text-ink-soft">{longDate(draw.date, messages)}</span>
    </Link>
  );
}

export function Neighbours({ earlier, later }: { earlier: Draw | null; later: Draw | null }) {
  const { drawPage } = useResultMessages();
  if (!earlier && !later) return null;
  return (
    <nav aria-label={drawPage.neighbours} className="screen-only grid grid-cols-2 gap-3">
      {earlier && <NeighbourLink draw={earlier} title={drawPage.earlier} className="col-start-1" />}
      {later && <NeighbourLink draw={later} title={drawPage.later} className="col-start-2 text-right" />}
    </nav>
  );
}
