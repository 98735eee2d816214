/** Deliveries to webhooks that staff ask for: messages sent again, and tests. */
import { expect, test } from 'bun:test';
import { SECOND } from '../../src/core/ist-time.ts';
import { claimRedelivery, claimTest } from '../../src/server/services/webhooks/attempts-on-demand.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { newestEntry, refusalOf } from './services-context.ts';
import { ADMIN, onlyDelivery, openWebhookSite, publishAndSend, publishOne, until } from './webhook-site.ts';

describeOnBothDatabases('a delivery', (engine) => {
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

  engine.onSqlite('of a test is the newest result, or a sample; it is not retried', async () => {
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

  engine.onSqlite('on demand returns while the receiver still thinks', async () => {
    const site = await openWebhookSite(engine, { timeout: 1_500 });
    const receiver = await site.newReceiver();
    receiver.answer = () => {};
    const { id } = await site.add({ url: receiver.url });
    expect(await site.sender.sendNow(await claimTest(site, id, ADMIN), 100)).toMatchObject({
      state: 'sending',
    });
    await until(async () => (await onlyDelivery(site, id)).error === 'No answer within 2 s.');
  });
});
