/** Receivers that hang or refuse do not make publications slower. */
import { expect, test } from 'bun:test';
import { addDays } from '../../src/core/ist-time.ts';
import { SLOTS } from '../../src/core/slots.ts';
import { createDraw } from '../../src/server/services/draws/draws.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { EDITOR, newDrawFor, TODAY } from './services-context.ts';
import { openWebhookSite, until, type WebhookSite } from './webhook-site.ts';

const PUBLICATIONS = 25;

async function timeOfPublication(site: WebhookSite, index: number): Promise<number> {
  const date = addDays(TODAY, -1 - Math.floor(index / SLOTS.length));
  const draw = newDrawFor(SLOTS[index % SLOTS.length] ?? '10:00', '12345', { date, published: true });
  const started = performance.now();
  await createDraw(site, draw, EDITOR);
  const took = performance.now() - started;
  site.sender.wake();
  return took;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

describeOnBothDatabases('a publication', (engine) => {
  test('takes about as long with 20 receivers that are dead or hang as with none', async () => {
    const without = await openWebhookSite(engine);
    const troubled = await openWebhookSite(engine, { timeout: 30_000 });
    const hanging = await troubled.newReceiver();
    hanging.answer = () => {};
    for (let count = 0; count < 10; count += 1) {
      await troubled.add({ url: hanging.url });
      await troubled.add({ url: 'http://127.0.0.1:1/' });
    }
    const times: Record<'without' | 'troubled', number[]> = { without: [], troubled: [] };
    for (let index = 0; index < PUBLICATIONS; index += 1) {
      times.without.push(await timeOfPublication(without, index));
      times.troubled.push(await timeOfPublication(troubled, index));
      await Bun.sleep(60);
    }
    await until(() => hanging.received.length === 10);
    const ratio = median(times.troubled) / median(times.without);
    console.info(`publication with dead receivers / without, median: ${ratio.toFixed(2)}`);
    expect(ratio).toBeLessThan(3);
  });
});
