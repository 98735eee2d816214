/** Finds the published results for what a visitor typed into "Check a number". */
import type { Checked } from '../../../contract/check-number.ts';
import { istDateOf } from '../../../core/ist-time.ts';
import { MAX_FOUND, type NumberToCheck, readNumberToCheck } from '../../../core/number-to-check.ts';
import {
  countPublishedDraws,
  findPublishedDraw,
  listPublishedDraws,
  readPublishedDay,
} from '../../storage/public-reads.ts';
import type { Reader } from '../../storage/schema.ts';
import type { ServiceContext } from '../context.ts';

export async function checkNumber({ database, clock }: ServiceContext, text: string): Promise<Checked> {
  const number = readNumberToCheck(text, istDateOf(clock.now()));
  const found = number ? await findDraws(database.db, number) : { draws: [], count: 0 };
  return { number, ...found };
}

type Found = Pick<Checked, 'draws' | 'count'>;

async function findDraws(db: Reader, number: NumberToCheck): Promise<Found> {
  if (number.kind === 'ending') {
    const filters = { endsWith: number.ending };
    const { items, nextCursor } = await listPublishedDraws(db, { ...filters, limit: MAX_FOUND });
    return { draws: items, count: nextCursor ? await countPublishedDraws(db, filters) : items.length };
  }
  const draws =
    number.kind === 'date'
      ? (await readPublishedDay(db, number.date)).toReversed()
      : [await findPublishedDraw(db, number.drawNo)].filter((draw) => draw !== null);
  return { draws, count: draws.length };
}
