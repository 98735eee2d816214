/** Looks up a number for the first render of the page. */
import type { IstDate } from '../../../core/ist-time.ts';
import { type NumberToCheck, readNumberToCheck } from '../../../core/number-to-check.ts';
import type { PageServices } from '../../page-services.ts';
import { type Checked, MOST_FOUND } from './number-check.ts';

async function findDraws(
  services: PageServices,
  number: NumberToCheck,
): Promise<Pick<Checked, 'draws' | 'count'>> {
  if (number.kind === 'ending') {
    const { items, nextCursor } = await services.drawsEndingIn(number.ending, MOST_FOUND);
    const count = nextCursor ? await services.count({ endsWith: number.ending }) : items.length;
    return { draws: items, count };
  }
  if (number.kind === 'date') {
    const draws = (await services.drawsOf(number.date)).toReversed();
    return { draws, count: draws.length };
  }
  const draw = await services.draw(number.drawNo);
  return draw ? { draws: [draw], count: 1 } : { draws: [], count: 0 };
}

export async function checkOnServer(services: PageServices, asked: string, today: IstDate): Promise<Checked> {
  const number = readNumberToCheck(asked, today);
  return { asked, number, ...(number ? await findDraws(services, number) : { draws: [], count: 0 }) };
}
