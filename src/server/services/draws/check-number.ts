/** Finds the published results for what a visitor typed into "Check a number". */
import type { Checked } from '../../../contract/check-number.ts';
import { istDateOf } from '../../../core/ist-time.ts';
import { MAX_FOUND, type NumberToCheck, readNumberToCheck } from '../../../core/number-to-check.ts';
import { findPublishedDraw, readPublishedDay } from '../../storage/public-reads.ts';
import type { Reader } from '../../storage/schema.ts';
import type { ServiceContext } from '../context.ts';
import type { ResultFinder } from './find-results.ts';

interface CheckParts {
  services: ServiceContext;
  results: ResultFinder;
}

export async function checkNumber(
  { services: { database, clock }, results }: CheckParts,
  text: string,
): Promise<Checked> {
  const number = readNumberToCheck(text, istDateOf(clock.now()));
  const found = number ? await findDraws(database.db, results, number) : { draws: [], count: 0 };
  return { number, ...found };
}

type Found = Pick<Checked, 'draws' | 'count'>;

async function findDraws(db: Reader, results: ResultFinder, number: NumberToCheck): Promise<Found> {
  if (number.kind === 'ending') {
    const filters = { endsWith: number.ending };
    const { items, nextCursor } = await results.page({ ...filters, limit: MAX_FOUND });
    return { draws: items, count: nextCursor ? await results.count(filters) : items.length };
  }
  const draws =
    number.kind === 'date'
      ? (await readPublishedDay(db, number.date)).toReversed()
      : [await findPublishedDraw(db, number.drawNo)].filter((draw) => draw !== null);
  return { draws, count: draws.length };
}
