/** Waits for results that automation publishes. */
import type { AdminDraw } from '../../../src/contract/draws.ts';
import { instantOf, istDateOf, MINUTE, SECOND } from '../../../src/core/ist-time.ts';
import { SLOTS } from '../../../src/core/slots.ts';
import { type Client, call } from './client.ts';

/** The publish delay of the site. */
export const DELAY = 15 * MINUTE;
const MOST_WAIT = 20 * SECOND;

/** Waits until today's draws exist and no draft is overdue; after a timeout the audit reports what is missing. */
export async function waitForDueResults(client: Client, now: number): Promise<void> {
  const until = performance.now() + MOST_WAIT;
  const today = istDateOf(now);
  const query = new URLSearchParams({ month: today.slice(0, 7), limit: '100' });
  while (performance.now() < until) {
    const { items }: { items: AdminDraw[] } = await (
      await call(client, 'GET', `/api/admin/draws?${query}`)
    ).json();
    const isComplete = items.filter(({ date }) => date === today).length === SLOTS.length;
    const isPublished = ({ date, slot, published }: AdminDraw) =>
      published || instantOf(date, slot) + DELAY > now;
    if (isComplete && items.every(isPublished)) return;
    await Bun.sleep(100);
  }
}
