/** Refuses a second draw for a slot or with the same number, by the unique constraints of the database. */
import type { IstDate } from '../../../core/ist-time.ts';
import type { Slot } from '../../../core/slots.ts';
import { AppError } from '../../errors.ts';
import { readSlotsTaken } from '../../storage/draws/draws-store.ts';
import { violatesUnique } from '../../storage/engines/unique-violation.ts';
import type { Writer } from '../../storage/schema.ts';

export async function refusingConflicts<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (violatesUnique(error, 'draws', ['date', 'slot'])) throw new AppError('draw-exists');
    if (violatesUnique(error, 'draws', ['draw_no'])) throw new AppError('draw-number-taken');
    throw error;
  }
}

/** Checked first: with two conflicts each engine would report a different one. */
export async function expectFreeSlot(tx: Writer, date: IstDate, slot: Slot): Promise<void> {
  if ((await readSlotsTaken(tx, date)).includes(slot)) throw new AppError('draw-exists');
}
