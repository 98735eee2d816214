/** Deliveries to webhooks: retried, given up, cancelled, sent again, each by one node at a time. */
import { expect, test } from 'bun:test';
import { MAX_WEBHOOKS } from '../../src/contract/webhooks.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/core/ist-time.ts';
import { createDraw, deleteDraw } from '../../src/server/services/draws/draws.ts';
import { claimRedelivery, claimTest } from '../../src/server/services/webhooks/attempts-on-demand.ts';
import { deleteWebhook, editWebhook, findWebhook } from '../../src/server/services/webhooks/webhooks.ts';
import { listActivity } from '../../src/server/storage/feed/activity-store.ts';
import { CLAIMED_FOR, claimDueDeliveries } from '../../src/server/storage/webhooks/delivery-queue.ts';
import { queueDeliveries } from '../../src/server/webhooks/queue-deliveries.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { EDITOR, newDrawFor, newestEntry, refusalOf } from './services-context.ts';
import { ADMIN, openWebhookSite, until, type WebhookSite } from './webhook-site.ts';

const publishOne = (site: WebhookSite) =>
  createDraw(site, newDrawFor('10:00', '11111', { published: true }), EDITOR);

async function publishAndSend(site: WebhookSite) {
  const draw = await publishOne(site);
  site.sender.wake();
  return draw;
}

/** Waits for it. */
const onlyDelivery = async (site: WebhookSite, webhookId: string) => {
  await until(async () => (await site.deliveries(webhookId)).length > 0);
  const [delivery, ...others] = await site.deliveries(webhookId);
  if (!delivery || others.length > 0) throw new Error('there is not one delivery');
  return delivery;
};

