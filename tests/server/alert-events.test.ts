/** Alerts about what happens once. */
import { expect, test } from 'bun:test';
import { SECOND } from '../../src/core/ist-time.ts';
import { deleteContact } from '../../src/server/services/content/contacts.ts';
import { approveDrawProposal } from '../../src/server/services/draws/approve-draw.ts';
import { createDraw, deleteDraw, editDraw } from '../../src/server/services/draws/draws.ts';
import { publishDraw, unpublishDraw } from '../../src/server/services/draws/publish-draw.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { BASE_URL, MEERA, openAlertSite, openSiteWithResult, receiveMessage, staffOf } from './alert-site.ts';
import { EDITOR, newDrawFor, TODAY } from './services-context.ts';

describeOnBothDatabases('alerts', (engine) => {
  test('a correction is reported to all but the one who made it', async () => {
    const { site, id } = await openSiteWithResult(engine);
    const former = await site.drawOf('10:00');
    for (const name of ['Asha', 'Meera']) await site.prefer(name, { mail: true });
    await site.addDevice('Meera');
    const ravis = await site.addDevice('Ravi');
    const digit1 = former.digit1 === '7' ? '8' : '7';
    await editDraw(site.services, { id, patch: { digit1, reason: 'Misread.' } }, MEERA);
    await site.until('10:20');
    expect(site.takeMails()).toEqual(['asha@example.org: 10:00 AM result corrected']);
    const rest = former.digit2 + former.digit3 + former.digit4 + former.digit5;
    expect(site.takePushes()).toMatchObject([
      {
        endpoint: ravis.endpoint,
        body: `Today’s 10:00 AM result was corrected by Meera: ${former.digit1}${rest} became ${digit1}${rest}. Reason: Misread.`,
      },
    ]);
    await editDraw(site.services, { id, patch: { digit1: '9', reason: 'Misread twice.' } }, MEERA);
    await site.until('10:25');
    expect(site.takePushes()).toMatchObject([
      {
        body: `Today’s 10:00 AM result was corrected by Meera: ${digit1}${rest} became 9${rest}. Reason: Misread twice.`,
      },
    ]);
  });

  engine.onSqlite(
    'a public result that is deleted is reported, so that another one in its place is noticed',
    async () => {
      const { site, id } = await openSiteWithResult(engine);
      await site.addDevice('Meera');
      const ravis = await site.addDevice('Ravi');
      const { digit1, digit2, digit3, digit4, digit5 } = await site.drawOf('10:00');
      await deleteDraw(site.services, { id }, MEERA);
      const other = newDrawFor('10:00', '99999', { date: TODAY, published: true });
      await createDraw(site.services, other, MEERA);
      await site.until('10:16');
      expect(site.takePushes()).toMatchObject([
        {
          endpoint: ravis.endpoint,
          body: `Today’s 10:00 AM result, ${digit1 + digit2 + digit3 + digit4 + digit5}, was deleted by Meera.`,
        },
      ]);
    },
  );

  test('a correction that was proposed and approved names both people', async () => {
    const { site, id } = await openSiteWithResult(engine);
    await site.addDevice('Asha');
    await site.database.write((tx) => tx.updateTable('settings').set({ approval: 'entered' }).execute());
    const { digit1 } = await site.drawOf('10:00');
    await editDraw(site.services, { id, patch: { digit1: digit1 === '7' ? '8' : '7' } }, MEERA);
    await site.until('10:16');
    expect(site.takePushes()).toEqual([]);
    await approveDrawProposal(site.services, { id }, { id: 'user-Ravi', name: 'Ravi' });
    await site.until('10:17');
    const [correction] = site.takePushes();
    expect(correction?.body).toContain('was corrected by Meera, approved by Ravi:');
  });

  engine.onSqlite('the end of an incident replaces what was not sent about its beginning', async () => {
    const site = await openAlertSite(engine);
    await site.addDevice('Ravi');
    site.pushService.respond = (response) => void response.writeHead(503).end();
    await site.until('10:16');
    site.pushService.received.length = 0;
    site.pushService.respond = (response) => void response.writeHead(201).end();
    await publishDraw(site.services, { id: (await site.drawOf('10:00')).id }, EDITOR);
    await site.advanceBy(2 * SECOND);
    await site.until('10:30');
    expect(site.takePushes().map(({ title }) => title)).toEqual(['10:00 AM result published']);
  });

  engine.onSqlite(
    'a late result that is published and taken back at once is not reported as due',
    async () => {
      const site = await openAlertSite(engine);
      await site.addDevice('Ravi');
      await site.until('10:16');
      const { id } = await site.drawOf('10:00');
      await publishDraw(site.services, { id }, EDITOR);
      await unpublishDraw(site.services, { id }, EDITOR);
      await site.until('10:17');
      expect(site.takePushes().map(({ title }) => title)).toEqual([
        '10:00 AM result late',
        '10:00 AM result taken back',
      ]);
    },
  );

  engine.onSqlite(
    'who was disabled, or wants no alerts any more, does not get what was queued before',
    async () => {
      const site = await openAlertSite(engine);
      for (const name of ['Asha', 'Meera', 'Ravi']) await site.prefer(name, { mail: true });
      await site.addDevice('Ravi');
      site.mailServer.refusal = 'not now';
      site.pushService.respond = (response) => void response.writeHead(503).end();
      await site.until('10:16');
      site.mailServer.refusal = null;
      site.pushService.respond = (response) => void response.writeHead(201).end();
      site.pushService.received.length = 0;
      await site.prefer('Meera', { mail: false });
      await site.database.write((tx) =>
        tx.updateTable('user').set({ disabled: true }).where('id', '=', staffOf('Ravi').id).execute(),
      );
      await site.until('10:30');
      const recipients = site.takeMails().map((mail) => mail.split(':')[0]);
      expect([[...new Set(recipients)], site.takePushes()]).toEqual([['asha@example.org'], []]);
    },
  );

  engine.onSqlite(
    'a result that is taken back, changed and published again is a correction; a change of a draft is none',
    async () => {
      const { site, id } = await openSiteWithResult(engine);
      await site.addDevice('Ravi');
      const { digit1 } = await site.drawOf('10:00');
      await unpublishDraw(site.services, { id }, MEERA);
      await editDraw(site.services, { id, patch: { digit1: digit1 === '7' ? '8' : '7' } }, MEERA);
      const other = await site.drawOf('19:00');
      await editDraw(
        site.services,
        { id: other.id, patch: { digit1: other.digit1 === '7' ? '8' : '7' } },
        MEERA,
      );
      await site.until('10:20');
      expect(site.takePushes()).toMatchObject([{ title: '10:00 AM result taken back' }]);
      await publishDraw(site.services, { id }, MEERA);
      await site.until('10:21');
      expect(
        site
          .takePushes()
          .map(({ title }) => title)
          .sort(),
      ).toEqual(['10:00 AM result corrected', '10:00 AM result public again']);
    },
  );

  test('a contact message is mailed once to each who wants it, and pushed to devices without its text', async () => {
    const site = await openAlertSite(engine, { nodes: 2 });
    // Admins get these mails unless they turn them off, Editors if they turn them on.
    await site.prefer('Meera', { mail: true, contactMail: true });
    await site.prefer('Ravi', { mail: true });
    const device = await site.addDevice('Ravi');
    await receiveMessage(site, 'network 1');
    await site.until('09:01');
    expect(site.takeMails()).toEqual([
      'asha@example.org: New message from Eve',
      'meera@example.org: New message from Eve',
    ]);
    const pushes = site.takePushes();
    expect(pushes).toMatchObject([
      { endpoint: device.endpoint, title: 'New contact message', url: `${BASE_URL}/admin/contacts` },
    ]);
    expect(JSON.stringify(pushes)).not.toContain('secret');
    await site.prefer('Asha', { contactMail: false });
    await receiveMessage(site, 'network 2');
    await site.until('09:02');
    expect(site.takeMails()).toEqual(['meera@example.org: New message from Eve']);
  });

  test('after five contact messages an hour devices get one push more, and no name stays stored', async () => {
    const site = await openAlertSite(engine);
    await site.addDevice('Ravi');
    for (let count = 0; count < 8; count += 1) {
      const { id } = await receiveMessage(site, `network ${count}`);
      await deleteContact(site.services, id, MEERA);
    }
    await site.until('09:01');
    expect(site.takePushes()).toHaveLength(5);
    await site.until('10:02');
    expect(site.takePushes().map(({ body }) => body)).toEqual(['3 more messages since 09:00 AM.']);
    expect(await site.database.db.selectFrom('alert_events').selectAll().execute()).toEqual([]);
  });
});
