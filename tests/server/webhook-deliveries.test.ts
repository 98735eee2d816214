/** Deliveries to webhooks: retried, given up, cancelled, each by one node at a time. */
import { expect, test } from 'bun:test';
import { MAX_WEBHOOKS } from '../../src/contract/webhooks.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/core/ist-time.ts';
import { createDraw, deleteDraw } from '../../src/server/services/draws/draws.ts';
import { deleteWebhook, editWebhook, findWebhook } from '../../src/server/services/webhooks/webhooks.ts';
import { listActivity } from '../../src/server/storage/feed/activity-store.ts';
import { CLAIMED_FOR, claimDueDeliveries } from '../../src/server/storage/webhooks/delivery-queue.ts';
import { queueDeliveries } from '../../src/server/webhooks/queue-deliveries.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { EDITOR, newDrawFor, newestEntry } from './services-context.ts';
import { ADMIN, onlyDelivery, openWebhookSite, publishAndSend, publishOne, until } from './webhook-site.ts';

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

  engine.onSqlite('is not sent before it is due again, and succeeds when the receiver is back', async () => {
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
    expect(entries.find(({ action }) => action === 'Disabled webhook')).toMatchObject({
      user: 'System',
      before: { enabled: true },
      after: { enabled: false },
    });
  });

  engine.onSqlite(
    'of a dead or silent receiver delays neither those of others nor a publication',
    async () => {
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
    },
  );

  test('is cancelled when its webhook is disabled, and deleted with it', async () => {
    const site = await openWebhookSite(engine);
    const receiver = await site.newReceiver();
    receiver.answer = (response) => void response.writeHead(500).end();
    const { id } = await site.add({ url: receiver.url });
    await publishAndSend(site);
    await until(async () => (await onlyDelivery(site, id)).status === 500);
    const edit = (enabled: boolean) =>
      editWebhook(site, { id, patch: { enabled } }, { actor: ADMIN, receiverProblem: () => null });
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
