/** The switch that turns all alerts off, and the alerts of one account: a test, and what is deleted with it. */
import { expect, test } from 'bun:test';
import { MINUTE } from '../../src/core/ist-time.ts';
import { sendTestAlert } from '../../src/server/services/alerts/own-alerts.ts';
import { editDraw } from '../../src/server/services/draws/draws.ts';
import { publishDraw } from '../../src/server/services/draws/publish-draw.ts';
import { removeUser } from '../../src/server/storage/accounts/users-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { MEERA, openAlertSite, openSiteWithResult, receiveMessage, staffOf } from './alert-site.ts';
import { EDITOR, refusalOf } from './services-context.ts';

describeOnBothDatabases('alerts', (engine) => {
  engine.onSqlite(
    'while notifications are off nothing is sent, and later only what still lasts',
    async () => {
      const { site, id } = await openSiteWithResult(engine);
      await site.prefer('Asha', { mail: true, contactMail: true });
      await site.addDevice('Ravi');
      await site.set({ enableNotifications: false });
      await receiveMessage(site, 'network');
      const { digit1 } = await site.drawOf('10:00');
      await editDraw(site.services, { id, patch: { digit1: digit1 === '7' ? '8' : '7' } }, MEERA);
      await site.until('12:16');
      await publishDraw(site.services, { id: (await site.drawOf('12:00')).id }, EDITOR);
      await site.until('14:16');
      expect([site.takeMails(), site.takePushes()]).toEqual([[], []]);
      await site.set({ enableNotifications: true });
      await site.until('14:17');
      expect(site.takeMails()).toEqual(['asha@example.org: 02:00 PM result late']);
      expect(site.takePushes()).toMatchObject([{ title: '02:00 PM result late' }]);
    },
  );

  engine.onSqlite(
    'what ends while notifications are off is not reported later, nor what was reported before',
    async () => {
      const site = await openAlertSite(engine);
      await site.addDevice('Ravi');
      await site.until('12:16');
      expect(site.takePushes().map(({ title }) => title)).toEqual([
        '10:00 AM result late',
        '12:00 PM result late',
      ]);
      await site.set({ enableNotifications: false });
      await publishDraw(site.services, { id: (await site.drawOf('10:00')).id }, EDITOR);
      await site.until('12:17');
      await site.set({ enableNotifications: true });
      await site.until('12:18');
      expect(site.takePushes()).toEqual([]);
    },
  );

  test('what waits to be sent is discarded when notifications are turned off', async () => {
    const site = await openAlertSite(engine);
    await site.prefer('Meera', { mail: true });
    await site.addDevice('Ravi');
    site.mailServer.refusal = 'not now';
    site.pushService.respond = (response) => void response.writeHead(503).end();
    await site.until('10:16');
    await site.set({ enableNotifications: false });
    const { db } = site.database;
    expect(await db.selectFrom('mails').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('alert_pushes').selectAll().execute()).toEqual([]);
  });

  engine.onSqlite('a test goes to oneself only, and not while nothing can be sent', async () => {
    const site = await openAlertSite(engine);
    const meera = staffOf('Meera');
    expect(await refusalOf(sendTestAlert(site.services, meera))).toBe('alerts-off');
    await site.prefer('Meera', { mail: true });
    await site.prefer('Asha', { mail: true });
    await site.addDevice('Ravi');
    const device = await site.addDevice('Meera');
    await sendTestAlert(site.services, meera);
    await site.until('09:01');
    expect(site.takeMails()).toEqual(['meera@example.org: Test of your alerts']);
    expect(site.takePushes().map(({ endpoint }) => endpoint)).toEqual([device.endpoint]);
    for (let count = 1; count < 10; count += 1) await sendTestAlert(site.services, meera);
    expect(await refusalOf(sendTestAlert(site.services, meera))).toBe('too-many');
    await site.set({ enableNotifications: false });
    expect(await refusalOf(sendTestAlert(site.services, meera))).toBe('alerts-off');
  });

  test('the devices and preferences of an account are deleted with it', async () => {
    const site = await openAlertSite(engine);
    await site.prefer('Meera', { mail: true });
    await site.addDevice('Meera');
    site.pushService.respond = (response) => void response.writeHead(503).end();
    await site.until('10:16');
    await site.database.write((tx) => removeUser(tx, 'user-Meera'));
    await site.advanceBy(MINUTE);
    for (const table of ['alert_preferences', 'alert_devices', 'alert_pushes'] as const)
      expect(await site.database.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });
});
