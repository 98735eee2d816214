/** Draws that are inserted directly into a database. */
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { addDays, instantOf, MINUTE } from '../../src/core/ist-time.ts';
import { newRandomDraft, publish } from '../../src/core/publication.ts';
import { SLOTS, type Slot, slotToPath } from '../../src/core/slots.ts';
import { type DrawRow, newDrawRow } from '../../src/server/storage/draws/draw-rows.ts';
import { insertDraws } from '../../src/server/storage/draws/draws-store.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';

export interface SeededDraw {
  date: string;
  slot: Slot;
  digits: string;
  published?: boolean;
  drawNo?: string;
}

export const seedIdOf = ({ date, slot }: Pick<SeededDraw, 'date' | 'slot'>): string =>
  `${date}_${slotToPath(slot)}`;

export const seedNumberOf = ({ date, slot, drawNo }: SeededDraw): string =>
  drawNo ?? drawNumberFor(date, slot);

export function drawRowOf(draw: SeededDraw): DrawRow {
  const { date, slot, digits, published = true } = draw;
  const revealAt = instantOf(date, slot) + 15 * MINUTE;
  const draft = newRandomDraft({ date, slot, drawNo: seedNumberOf(draw), digits });
  return newDrawRow({
    id: seedIdOf(draw),
    publication: published ? publish(draft, revealAt) : draft,
    now: instantOf(date, '06:00'),
  });
}

export function seedDraws(database: Database, draws: SeededDraw[]): Promise<void> {
  // Not in the transaction, which the database would end while it waits for many rows.
  const rows = draws.map(drawRowOf);
  return database.write((tx) => insertDraws(tx, rows));
}

/** Five draws for each of several days, with evenly distributed digits; every tenth day has drafts only. */
export function draftsAndResults(firstDate: string, days: number): SeededDraw[] {
  return Array.from({ length: days }, (_, day) =>
    SLOTS.map((slot, place) => ({
      date: addDays(firstDate, day),
      slot,
      digits: String(((day * SLOTS.length + place) * 7_919) % 100_000).padStart(5, '0'),
      published: day % 10 !== 3,
    })),
  ).flat();
}
