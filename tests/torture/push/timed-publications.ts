/** Publications of staff, measured while nothing is pushed and while a result is. */
import { drawNumberFor } from '../../../src/core/draw-number.ts';
import { addDays } from '../../../src/core/ist-time.ts';
import { SLOTS } from '../../../src/core/slots.ts';
import { post } from '../../support/node-requests.ts';
import type { PushTally } from './push-checks.ts';

const PUBLICATIONS = 15;

/** Publishes results of former days, which are not pushed; returns the median of how long each took. */
export async function timePublications(
  node: { url: string },
  session: { Cookie: string },
  firstDay: string,
  tally: PushTally,
): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < PUBLICATIONS; index += 1) {
    const date = addDays(firstDay, Math.floor(index / SLOTS.length));
    const slot = SLOTS[index % SLOTS.length] ?? '10:00';
    const digits = { digit1: '1', digit2: '2', digit3: '3', digit4: '4', digit5: '5' };
    const draw = { date, slot, drawNo: drawNumberFor(date, slot), ...digits, published: true };
    const started = performance.now();
    const { status } = await post(node, '/api/admin/draws', draw, session);
    times.push(performance.now() - started);
    tally.countStatus(status);
    if (status !== 201) tally.violate(`a publication got ${status}`);
  }
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
}
