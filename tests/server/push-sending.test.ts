/** Results are pushed to the devices that asked for them: each once, whatever happens to nodes and push services. */
import { expect, test } from 'bun:test';
import type { ResultPush } from '../../src/contract/push.ts';
import { addDays, HOUR, MINUTE, SECOND } from '../../src/core/ist-time.ts';
import { createDraw, editDraw } from '../../src/server/services/draws/draws.ts';
import { publishDraw, unpublishDraw } from '../../src/server/services/draws/publish-draw.ts';
import { saveSettings } from '../../src/server/services/settings.ts';
import { readSettings } from '../../src/server/storage/operations/settings-store.ts';
import { readPushKeys } from '../../src/server/storage/push/push-keys-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { AT_TEN, BASE_URL, openPushSite, type PushSite, publish, settled } from './push-site.ts';
import { EDITOR, newDrawFor, TODAY } from './services-context.ts';
import { until } from './webhook-site.ts';

const slotsOf = ({ service }: PushSite) =>
  service.received.map((message) => (message.json() as ResultPush).slot);

async function setNotifications(site: PushSite, enableNotifications: boolean): Promise<void> {
  const { settings } = await readSettings(site.database.db);
  await saveSettings(site, { settings: { ...settings, enableNotifications } }, EDITOR);
}

