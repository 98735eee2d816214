/** Calls of the API about one draw. */
import type { AdminDraw, NewDraw } from '../../../contract/draws.ts';
import type { Page } from '../../../contract/paging.ts';
import { digitsTextOf } from '../../../core/digits.ts';
import type { AdminApi } from '../api/admin-api.ts';
import { isRefusal, isRefusedWith, withDetail } from '../api/refusal.ts';
import { isSame, valuesOf } from './draw-values.ts';

const GONE = 'Someone else has deleted this draw meanwhile.';
/** Automation changes draws as well, so the text names nobody. */
const withoutPerson = (detail: string): string =>
  detail.replace('Someone else has changed this', 'This draw was changed');

/** Replaces "not found" with "deleted by someone else", and "stale" with a text that is also true of automation. */
export async function withDrawErrorTexts<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (isRefusedWith(error, 'stale')) throw withDetail(error, withoutPerson(error.problem.detail));
    throw isRefusedWith(error, 'not-found') ? withDetail(error, GONE) : error;
  }
}

/** A draw that already exists with the same content counts as added: an earlier response may have been lost. */
export async function addDraw(api: AdminApi, draft: NewDraw): Promise<AdminDraw> {
  try {
    return await api.post<AdminDraw>('/api/admin/draws', { body: draft });
  } catch (error) {
    if (!(isRefusal(error) && error.problem.status === 409)) throw error;
    const added = await findAdded(api, draft);
    if (!added) throw error;
    return added;
  }
}

async function findAdded(api: AdminApi, draft: NewDraw): Promise<AdminDraw | undefined> {
  const path = `/api/admin/draws?date=${draft.date}&slot=${draft.slot}`;
  const { items } = await api.get<Page<AdminDraw>>(path);
  const { date, slot, drawNo } = draft;
  const wanted = { date, slot, drawNo, digits: digitsTextOf(draft) };
  // A draft may have been published since it was added; a result that is to be published must be.
  return items.find((draw) => isSame(valuesOf(draw), wanted) && (draw.published || !draft.published));
}
