/** Looks up a number on an open page. Loaded when a number is checked for the first time. */
import type { Draw, DrawPage } from '../../../contract/draws.ts';
import type { IstDate } from '../../../core/ist-time.ts';
import { type NumberToCheck, readNumberToCheck } from '../../../core/number-to-check.ts';
import { ApiProblem, callApi } from '../../live/call-api.ts';
import type { Checked } from './number-check.ts';

async function findByNumber(drawNo: string): Promise<Pick<Checked, 'draws' | 'count'>> {
  try {
    return { draws: [await callApi<Draw>(`/api/draws/${drawNo}`)], count: 1 };
  } catch (error) {
    if (error instanceof ApiProblem && error.problem.status === 404) return { draws: [], count: 0 };
    throw error;
  }
}

async function findDraws(number: NumberToCheck, limit: number): Promise<Pick<Checked, 'draws' | 'count'>> {
  if (number.kind === 'drawNo') return findByNumber(number.drawNo);
  const filter = number.kind === 'date' ? { date: number.date } : { endsWith: number.ending, count: 'true' };
  const query = new URLSearchParams({ ...filter, limit: String(limit) });
  const { items, count = items.length } = await callApi<DrawPage>(`/api/draws?${query}`);
  return { draws: items, count };
}

export async function checkByApi(asked: string, today: IstDate, limit: number): Promise<Checked> {
  const number = readNumberToCheck(asked, today);
  return { asked, number, ...(number ? await findDraws(number, limit) : { draws: [], count: 0 }) };
}