describeOnBothDatabases('pushes', (engine) => {
  test('go to the devices of the slot, each in its language, encrypted and signed', async () => {
    const site = await openPushSite(engine);
    site.setTime(AT_TEN);
    const english = await site.addDevice();
    const malayalam = await site.addDevice({ slots: ['12:00', '10:00'], language: 'ml' });
    await site.addDevice({ slots: ['12:00'] });
    const { drawNo } = await publish(site);
    await settled(site);

    const payload = { drawNo, date: TODAY, slot: '10:00', digits: '13579' };
    const pushed = new Map(site.service.received.map((message) => [message.endpoint, message.json()]));
    expect(site.service.received).toHaveLength(2);
    expect(pushed.get(english.endpoint)).toEqual({
      ...payload,
      language: 'en',
      url: `${BASE_URL}/draws/${drawNo}`,
    });
    expect(pushed.get(malayalam.endpoint)).toEqual({
      ...payload,
      language: 'ml',
      url: `${BASE_URL}/ml/draws/${drawNo}`,
    });
    const { publicKey } = await readPushKeys(site.database);
    for (const message of site.service.received) {
      expect(site.service.verifySignature(message, publicKey)).toBe('mailto:desk@swarna.example');
      expect(message.headers).toMatchObject({ ttl: '21600', urgency: 'high', topic: drawNo });
    }
  });

  engine.onSqlite('are sent once for each draw: not after a correction or another publication', async () => {
    const site = await openPushSite(engine);
    site.setTime(AT_TEN);
    await site.addDevice();
    const { id } = await publish(site);
    await settled(site);
    await editDraw(site, { id, patch: { digit5: '8', reason: 'misread' } }, EDITOR);
    await unpublishDraw(site, { id }, EDITOR);
    await publishDraw(site, { id }, EDITOR);
    site.sender.wake();
    await settled(site);
    expect(site.service.received.map((message) => message.json())).toMatchObject([{ digits: '13579' }]);
  });

  engine.onSqlite('contain what is public when they are sent, nothing of a withdrawn result', async () => {
    const site = await openPushSite(engine, { startsSending: false });
    site.setTime(AT_TEN);
    await site.addDevice({ slots: ['10:00', '12:00'] });
    const corrected = await createDraw(site, newDrawFor('10:00', '13579', { published: true }), EDITOR);
    await editDraw(site, { id: corrected.id, patch: { digit5: '8', reason: 'misread' } }, EDITOR);
    const withdrawn = await createDraw(site, newDrawFor('12:00', '24680', { published: true }), EDITOR);
    await unpublishDraw(site, { id: withdrawn.id }, EDITOR);
    site.sender.start();
    site.sender.wake();
    await settled(site);
    expect(site.service.received.map((message) => message.json())).toMatchObject([
      { drawNo: corrected.drawNo, digits: '13578' },
    ]);
  });

  engine.onSqlite('are sent when a result was withdrawn at once and is published again', async () => {
    const site = await openPushSite(engine, { startsSending: false });
    site.setTime(AT_TEN);
    await site.addDevice();
    const { id } = await createDraw(site, newDrawFor('10:00', '13579', { published: true }), EDITOR);
    await unpublishDraw(site, { id }, EDITOR);
    site.sender.start();
    site.sender.wake();
    await settled(site);
    expect(site.service.received).toHaveLength(0);
    for (let publication = 0; publication < 2; publication += 1) {
      await publishDraw(site, { id }, EDITOR);
      site.sender.wake();
      await settled(site);
      await unpublishDraw(site, { id }, EDITOR);
    }
    expect(site.service.received).toHaveLength(1);
  });

  engine.onSqlite('go to the devices of the slot that the result is in when they are sent', async () => {
    const site = await openPushSite(engine, { startsSending: false });
    site.setTime(AT_TEN);
    await site.addDevice({ slots: ['10:00'] });
    const other = await site.addDevice({ slots: ['12:00'] });
    const { id } = await createDraw(site, newDrawFor('10:00', '13579', { published: true }), EDITOR);
    await editDraw(site, { id, patch: { slot: '12:00', reason: 'wrong time' } }, EDITOR);
    site.sender.start();
    site.sender.wake();
    await settled(site);
    expect(site.service.received.map(({ endpoint }) => endpoint)).toEqual([other.endpoint]);
  });

  engine.onSqlite('are not sent later than six hours after the publication', async () => {
    const site = await openPushSite(engine);
    site.setTime(AT_TEN);
    await site.addDevice();
    await createDraw(site, newDrawFor('10:00', '13579', { published: true }), EDITOR);
    site.setTime(AT_TEN + 6 * HOUR);
    site.sender.wake();
    await settled(site);
    expect(site.service.received).toEqual([]);
  });

  test('are not repeated after a stop, although a device of the same batch did not answer', async () => {
    const site = await openPushSite(engine);
    site.setTime(AT_TEN);
    const silent = await site.addDevice();
    const others = [await site.addDevice(), await site.addDevice()];
    site.service.respond = (response, { endpoint }) => {
      if (endpoint !== silent.endpoint) response.writeHead(201).end();
    };
    await publish(site);
    await until(() => site.service.received.length === 3);
    await site.sender.stop();
    const next = await openPushSite(engine, site);
    next.setTime(AT_TEN + MINUTE);
    next.sender.wake();
    await until(() => site.service.received.length === 4);
    const endpoints = site.service.received.map(({ endpoint }) => endpoint);
    for (const { endpoint } of others)
      expect(endpoints.filter((received) => received === endpoint)).toHaveLength(1);
    expect(endpoints.filter((received) => received === silent.endpoint)).toHaveLength(2);
  });

  engine.onSqlite('are not sent for results of the past', async () => {
    const site = await openPushSite(engine);
    site.setTime(AT_TEN);
    await site.addDevice();
    const past = newDrawFor('10:00', '13579', { date: addDays(TODAY, -1), published: true });
    await createDraw(site, past, EDITOR);
    site.sender.wake();
    await settled(site);
    expect(site.service.received).toEqual([]);
  });

  test('remove devices that their push service no longer knows', async () => {
    const site = await openPushSite(engine);
    site.setTime(AT_TEN);
    const [kept, gone] = [await site.addDevice(), await site.addDevice()];
    const unknown = await site.addDevice();
    site.service.respond = (response, { endpoint }) => {
      const statuses = { [gone.endpoint]: 410, [unknown.endpoint]: 404 };
      response.writeHead(statuses[endpoint] ?? 201).end();
    };
    await publish(site);
    await settled(site);
    expect(await site.endpoints()).toEqual([kept.endpoint]);
  });

  test('are sent again to those devices whose push service failed, until it accepts them', async () => {
    const site = await openPushSite(engine);
    site.setTime(AT_TEN);
    const [quick, troubled] = [await site.addDevice(), await site.addDevice()];
    const statuses = [503, 429, 201];
    site.service.respond = (response, { endpoint }) => {
      response.writeHead(endpoint === troubled.endpoint ? (statuses.shift() ?? 500) : 201).end();
    };
    await publish(site);
    await settled(site);
    for (const pause of [1 * MINUTE, 3 * MINUTE]) {
      site.setTime(site.clock.now() + pause);
      site.sender.wake();
      await settled(site);
    }
    site.setTime(site.clock.now() + 60 * MINUTE);
    site.sender.wake();
    await settled(site);
    const endpoints = site.service.received.map(({ endpoint }) => endpoint);
    expect(endpoints.filter((endpoint) => endpoint === quick.endpoint)).toHaveLength(1);
    expect(endpoints.filter((endpoint) => endpoint === troubled.endpoint)).toHaveLength(3);
    expect(await site.endpoints()).toHaveLength(2);
  });

  engine.onSqlite('are not sent while notifications are off, nor later for that time', async () => {
    const site = await openPushSite(engine);
    site.setTime(AT_TEN);
    await site.addDevice({ slots: ['10:00', '12:00'] });
    await setNotifications(site, false);
    await publish(site);
    await setNotifications(site, true);
    await publish(site, '12:00', '24680');
    await settled(site);
    expect(site.service.received.map((message) => message.json())).toMatchObject([{ digits: '24680' }]);
  });

  test('of a node that crashed are sent by another one', async () => {
    const site = await openPushSite(engine);
    site.setTime(AT_TEN);
    await site.addDevice();
    site.service.respond = () => {};
    await publish(site);
    await until(() => site.service.received.length === 1);
    // As if it had crashed: with another time in the row, it does not change the batch when its attempt has failed.
    await site.database.write((tx) =>
      tx
        .updateTable('push_batches')
        .set((eb) => ({ due_at: eb('due_at', '+', 1) }))
        .execute(),
    );
    const other = await openPushSite(engine, site);
    site.service.respond = (response) => void response.writeHead(201).end();
    other.setTime(AT_TEN + 29 * SECOND);
    await other.addDevice({ slots: ['12:00'] });
    await publish(other, '12:00', '24680');
    await until(() => other.sender.totals().accepted === 1);
    expect(slotsOf(site)).toEqual(['10:00', '12:00']);
    other.setTime(AT_TEN + 31 * SECOND);
    other.sender.wake();
    await until(() => other.sender.totals().accepted === 2);
    expect(slotsOf(site)).toEqual(['10:00', '12:00', '10:00']);
  });

  test('of many devices are shared by two nodes, and each device gets one', async () => {
    const site = await openPushSite(engine);
    const other = await openPushSite(engine, site);
    for (const node of [site, other]) node.setTime(AT_TEN);
    const devices = await Promise.all(Array.from({ length: 200 }, () => site.addDevice()));
    // A node does not wait for new devices before it claims more of them.
    await site.database.write((tx) =>
      tx.updateTable('push_subscriptions').set({ has_received: 1 }).execute(),
    );
    await publish(site);
    other.sender.wake();
    await settled(site);
    const endpoints = site.service.received.map(({ endpoint }) => endpoint);
    expect(endpoints).toHaveLength(200);
    expect(new Set(endpoints)).toEqual(new Set(devices.map(({ endpoint }) => endpoint)));
    for (const node of [site, other]) expect(node.sender.totals().accepted).toBeGreaterThan(0);
  });
});
