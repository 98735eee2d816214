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

describeOnBothSites({ env: { WEBHOOK_PRIVATE_ADDRESSES: 'allow' } }, (site) => {
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

    const { endpoint } = wanted.subscription;
    for (let repetition = 0; repetition < 2; repetition += 1)
      expect((await site.anonymous('DELETE', PATH, { body: { endpoint } })).status).toBe(204);
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
    expect((await site.anonymous('DELETE', PATH, { body: { endpoint: `${endpoint}#2` } })).status).toBe(204);
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
    'http://push.example/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://10.1.2.3/a',
    'https://localhost/a',
  ])('inside the networks of the server is no push service: %s', async (endpoint) => {
    const service = await newService();
    const { keys } = service.subscribe();
    const body = { subscription: { endpoint, keys }, slots: ['10:00'], language: 'en' };
    const response = await site.anonymous('POST', PATH, { body });
    expect(response.status).toBe(422);
    expect(Object.keys((await response.json()).errors)).toEqual(['subscription.endpoint']);
  });
});
