/** Subscriptions of devices over HTTP. */
import { expect, test } from 'bun:test';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { describeOnBothSites, describeOnSite } from './api-site.ts';
import { newDrawFor } from './services-context.ts';
import { until } from './webhook-site.ts';

const PATH = '/api/push';
const cleanups = cleanUpAfterEach();

async function newService(): Promise<PushService> {
  const service = await startPushService();
  cleanups.push(service.stop);
  return service;
}

const wantedBy = (service: PushService, more: object = {}) => ({
  subscription: { ...service.subscribe(), expirationTime: null },
  slots: ['14:00', '10:00'],
  language: 'ml',
  ...more,
});

describeOnBothSites({ env: { WEBHOOK_PRIVATE_ADDRESSES: 'allow', PUSH_HOSTS: '127.0.0.1' } }, (site) => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    site.anonymous('POST', PATH, { body, headers });

  test('the key is an uncompressed point, and stays the same', async () => {
    const [first, second] = [
      await site.anonymous('GET', `${PATH}/key`),
      await site.editor('GET', `${PATH}/key`),
    ];
    expect(first.status).toBe(200);
    expect(first.headers.get('Access-Control-Allow-Origin')).toBe('*');
    const { key } = await first.json();
    expect(await second.json()).toEqual({ key });
    expect(Buffer.from(key, 'base64url')).toHaveLength(65);
    expect(key).toMatch(/^B[\w-]{86}$/);
  });

  test('a device is subscribed without an account, changed and removed', async () => {
    const service = await newService();
    const wanted = wantedBy(service);
    const created = await post(wanted);
    expect(created.status).toBe(201);
    expect(await created.json()).toEqual({ slots: ['14:00', '10:00'], language: 'ml' });
    expect((await post({ ...wanted, slots: ['10:00'], language: 'en' })).status).toBe(201);

    const draw = newDrawFor('10:00', '13579', { published: true });
    expect((await site.admin('POST', '/api/admin/draws', { body: draw })).status).toBe(201);
    await until(() => service.received.length === 1);
    expect(service.received.map((message) => message.json())).toMatchObject([
      { drawNo: draw.drawNo, slot: '10:00', digits: '13579', language: 'en' },
    ]);

    const { endpoint, keys } = wanted.subscription;
    for (let repetition = 0; repetition < 2; repetition += 1) {
      const { status } = await site.anonymous('DELETE', PATH, { body: { endpoint, auth: keys.auth } });
      expect(status).toBe(204);
    }
  });

  test('who knows only the endpoint of a device can neither change nor remove it', async () => {
    const service = await newService();
    const wanted = wantedBy(service, { slots: ['17:00'] });
    expect((await post(wanted)).status).toBe(201);
    const { endpoint, keys } = wanted.subscription;
    const stranger = service.subscribe().keys;
    const changed = await post({ ...wanted, slots: ['10:00'], subscription: { endpoint, keys: stranger } });
    expect(changed.status).toBe(403);
    expect(await changed.json()).toMatchObject({ code: 'wrong-auth' });
    const remove = async (auth?: string) =>
      (await site.anonymous('DELETE', PATH, { body: { endpoint, auth } })).status;
    for (const auth of [undefined, '', stranger.auth, keys.auth.slice(1)])
      expect(await remove(auth)).toBe(403);
    // The same as for an endpoint that is not stored.
    expect((await site.anonymous('DELETE', PATH, { body: { endpoint: `${endpoint}x` } })).status).toBe(403);

    const draw = newDrawFor('17:00', '13579', { published: true });
    expect((await site.admin('POST', '/api/admin/draws', { body: draw })).status).toBe(201);
    await until(() => service.received.length === 1);
    // Browsers leave the padding out, and others may not.
    expect(await remove(`${keys.auth}==`)).toBe(204);
    const unknown = { endpoint: `${endpoint}x`, auth: keys.auth };
    expect((await site.anonymous('DELETE', PATH, { body: unknown })).status).toBe(204);
  });

  test('a device has one subscription, however its endpoint is written', async () => {
    const service = await newService();
    const wanted = wantedBy(service, { slots: ['12:00'] });
    const { endpoint, keys } = wanted.subscription;
    const { port, pathname } = new URL(endpoint);
    const spellings = [
      endpoint,
      `${endpoint}#1`,
      endpoint.replace('http:', 'HTTP:'),
      `http://127.1:${port}${pathname}`,
      `http://2130706433:${port}/x/..${pathname}`,
    ];
    for (const spelling of spellings)
      expect((await post({ ...wanted, subscription: { endpoint: spelling, keys } })).status).toBe(201);
    const draw = newDrawFor('12:00', '13579', { published: true });
    expect((await site.admin('POST', '/api/admin/draws', { body: draw })).status).toBe(201);
    const last = await newService();
    await post(wantedBy(last, { slots: ['14:00'] }));
    const later = newDrawFor('14:00', '24680', { published: true });
    expect((await site.admin('POST', '/api/admin/draws', { body: later })).status).toBe(201);
    await until(() => last.received.length === 1);
    expect(service.received).toHaveLength(1);
    const removed = { endpoint: `${endpoint}#2`, auth: keys.auth };
    expect((await site.anonymous('DELETE', PATH, { body: removed })).status).toBe(204);
  });

  test('what cannot be pushed to is refused with the field', async () => {
    const service = await newService();
    const { subscription } = wantedBy(service);
    const { keys } = subscription;
    const withKeys = (changed: object) => ({
      subscription: { ...subscription, keys: { ...keys, ...changed } },
    });
    // A point that is not on the curve.
    const noPoint = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
    const cases: [string, object][] = [
      ['subscription', { subscription: undefined }],
      ['subscription.endpoint', { subscription: { ...subscription, endpoint: 'ftp://push.example/' } }],
      ['subscription.endpoint', { subscription: { ...subscription, endpoint: 'https://a:b@push.example/' } }],
      [
        'subscription.endpoint',
        { subscription: { ...subscription, endpoint: `https://a.example/${'x'.repeat(2_000)}` } },
      ],
      [
        'subscription.endpoint',
        { subscription: { ...subscription, endpoint: `https://a.example/${'票'.repeat(1_900)}` } },
      ],
      ['subscription.keys', { subscription: { endpoint: subscription.endpoint } }],
      ['subscription.keys.p256dh', withKeys({ p256dh: keys.auth })],
      ['subscription.keys.p256dh', withKeys({ p256dh: noPoint })],
      ['subscription.keys.auth', withKeys({ auth: 'short' })],
      ['subscription.keys.auth', withKeys({ auth: 5 })],
      ['slots', { slots: [] }],
      ['slots', { slots: ['10:00', '10:00'] }],
      ['slots.0', { slots: ['11:00'] }],
      ['slots', { slots: '10:00' }],
      ['slots', { slots: Array(16_000).fill('x') }],
      ['language', { language: 'fr' }],
    ];
    for (const [field, change] of cases) {
      const response = await post({ ...wantedBy(service), ...change });
      expect([field, response.status]).toEqual([field, 422]);
      expect(Object.keys((await response.json()).errors)).toContain(field);
    }
  });

  test('another website cannot subscribe', async () => {
    const service = await newService();
    expect((await post(wantedBy(service), { Origin: 'https://elsewhere.example' })).status).toBe(403);
  });

  test('more than sixty a minute from one network are refused', async () => {
    const service = await newService();
    const statuses = [];
    for (let count = 0; count < 61; count += 1) statuses.push((await post(wantedBy(service))).status);
    const refused = await post(wantedBy(service));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(30);
    expect(statuses.at(-1)).toBe(429);
  });
});

