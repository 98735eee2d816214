/** Today's five draws, from the clock, the settings and the published draws. */
import type { Draw } from '../../../contract/draws.ts';
import type { SlotToday, Today } from '../../../contract/today.ts';
import { drawNumberFor } from '../../../core/draw-number.ts';
import { type Instant, istDateOf } from '../../../core/ist-time.ts';
import { nextDraw } from '../../../core/next-draw.ts';
import { drawInstant, phaseAt, revealInstant } from '../../../core/phase.ts';
import { SLOTS, slotLabel } from '../../../core/slots.ts';
import { readPublicSettings, readPublishedDay } from '../../storage/public-reads.ts';
import { isoOf } from '../../storage/queries/wire-values.ts';
import type { ServiceContext } from '../context.ts';

/** A draw of the day as the public or as staff see it. */
type DrawOfDay = Pick<Draw, 'slot' | 'drawNo'>;

export const slotsToday = <D extends DrawOfDay>(
  now: Instant,
  publishDelay: number,
  draws: readonly D[],
): (Omit<SlotToday, 'draw'> & { draw: D | null })[] =>
  SLOTS.map((slot) => {
    const date = istDateOf(now);
    const drawAt = drawInstant(date, slot);
    const revealAt = revealInstant(date, slot, publishDelay);
    const draw = draws.find((candidate) => candidate.slot === slot) ?? null;
    return {
      slot,
      label: slotLabel(slot),
      // Staff may have given it another number than the regular one.
      drawNo: draw?.drawNo ?? drawNumberFor(date, slot),
      phase: phaseAt(now, drawAt, revealAt),
      drawAt: isoOf(drawAt),
      revealAt: isoOf(revealAt),
      draw,
    };
  });

/** `cursor` is the feed position from which a client of this response continues. */
export async function readToday({ database, clock }: ServiceContext, cursor: string): Promise<Today> {
  const now = clock.now();
  const date = istDateOf(now);
  const { publishDelay } = await readPublicSettings(database.db);
  const draws = await readPublishedDay(database.db, date);
  const next = nextDraw(now);
  return {
    time: isoOf(now),
    date,
    slots: slotsToday(now, publishDelay, draws),
    next: { ...next, drawAt: isoOf(next.drawAt) },
    cursor,
  };
}
