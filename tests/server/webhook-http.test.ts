/** Webhooks over HTTP: what Admins can do with them, and what nobody gets to see. */
import { expect, test } from 'bun:test';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import { describeOnBothSites, describeOnSite } from './api-site.ts';
import { newDrawFor } from './services-context.ts';
import { until } from './webhook-site.ts';

const EVENTS = ['draw.published', 'draw.corrected', 'draw.withdrawn'];
const PATH = '/api/admin/webhooks';
const cleanups = cleanUpAfterEach();

async function newReceiver() {
  const receiver = await startWebhookReceiver();
  cleanups.push(receiver.stop);
  return receiver;
}

describeOnBothSites({ env: { WEBHOOK_PRIVATE_ADDRESSES: 'allow' } }, (site, kind) => {
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await site.admin(method, path, { ...(body !== undefined && { body }), headers });
    const text = await response.text();
    return {
      status: response.status,
      etag: response.headers.get('ETag'),
      text,
      body: text === '' ? null : JSON.parse(text),
    };
  };

  test('a result is sent soon after its publication, with a signature that the library verifies', async () => {
    const receiver = await newReceiver();
    const created = await call('POST', PATH, { url: receiver.url, events: EVENTS, enabled: true });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      url: receiver.url,
      events: EVENTS,
      enabled: true,
      lastDelivery: null,
    });
    expect(created.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);

    const draw = await call('POST', '/api/admin/draws', newDrawFor('10:00', '13579', { published: true }));
    expect(draw.status).toBe(201);
    await call('PATCH', `/api/admin/draws/${draw.body.id}`, { digit5: '8', reason: 'misread' });
    await call('POST', `/api/admin/draws/${draw.body.id}/unpublish`);
    await until(() => receiver.received.length === 3);
    expect(receiver.types()).toEqual(EVENTS);
    receiver.verifyAll(created.body.secret);

    const { id } = created.body;
    await until(async () => (await call('GET', `${PATH}/${id}`)).body.lastDelivery.state === 'delivered');
    const first = await call('GET', `${PATH}/${id}/deliveries?limit=2`);
    expect(first.body.items).toMatchObject([
      { type: 'draw.withdrawn', status: 204 },
      { type: 'draw.corrected' },
    ]);
    const second = await call('GET', `${PATH}/${id}/deliveries?limit=2&cursor=${first.body.nextCursor}`);
    expect(second.body).toMatchObject({ items: [{ type: 'draw.published' }], nextCursor: null });

    const [delivery] = second.body.items;
    const again = await call('POST', `${PATH}/${id}/deliveries/${delivery.id}/redeliver`);
    expect(again).toMatchObject({ status: 200, body: { delivery: { state: 'delivered', attempts: 2 } } });
    const [original, , , repeated] = receiver.received;
    expect([repeated?.id, repeated?.body]).toEqual([original?.id, original?.body]);
    expect(repeated?.signature === original?.signature).toBe(repeated?.timestamp === original?.timestamp);
    receiver.verifyAll(created.body.secret);

    expect(await call('POST', `${PATH}/${id}/test`)).toMatchObject({
      status: 200,
      body: { delivery: { type: 'webhook.test', state: 'delivered', status: 204 } },
    });
    receiver.verifyAll(created.body.secret);
    await call('DELETE', `${PATH}/${id}`);
  });

  test('the secret is in the response to the creation, and nowhere else', async () => {
    const receiver = await newReceiver();
    const key = { 'Idempotency-Key': `creation-${receiver.port}` };
    const input = { url: `${receiver.url}/path-of-the-receiver`, events: EVENTS };
    const created = await call('POST', PATH, input, key);
    const { id, secret } = created.body;
    expect((await call('POST', PATH, input, key)).body).toMatchObject({ id, secret });
    await call('POST', `${PATH}/${id}/test`);
    const seen = [
      await call('GET', PATH),
      await call('GET', `${PATH}/${id}`),
      await call('PATCH', `${PATH}/${id}`, { enabled: false }),
      await call('GET', `${PATH}/${id}/deliveries`),
      await call('GET', '/api/admin/activity'),
      await call('GET', '/api/openapi.json'),
    ];
    await call('PATCH', `${PATH}/${id}`, { url: `${receiver.url}/another-path` });
    await call('DELETE', `${PATH}/${id}`);
    seen.push(await call('GET', '/api/admin/activity'));
    for (const { status, text } of seen) {
      expect(status).toBe(200);
      expect(text).not.toContain(secret.slice(6));
    }
    expect(site.server.output()).not.toContain(secret.slice(6));
    // Editors read the activity log, and the path may be a secret of the receiver.
    expect(seen.at(-1)?.text).not.toMatch(/path-of-the-receiver|another-path/);
    expect(seen.at(-1)?.body.items.slice(0, 5)).toMatchObject([
      { action: 'Deleted webhook', type: 'settings', target: `127.0.0.1:${receiver.port}` },
      { action: 'Changed webhook', after: { path: 'changed' } },
      { action: 'Disabled webhook', before: { enabled: true }, after: { enabled: false } },
      { action: 'Tested webhook' },
      { action: 'Created webhook', after: { events: EVENTS.join(', '), enabled: true } },
    ]);
  });

  test('changes honour If-Match, and unknown ids get 404', async () => {
    const { body, etag } = await call('POST', PATH, {
      url: 'http://127.0.0.1:1/',
      events: ['draw.published'],
    });
    const path = `${PATH}/${body.id}`;
    const changed = await call('PATCH', path, { events: ['draw.withdrawn'] }, { 'If-Match': etag ?? '' });
    expect(changed).toMatchObject({ status: 200, body: { events: ['draw.withdrawn'], enabled: true } });
    expect((await call('PATCH', path, { enabled: false }, { 'If-Match': etag ?? '' })).status).toBe(412);
    expect((await call('DELETE', path, undefined, { 'If-Match': etag ?? '' })).status).toBe(412);
    expect((await call('DELETE', path, undefined, { 'If-Match': changed.etag ?? '' })).status).toBe(204);
    for (const [method, unknown, input] of [
      ['GET', path],
      ['PATCH', path, { enabled: true }],
      ['DELETE', path],
      ['POST', `${path}/test`],
      ['GET', `${path}/deliveries`],
      ['POST', `${path}/deliveries/unknown/redeliver`],
    ] as const)
      expect((await call(method, unknown, input)).status).toBe(404);
  });

  test.each([
    ['url', { events: EVENTS }],
    ['url', { url: 'partner.example', events: EVENTS }],
    ['url', { url: 'ftp://partner.example/', events: EVENTS }],
    ['url', { url: 'https://user:word@partner.example/', events: EVENTS }],
    ['url', { url: 'https://partner.example/\0', events: EVENTS }],
    ['url', { url: 'https://partner.example/\r\nX: y', events: EVENTS }],
    ['url', { url: `https://partner.example/${'x'.repeat(2_000)}`, events: EVENTS }],
    ['events', { url: 'https://partner.example/' }],
    ['events', { url: 'https://partner.example/', events: [] }],
    ['events.0', { url: 'https://partner.example/', events: ['draw.deleted'] }],
    ['events', { url: 'https://partner.example/', events: ['draw.published', 'draw.published'] }],
    ['enabled', { url: 'https://partner.example/', events: EVENTS, enabled: 'yes' }],
    ['secret', { url: 'https://partner.example/', events: EVENTS, secret: 'whsec_mine' }],
  ])('%s is refused (%#)', async (field, input) => {
    const refused = await call('POST', PATH, input);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual([field]);
  });

  // Creating them is what the other tests do on PostgreSQL.
  if (kind === 'sqlite')
    test('there can be 50 of them', async () => {
      const create = (port: number) =>
        call('POST', PATH, { url: `http://127.0.0.1:${port}/`, events: EVENTS });
      const { body } = await call('GET', PATH);
      for (let count = body.items.length; count < 50; count += 1)
        expect((await create(count + 1)).status).toBe(201);
      expect(await create(99)).toMatchObject({ status: 409, body: { code: 'too-many-webhooks' } });
      for (const { id } of (await call('GET', PATH)).body.items) await call('DELETE', `${PATH}/${id}`);
    });
});

describeOnSite({ env: {} }, (site) => {
  test.each([
    'http://partner.example/',
    'https://localhost:8443/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data/',
  ])('without WEBHOOK_PRIVATE_ADDRESSES %s is refused when it is saved', async (url) => {
    const response = await site.admin('POST', PATH, { body: { url, events: EVENTS } });
    expect(response.status).toBe(422);
    expect((await response.json()).errors.url).toMatch(/private network|https/);
  });

  test('a name is checked at each attempt, and the delivery says what is wrong', async () => {
    const body = { url: 'https://no-such-name.invalid/', events: EVENTS };
    const { id } = await (await site.admin('POST', PATH, { body })).json();
    const response = await site.admin('POST', `${PATH}/${id}/test`);
    expect(await response.json()).toMatchObject({
      delivery: { state: 'failed', error: 'The name no-such-name.invalid cannot be resolved.' },
    });
  });
});
