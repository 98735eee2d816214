/** "Check a number": what was asked, what was found, and how to ask for it. */
import type { Draw } from '../../../contract/draws.ts';
import type { Page } from '../../../contract/paging.ts';
import { compareDraws } from '../../../core/live.ts';
import { type NumberToCheck, readNumberToCheck } from '../../../core/search.ts';
import { resultOf } from '../../components/draw-digits.ts';
import { ApiProblem, callApi } from '../../live/call-api.ts';
import { drawsSince, type PlacedChange } from '../../live/page-data.ts';
import type { PageServices } from '../../page-services.ts';

/** The newest are what people ask for; the charts have the rest. */
const MOST_FOUND = 12;

export interface Checked {
  asked: string;
  draws: Draw[];
  /** Whether there are older ones that are not shown. */
  more: boolean;
}

const oneOrNone = (draw: Draw | null): Draw[] => (draw ? [draw] : []);

/** For the page as the server sends it. */
export async function checkOnServer(services: PageServices, asked: string): Promise<Checked | null> {
  const number = readNumberToCheck(asked);
  if (!number) return null;
  if (number.kind === 'drawNo')
    return { asked, draws: oneOrNone(await services.draw(number.drawNo)), more: false };
  const { items, nextCursor } = await services.drawsEndingIn(number.ending, MOST_FOUND);
  return { asked, draws: items, more: nextCursor !== null };
}

/** For a page that is open already. */
export async function checkByApi(asked: string, number: NumberToCheck): Promise<Checked> {
  if (number.kind === 'drawNo')
    return { asked, draws: oneOrNone(await findByApi(number.drawNo)), more: false };
  const query = new URLSearchParams({ endsWith: number.ending, limit: String(MOST_FOUND) });
  const { items, nextCursor } = await callApi<Page<Draw>>(`/api/draws?${query}`);
  return { asked, draws: items, more: nextCursor !== null };
}

const findByApi = (drawNo: string): Promise<Draw | null> =>
  callApi<Draw>(`/api/draws/${drawNo}`).catch((error) => {
    if (error instanceof ApiProblem && error.problem.status === 404) return null;
    throw error;
  });

/** What was found at a place in the feed, with every later change: corrected, withdrawn or published meanwhile. */
export function checkedSince(
  cursor: string,
  { asked, draws: found, more }: Checked,
  number: NumberToCheck,
  changes: readonly PlacedChange[],
): Checked {
  const oldest = found.at(-1);
  // Where there are more, those after the last one are not shown, and a change of one of them is none here.
  const isInReach = (draw: Draw) => !more || !oldest || compareDraws(draw, oldest) <= 0;
  const isAskedFor = (draw: Draw) =>
    number.kind === 'drawNo' ? draw.drawNo === number.drawNo : resultOf(draw).endsWith(number.ending);
  const draws = drawsSince({ cursor, draws: found }, changes, (draw) => isAskedFor(draw) && isInReach(draw));
  return { asked, draws: draws.slice(0, MOST_FOUND), more: more || draws.length > MOST_FOUND };
}
