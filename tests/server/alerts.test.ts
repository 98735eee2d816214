/** Alerts by mail and push: each incident once, with its end, whichever nodes find it. */
import { expect, test } from 'bun:test';
import { MINUTE } from '../../src/core/ist-time.ts';
import type { AttentionSources } from '../../src/server/services/attention.ts';
import { deleteDraw } from '../../src/server/services/draws/draws.ts';
import { publishDraw, unpublishDraw } from '../../src/server/services/draws/publish-draw.ts';
import { enqueueMail } from '../../src/server/storage/operations/mails-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { observeStatements } from '../support/observed-statements.ts';
import { at, openAlertSite } from './alert-site.ts';
import { EDITOR } from './services-context.ts';
import { until } from './webhook-site.ts';

describeOnBothDatabases('alerts', (engine) => {
  test('a late result and its end are sent once, to those who want them', async () => {
    const site = await openAlertSite(engine, { nodes: 3 });
    await site.prefer('Meera', { mail: true });
    const device = await site.addDevice('Ravi');
    await site.until('10:15', 9);
    expect([site.takeMails(), site.takePushes()]).toEqual([[], []]);

    await site.until('10:15', 20);
    expect(site.mailServer.received[0]?.source.replace(/=\r\n/g, '')).toContain(
      'https://swarna.example/admin/draws?date=3D2026-11-15&slot=3D10:00',
    );
    expect(site.takeMails()).toEqual(['meera@example.org: 10:00 AM result late']);
    const [begun, ...others] = site.takePushes();
    expect(others).toEqual([]);
    expect(begun).toMatchObject({
      endpoint: device.endpoint,
      title: '10:00 AM result late',
      body: 'Today’s 10:00 AM result is late: it was due at 10:15 AM.',
      url: 'https://swarna.example/admin/draws?date=2026-11-15&slot=10:00',
    });

    // Overdue is the same alert.
    await site.until('10:30');
    expect([site.takeMails(), site.takePushes()]).toEqual([[], []]);

    await publishDraw(site.services, { id: (await site.drawOf('10:00')).id }, EDITOR);
    await site.until('10:31');
    expect(site.takeMails()).toEqual(['meera@example.org: 10:00 AM result published']);
    expect(site.takePushes()).toEqual([
      {
        endpoint: device.endpoint,
        title: '10:00 AM result published',
        body: 'Today’s 10:00 AM result was published 15 min late.',
        url: begun?.url ?? '',
        tag: begun?.tag ?? '',
      },
    ]);
    await site.until('11:00');
    expect([site.takeMails(), site.takePushes()]).toEqual([[], []]);
  });

  test('nodes that find it at the same moment send it once', async () => {
    const site = await openAlertSite(engine, { nodes: 4 });
    await site.addDevice('Ravi');
    const checkAll = async () => {
      // Several requests of each node as well.
      await Promise.all([...site.nodes, ...site.nodes].map(({ watcher }) => watcher.run()));
      await Promise.all(site.nodes.map(({ pusher }) => pusher.run()));
    };
    const titles = () => site.takePushes().map(({ title }) => title);
    site.clock.moveBy(at('14:20') - site.clock.now());
    await checkAll();
    const slots = ['10:00', '12:00', '14:00'] as const;
    expect(titles().sort()).toEqual(['02:00', '10:00', '12:00'].map((time) => expect.stringContaining(time)));
    for (const slot of slots) await publishDraw(site.services, { id: (await site.drawOf(slot)).id }, EDITOR);
    await checkAll();
    expect(titles().sort()).toEqual([
      '02:00 PM result published',
      '10:00 AM result published',
      '12:00 PM result published',
    ]);
    expect(site.logged.join('')).not.toContain('cannot');
  });

  engine.onSqlite('a result that was taken back, a deleted draw, and what became of them', async () => {
    const site = await openAlertSite(engine);
    await site.addDevice('Asha');
    const { id } = await site.drawOf('10:00');
    await site.advanceTo(at('10:15'));
    await publishDraw(site.services, { id }, EDITOR);
    await site.until('10:20');
    expect(site.takePushes()).toEqual([]);
    await unpublishDraw(site.services, { id }, EDITOR);
    await site.until('10:21');
    expect(site.takePushes()).toMatchObject([{ title: '10:00 AM result taken back' }]);
    await deleteDraw(site.services, { id }, EDITOR);
    await site.until('10:22');
    expect(site.takePushes().map(({ body }) => body)).toEqual([
      'Today’s 10:00 AM draw is missing.',
      'Today’s 10:00 AM result was deleted.',
    ]);
  });

  engine.onSqlite('nothing is written while nothing changes, also while an alert is open', async () => {
    const site = await openAlertSite(engine, { nodes: 2 });
    await site.until('10:16');
    const statements = observeStatements();
    engine.cleanUp(statements.stop);
    await site.advanceBy(MINUTE);
    const observed = statements.take();
    expect(observed).toContain('select from "alerts"');
    expect(observed.filter((statement) => /^(begin|insert|update|delete)/.test(statement))).toEqual([]);
  });

  engine.onSqlite('a disabled account gets nothing', async () => {
    const site = await openAlertSite(engine);
    await site.prefer('Meera', { mail: true });
    await site.addDevice('Meera');
    await site.database.write((tx) =>
      tx.updateTable('user').set({ disabled: true }).where('id', '=', 'user-Meera').execute(),
    );
    await site.until('10:16');
    expect([site.takeMails(), site.takePushes()]).toEqual([[], []]);
  });

  engine.onSqlite(
    'automation that fails on one node is over when that node has not found it for three minutes',
    async () => {
      const site = await openAlertSite(engine);
      await site.prefer('Meera', { mail: true });
      const failing: { since: number | null } = { since: at('09:10') };
      const sources: Partial<AttentionSources> = { automationFailingSince: () => failing.since };
      site.startNode(site.database, sources);
      await site.until('09:10', 50);
      expect(site.takeMails()).toEqual([]);
      await site.until('09:12', 10);
      expect(site.takeMails()).toEqual(['meera@example.org: Automatic publication fails']);
      // The first node does not find it, and must not end it.
      await site.advanceTo(at('09:30'));
      await site.deliver();
      expect(site.takeMails()).toEqual([]);
      failing.since = null;
      await site.until('09:32');
      expect(site.takeMails()).toEqual([]);
      await site.until('09:34');
      expect(site.takeMails()).toEqual(['meera@example.org: Automatic publication works']);
    },
  );

  engine.onSqlite('while mails fail, the push goes and the mail waits', async () => {
    const site = await openAlertSite(engine);
    await site.prefer('Meera', { mail: true });
    await site.addDevice('Meera');
    site.mailServer.refusal = 'not now';
    const mail = { to: 'guest@example.org', subject: 'Hello', text: 'Hello', html: null };
    await site.database.write((tx) => enqueueMail(tx, mail, site.clock.now()));
    await site.deliver();
    await until(async () => (await failedMails(site)).length === 1);
    await site.until('09:02');
    expect(site.takePushes()).toMatchObject([{ title: 'Mails are not going out' }]);
    await until(async () => (await failedMails(site)).length === 2);
    expect(site.takeMails()).toEqual([]);

    site.mailServer.refusal = null;
    await site.advanceBy(5 * MINUTE);
    await site.deliver();
    await until(async () => (await failedMails(site)).length === 0);
    await site.advanceBy(MINUTE);
    await site.deliver();
    expect(site.takePushes()).toMatchObject([{ title: 'No mail is waiting' }]);
    expect(site.takeMails()).toEqual([
      'guest@example.org: Hello',
      'meera@example.org: Mails are not going out',
      'meera@example.org: No mail is waiting',
    ]);
  });

  engine.onSqlite('a mail about the end replaces one about the beginning that was not sent', async () => {
    const site = await openAlertSite(engine);
    await site.prefer('Meera', { mail: true });
    site.mailServer.refusal = 'not now';
    await site.until('10:15', 20);
    await until(async () => (await failedMails(site)).length === 1);
    site.mailServer.refusal = null;
    await publishDraw(site.services, { id: (await site.drawOf('10:00')).id }, EDITOR);
    await site.until('10:16');
    await site.until('10:30');
    expect(site.mailServer.received).toHaveLength(1);
    expect(site.takeMails()).toEqual(['meera@example.org: 10:00 AM result published']);
  });

  test('a device that is gone is removed; a push that fails is repeated and then given up', async () => {
    const site = await openAlertSite(engine);
    const gone = await site.addDevice('Asha');
    const failing = await site.addDevice('Meera');
    site.pushService.respond = (response, { endpoint }) =>
      void response.writeHead(endpoint === gone.endpoint ? 410 : 503).end();
    await site.until('10:16');
    const devices = await site.database.db.selectFrom('alert_devices').select('endpoint').execute();
    expect(devices).toEqual([{ endpoint: failing.endpoint }]);
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await site.advanceBy(10 * MINUTE);
      await site.deliver();
    }
    expect(await site.database.db.selectFrom('alert_pushes').selectAll().execute()).toEqual([]);
    const attempts = site.pushService.received.filter(({ endpoint }) => endpoint === failing.endpoint);
    expect(attempts).toHaveLength(5);
  });
});

const failedMails = ({ database }: Awaited<ReturnType<typeof openAlertSite>>) =>
  database.db.selectFrom('mails').select('id').where('last_error', 'is not', null).execute();