describeOnSite({ env: {} }, (site) => {
  test.each([
    'https://push.example/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://localhost/a',
    'http://fcm.googleapis.com/a',
    'https://fcm.googleapis.com:8443/a',
    'https://fcm.googleapis.com./a',
    'https://fcm.googleapis.com@push.example/a',
    'https://fcm.googleapis.com.push.example/a',
  ])('an endpoint that is at no push service of a browser is refused: %s', async (endpoint) => {
    const service = await newService();
    const { keys } = service.subscribe();
    const body = { subscription: { endpoint, keys }, slots: ['10:00'], language: 'en' };
    const response = await site.anonymous('POST', PATH, { body });
    expect(response.status).toBe(422);
    expect(Object.keys((await response.json()).errors)).toEqual(['subscription.endpoint']);
  });

  test('the push services of the browsers are accepted', async () => {
    const { keys } = (await newService()).subscribe();
    const endpoints = [
      'https://fcm.googleapis.com/fcm/send/a',
      'https://wns2-pn1p.notify.windows.com/w/?token=a',
    ];
    for (const endpoint of endpoints) {
      const body = { subscription: { endpoint, keys }, slots: ['10:00'], language: 'en' };
      expect((await site.anonymous('POST', PATH, { body })).status).toBe(201);
    }
  });
});
