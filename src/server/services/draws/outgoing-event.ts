/** Stores the event of a change of a draw, for everything that is sent out. */
import { drawEventOf } from '../../../core/draw-events.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { type DrawRow, isPublished, publicationOf, toDraw } from '../../storage/draws/draw-rows.ts';
import type { Writer } from '../../storage/schema.ts';
import { insertOutgoingEvent } from '../../storage/webhooks/outgoing-events-store.ts';
import { newId, type ServiceContext } from '../context.ts';
import type { RowChange } from '../row-change.ts';

const publicRow = (row: DrawRow | null) => (row && isPublished(row) ? row : null);

/** Nothing for changes that the public does not see. */
export async function recordOutgoingEvent(
  services: ServiceContext,
  tx: Writer,
  at: Instant,
  { before, after }: RowChange<DrawRow>,
): Promise<void> {
  const shownBefore = publicRow(before);
  const shownAfter = publicRow(after);
  const type = drawEventOf(
    shownBefore && publicationOf(shownBefore).result,
    shownAfter && publicationOf(shownAfter).result,
  );
  const shown = shownAfter ?? shownBefore;
  if (type && shown)
    await insertOutgoingEvent(tx, { id: `msg_${newId(services)}`, type, at, draw: toDraw(shown) });
}