describeOnBothDatabases('a delivery', (engine) => {
  test('is retried for three days with the same id and body, then given up', async () => {
    const site = await openWebhookSite(engine);
    const receiver = await site.newReceiver();
    receiver.answer = (response) => void response.writeHead(503).end('busy <b>now</b>');
    const { id, secret } = await site.add({ url: receiver.url });
    const started = site.clock.now();
    await publishAndSend(site);
    const pauses: number[] = [];
    for (;;) {
      const attempts = pauses.length + 1;
      await until(
        async () =>
          receiver.received.length === attempts && (await onlyDelivery(site, id)).state !== 'sending',
      );
      const delivery = await onlyDelivery(site, id);
      expect(delivery).toMatchObject({ attempts, status: 503, answer: 'busy <b>now</b>' });
      expect(delivery.error).toBe('The receiver answered 503.');
      if (delivery.state === 'failed') break;
      const next = Date.parse(delivery.nextAttemptAt ?? '');
      pauses.push(next - site.clock.now());
      site.moveTo(next);
    }
    expect(pauses[0]).toBeLessThan(100 * SECOND);
    expect(pauses.length).toBe(9);
    expect(site.clock.now() - started).toBeGreaterThanOrEqual(3 * DAY);
    expect(new Set(receiver.received.map((message) => message.id)).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    receiver.verifyAll(secret);
    expect(await newestEntry(site)).toMatchObject({
      action: 'Gave up sending to a webhook',
      user: 'System',
      target: `127.0.0.1:${receiver.port}`,
      after: { event: 'draw.published', attempts: 10, error: 'The receiver answered 503.' },
    });
    expect(site.sender.totals()).toEqual({ sent: 0, failedAttempts: 10, givenUp: 1 });
    expect(site.logged()).not.toContain(secret);
  });

  test('is not sent before it is due again, and succeeds when the receiver is back', async () => {
    const site = await openWebhookSite(engine);
    const receiver = await site.newReceiver();
    receiver.answer = (response) => void response.writeHead(301, { Location: `${receiver.url}/new` }).end();
    const { id } = await site.add({ url: receiver.url });
    await publishAndSend(site);
    await until(async () => (await onlyDelivery(site, id)).status === 301);
    receiver.answer = (response) => void response.writeHead(200).end('thank you');
    site.moveTo(site.clock.now() + 4 * SECOND);
    await Bun.sleep(200);
    expect(receiver.received).toHaveLength(1);
    site.moveTo(site.clock.now() + 2 * SECOND);
    await until(async () => (await onlyDelivery(site, id)).state === 'delivered');
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook']);
    expect(await onlyDelivery(site, id)).toMatchObject({
      attempts: 2,
      answer: 'thank you',
      error: null,
      nextAttemptAt: null,
    });
  });

  test('410 Gone disables the webhook and cancels what waits', async () => {
    const site = await openWebhookSite(engine);
    const receiver = await site.newReceiver();
    receiver.answer = (response) => void response.writeHead(410).end();
    const { id } = await site.add({ url: receiver.url });
    const draw = await publishOne(site);
    await deleteDraw(site, { id: draw.id }, EDITOR);
    site.sender.wake();
    await until(async () => !(await findWebhook(site, id)).enabled);
    await Bun.sleep(100);
    expect(receiver.received).toHaveLength(1);
    expect((await site.deliveries(id)).map(({ state }) => state)).toEqual(['failed', 'failed']);
    const entries = (await listActivity(site.database.db, { limit: 10 })).items;
    expect(entries.find(({ action }) => action === 'Disabled webhook')).toMatchObject({ user: 'System' });
  });

  test('of a dead or silent receiver delays neither those of others nor a publication', async () => {
    const site = await openWebhookSite(engine, { timeout: 3_000 });
    const [quick, silent] = [await site.newReceiver(), await site.newReceiver()];
    silent.answer = () => {};
    const silentIds: string[] = [];
    for (let count = 0; count < MAX_WEBHOOKS - 2; count += 1)
      silentIds.push((await site.add({ url: silent.url })).id);
    const dead = await site.add({ url: 'http://127.0.0.1:1/' });
    const { id: quickId } = await site.add({ url: quick.url });
    const started = performance.now();
    await publishAndSend(site);
    await until(async () => (await onlyDelivery(site, quickId)).state === 'delivered');
    const draw = await createDraw(site, newDrawFor('12:00', '22222', { published: true }), EDITOR);
    site.sender.wake();
    await until(() => quick.received.length === 2);
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(quick.received[1]?.json.data.id).toBe(draw.id);
    // One connection for each webhook, although two messages wait for each.
    expect(silent.received).toHaveLength(silentIds.length);
    await until(async () => (await site.deliveries(dead.id)).every(({ error }) => error !== null));
    expect((await site.deliveries(dead.id))[0]).toMatchObject({
      status: null,
      error: 'The receiver refused the connection.',
    });
    await until(async () =>
      (await site.deliveries(silentIds[0] ?? '')).every(({ attempts }) => attempts > 0),
    );
  });

  test('is cancelled when its webhook is disabled, and deleted with it', async () => {
    const site = await openWebhookSite(engine);
    const receiver = await site.newReceiver();
    receiver.answer = (response) => void response.writeHead(500).end();
    const { id } = await site.add({ url: receiver.url });
    await publishAndSend(site);
    await until(async () => (await onlyDelivery(site, id)).status === 500);
    const edit = (enabled: boolean) =>
      editWebhook(site, { id, patch: { enabled } }, { actor: ADMIN, refuseUrl: () => null });
    await edit(false);
    expect(await onlyDelivery(site, id)).toMatchObject({ state: 'failed', nextAttemptAt: null });
    await edit(true);
    site.moveTo(site.clock.now() + HOUR);
    await Bun.sleep(200);
    expect(receiver.received).toHaveLength(1);
    await deleteWebhook(site, { id }, ADMIN);
    const left = await site.database.db.selectFrom('webhook_deliveries').select('id').execute();
    expect(left).toEqual([]);
  });

  test('is sent again on demand with the same id and body, whatever became of it', async () => {
    const site = await openWebhookSite(engine);
    const receiver = await site.newReceiver();
    const { id, secret } = await site.add({ url: receiver.url });
    await publishAndSend(site);
    await until(async () => (await onlyDelivery(site, id)).state === 'delivered');
    const { id: deliveryId } = await onlyDelivery(site, id);
    const again = async () =>
      site.sender.sendNow(await claimRedelivery(site, { webhookId: id, deliveryId }, ADMIN), 5 * SECOND);
    expect(await again()).toMatchObject({ state: 'delivered', attempts: 2, status: 204 });
    receiver.answer = (response) => void response.writeHead(400).end('no');
    expect(await again()).toMatchObject({ state: 'failed', attempts: 3, status: 400, nextAttemptAt: null });
    expect(new Set(receiver.received.map((message) => `${message.id} ${message.body}`)).size).toBe(1);
    receiver.verifyAll(secret);
    expect(await newestEntry(site)).toMatchObject({ action: 'Sent to a webhook again', user: 'Asha' });
  });

  test('on demand does not change the plan of retries, and is refused while the message is being sent', async () => {
    const site = await openWebhookSite(engine);
    const receiver = await site.newReceiver();
    receiver.answer = (response) => void response.writeHead(500).end();
    const { id } = await site.add({ url: receiver.url });
    await publishAndSend(site);
    await until(async () => (await onlyDelivery(site, id)).status === 500);
    const before = await onlyDelivery(site, id);
    const target = { webhookId: id, deliveryId: before.id };
    const claimed = await claimRedelivery(site, target, ADMIN);
    expect((await onlyDelivery(site, id)).state).toBe('sending');
    expect(await refusalOf(claimRedelivery(site, target, ADMIN))).toBe('delivery-running');
    expect(await site.sender.sendNow(claimed, 5 * SECOND)).toMatchObject({
      state: 'pending',
      attempts: 2,
      nextAttemptAt: before.nextAttemptAt,
    });
  });

  test('of a test is the newest result, or a sample; it is not retried', async () => {
    const site = await openWebhookSite(engine);
    const receiver = await site.newReceiver();
    receiver.answer = (response) => void response.writeHead(500).end();
    const { id } = await site.add({ url: receiver.url, enabled: false });
    const sendTest = async () => site.sender.sendNow(await claimTest(site, id, ADMIN), 5 * SECOND);
    expect(await sendTest()).toMatchObject({
      type: 'webhook.test',
      state: 'failed',
      drawNo: 'SAMPLE',
      nextAttemptAt: null,
    });
    const { drawNo } = await publishOne(site);
    receiver.answer = (response) => void response.writeHead(200).end();
    expect(await sendTest()).toMatchObject({ state: 'delivered', drawNo });
    expect(receiver.types()).toEqual(['webhook.test', 'webhook.test']);
    expect(receiver.received[0]?.json.data).toMatchObject({ id: 'sample', drawNo: 'SAMPLE' });
  });

  test('on demand is refused while another message is sent to the same receiver, and delays no other receiver', async () => {
    const site = await openWebhookSite(engine);
    const [silent, quick] = [await site.newReceiver(), await site.newReceiver()];
    silent.answer = () => {};
    const { id } = await site.add({ url: silent.url });
    const { id: quickId } = await site.add({ url: quick.url });
    await publishAndSend(site);
    await until(() => silent.received.length === 1);
    const { id: deliveryId } = await onlyDelivery(site, id);
    expect(await refusalOf(claimTest(site, id, ADMIN))).toBe('delivery-running');
    await until(async () => (await onlyDelivery(site, id)).state === 'pending');
    const claims = await Promise.allSettled([
      ...Array.from({ length: 25 }, () => claimTest(site, id, ADMIN)),
      claimRedelivery(site, { webhookId: id, deliveryId }, ADMIN),
    ]);
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = claims.flatMap((claim) => (claim.status === 'rejected' ? [claim.reason.code] : []));
    expect(refused).toEqual(Array(25).fill('delivery-running'));
    const claimed = await claimTest(site, quickId, ADMIN);
    expect(await site.sender.sendNow(claimed, 5 * SECOND)).toMatchObject({ state: 'delivered' });
    expect(silent.received).toHaveLength(1);
  });

  test('on demand returns while the receiver still thinks', async () => {
    const site = await openWebhookSite(engine, { timeout: 1_500 });
    const receiver = await site.newReceiver();
    receiver.answer = () => {};
    const { id } = await site.add({ url: receiver.url });
    expect(await site.sender.sendNow(await claimTest(site, id, ADMIN), 100)).toMatchObject({
      state: 'sending',
    });
    await until(async () => (await onlyDelivery(site, id)).error === 'No answer within 2 s.');
  });

  test('claimed by a node that crashed is sent by another one when the claim has ended', async () => {
    const site = await openWebhookSite(engine);
    const receiver = await site.newReceiver();
    const { id } = await site.add({ url: receiver.url });
    await publishOne(site);
    const claimed = await site.database.write(async (tx) => {
      await queueDeliveries(tx, site.clock.now());
      return claimDueDeliveries(tx, site.clock.now());
    });
    expect(claimed).toHaveLength(1);
    site.moveTo(site.clock.now() + CLAIMED_FOR - 1);
    await Bun.sleep(200);
    expect(receiver.received).toEqual([]);
    site.moveTo(site.clock.now() + 1);
    await until(async () => (await onlyDelivery(site, id)).state === 'delivered');
    expect(receiver.received).toHaveLength(1);
  });

  test('is deleted after 30 days, unless it is still pending', async () => {
    const site = await openWebhookSite(engine);
    const receiver = await site.newReceiver();
    const { id } = await site.add({ url: receiver.url });
    await publishAndSend(site);
    await until(async () => (await onlyDelivery(site, id)).state === 'delivered');
    site.setTime(site.clock.now() + 30 * DAY);
    await site.sender.prune();
    expect(await site.deliveries(id)).toHaveLength(1);
    expect(await site.database.db.selectFrom('outgoing_events').select('id').execute()).toEqual([]);
    site.setTime(site.clock.now() + MINUTE);
    await site.sender.prune();
    expect(await site.deliveries(id)).toEqual([]);
  });
});
