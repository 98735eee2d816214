/** Turns the database's refusal of a second draw for a slot, or of a taken number, into ours. */
import { AppError } from '../errors.ts';
import { violatesUnique } from '../storage/unique-violation.ts';

export async function refusingClashes<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (violatesUnique(error, 'draws', ['date', 'slot'])) throw new AppError('draw-exists');
    if (violatesUnique(error, 'draws', ['draw_no'])) throw new AppError('draw-number-taken');
    throw error;
  }
}
