/** One's own alerts over HTTP. */
import { expect, test } from 'bun:test';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { startPushService } from '../support/push-service.ts';
import { describeOnBothSites, describeOnSite } from './api-site.ts';
import { until } from './webhook-site.ts';

const PATH = '/api/admin/me/alerts';
const cleanups = cleanUpAfterEach();

async function newService() {
  const service = await startPushService();
  cleanups.push(service.stop);
  return service;
}

describeOnBothSites({ env: { WEBHOOK_PRIVATE_ADDRESSES: 'allow', PUSH_HOSTS: '127.0.0.1' } }, (site) => {
  const off = { mail: false, devices: [], notificationsEnabled: true };

  test('by default Admins get mails about contact messages, and nobody any other alert', async () => {
    expect(await (await site.admin('GET', PATH)).json()).toEqual({ ...off, contactMail: true });
    expect(await (await site.editor('GET', PATH)).json()).toEqual({ ...off, contactMail: false });
  });

  test('mails are turned on and off, which is in the activity log', async () => {
    const body = { mail: true, contactMail: true };
    const saved = await site.editor('PUT', PATH, { body });
    expect(saved.status).toBe(200);
    expect(await saved.json()).toEqual({ ...off, ...body });
    expect(await (await site.editor('GET', PATH)).json()).toEqual({ ...off, ...body });
    const { items } = await (await site.admin('GET', '/api/admin/activity?limit=1')).json();
    expect(items[0]).toMatchObject({
      action: 'Changed own alerts',
      target: 'meera@example.org',
      before: { mail: false, contactMail: false },
      after: body,
    });
    expect((await site.editor('PUT', PATH, { body: { mail: 'yes' } })).status).toBe(422);
    expect((await site.editor('PUT', PATH, { body: { mail: false, contactMail: false } })).status).toBe(200);
  });

  test('a device is added once, gets a test, and is removed by its owner only', async () => {
    const service = await newService();
    const subscription = service.subscribe();
    const { endpoint } = subscription;
    const add = () =>
      site.editor('POST', `${PATH}/devices`, { body: { subscription }, headers: { 'User-Agent': 'Phone' } });
    expect((await add()).status).toBe(201);
    const { devices } = await (await add()).json();
    expect(devices).toEqual([{ endpoint, userAgent: 'Phone', addedAt: expect.any(String) }]);

    expect((await site.editor('POST', `${PATH}/test`)).status).toBe(204);
    await until(() => service.received.length === 1);
    expect(service.received[0]?.json()).toMatchObject({ title: 'Test of your alerts' });

    expect((await site.admin('DELETE', `${PATH}/devices`, { body: { endpoint } })).status).toBe(204);
    expect((await (await site.editor('GET', PATH)).json()).devices).toHaveLength(1);
    expect((await site.editor('DELETE', `${PATH}/devices`, { body: { endpoint } })).status).toBe(204);
    expect((await (await site.editor('GET', PATH)).json()).devices).toEqual([]);
    expect((await site.editor('POST', `${PATH}/test`)).status).toBe(409);
  });

  test('a device that another account adds belongs to that account', async () => {
    const service = await newService();
    const body = { subscription: service.subscribe() };
    expect((await site.editor('POST', `${PATH}/devices`, { body })).status).toBe(201);
    expect((await site.admin('POST', `${PATH}/devices`, { body })).status).toBe(201);
    expect((await (await site.editor('GET', PATH)).json()).devices).toEqual([]);
    const { endpoint } = body.subscription;
    await site.admin('DELETE', `${PATH}/devices`, { body: { endpoint } });
  });

  test('another account cannot take a device over that it knows only the endpoint of', async () => {
    const service = await newService();
    const subscription = service.subscribe();
    const { endpoint } = subscription;
    expect((await site.editor('POST', `${PATH}/devices`, { body: { subscription } })).status).toBe(201);
    const body = { subscription: { endpoint, keys: service.subscribe().keys } };
    expect((await site.admin('POST', `${PATH}/devices`, { body })).status).toBe(403);
    expect((await (await site.editor('GET', PATH)).json()).devices).toMatchObject([{ endpoint }]);
    await site.editor('DELETE', `${PATH}/devices`, { body: { endpoint } });
  });

  test('of more than ten devices the first ones are removed', async () => {
    const service = await newService();
    const endpoints = [];
    for (let count = 0; count < 12; count += 1) {
      const subscription = service.subscribe();
      endpoints.push(subscription.endpoint);
      await site.editor('POST', `${PATH}/devices`, { body: { subscription } });
    }
    const { devices } = await (await site.editor('GET', PATH)).json();
    expect(devices).toHaveLength(10);
    const kept = devices.map(({ endpoint }: { endpoint: string }) => endpoint);
    expect(kept).toContain(endpoints.at(-1));
    for (const endpoint of kept) await site.editor('DELETE', `${PATH}/devices`, { body: { endpoint } });
  });
});

describeOnSite({ env: {} }, (site) => {
  test.each(['https://push.example/a', 'https://127.0.0.1/a', 'https://fcm.googleapis.com:8443/a'])(
    'a device at no push service of a browser is refused: %s',
    async (endpoint) => {
      const { keys } = (await newService()).subscribe();
      const body = { subscription: { endpoint, keys } };
      const response = await site.editor('POST', `${PATH}/devices`, { body });
      expect(response.status).toBe(422);
      expect(Object.keys((await response.json()).errors)).toEqual(['subscription.endpoint']);
    },
  );
});
