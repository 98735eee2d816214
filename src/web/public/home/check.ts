/** "Check a number": what was asked, what was found, and how to ask for it. */
import type { Draw } from '../../../contract/draws.ts';
import type { Page } from '../../../contract/paging.ts';
import { type NumberToCheck, readNumberToCheck } from '../../../core/search.ts';
import { ApiProblem, callApi } from '../../live/call-api.ts';
import type { PageServices } from '../../page-services.ts';

/** The newest are what people ask for; the charts have the rest. */
export const MOST_FOUND = 12;

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
