/** A site on a test's database that sends to webhooks on this machine, with a clock that the test sets. */
import type { NewWebhook, WebhookDelivery } from '../../src/contract/webhooks.ts';
import type { Actor } from '../../src/core/actor.ts';
import { DRAW_EVENTS } from '../../src/core/draw-events.ts';
import { systemTimers } from '../../src/server/clock.ts';
import { createLog } from '../../src/server/log.ts';
import { createDraw } from '../../src/server/services/draws/draws.ts';
import { createWebhook, readDeliveries } from '../../src/server/services/webhooks/webhooks.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';
import { createWebhookSender, type WebhookSender } from '../../src/server/webhooks/webhook-sender.ts';
import type { TestEngine } from '../support/databases.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { createContext, EDITOR, newDrawFor, type TestContext } from './services-context.ts';

export const ADMIN: Actor = { id: 'admin-1', name: 'Asha' };

export interface WebhookSite extends TestContext {
  sender: WebhookSender;
  /** Everything that was logged. */
  logged(): string;
  newReceiver(): Promise<WebhookReceiver>;
  add(webhook: Partial<NewWebhook> & { url: string }): Promise<{ id: string; secret: string }>;
  deliveries(webhookId: string): Promise<WebhookDelivery[]>;
  /** Moves the clock and sends what is due then. */
  moveTo(time: number): void;
}

export async function openWebhookSite(
  engine: TestEngine,
  { database, timeout = 1_000 }: { database?: Database; timeout?: number } = {},
): Promise<WebhookSite> {
  const context = createContext(database ?? (await engine.open()));
  const lines: string[] = [];
  const sender = createWebhookSender({
    ...context,
    signatureClock: { now: () => Date.now() },
    timers: systemTimers,
    log: createLog('debug', context.clock, (line) => lines.push(line)),
    allowed: 'any',
    timeout,
  });
  engine.cleanUp(() => sender.stop());
  sender.start();
  return {
    ...context,
    sender,
    logged: () => lines.join(''),
    async newReceiver() {
      const receiver = await startWebhookReceiver();
      engine.cleanUp(receiver.stop);
      return receiver;
    },
    add: ({ url, events = [...DRAW_EVENTS], ...more }) =>
      createWebhook(context, { url, events, ...more }, { actor: ADMIN, receiverProblem: () => null }),
    deliveries: async (webhookId) => (await readDeliveries(context, webhookId, { limit: 100 })).items,
    moveTo(time) {
      context.setTime(time);
      sender.wake();
    },
  };
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('the condition did not become true');
    await Bun.sleep(10);
  }
}

export const publishOne = (site: WebhookSite) =>
  createDraw(site, newDrawFor('10:00', '11111', { published: true }), EDITOR);

export async function publishAndSend(site: WebhookSite) {
  const draw = await publishOne(site);
  site.sender.wake();
  return draw;
}

/** Waits for the first delivery; throws if there is another one. */
export const onlyDelivery = async (site: WebhookSite, webhookId: string) => {
  await until(async () => (await site.deliveries(webhookId)).length > 0);
  const [delivery, ...others] = await site.deliveries(webhookId);
  if (!delivery || others.length > 0) throw new Error('there is not one delivery');
  return delivery;
};
