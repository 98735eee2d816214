/** Every change of what the public sees of a draw is sent to the webhooks that listen to it, and nothing else is. */
import { expect, test } from 'bun:test';
import type { Draw } from '../../src/contract/draws.ts';
import { digitsFromText } from '../../src/core/digits.ts';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { addDays, instantOf } from '../../src/core/ist-time.ts';
import { SLOTS } from '../../src/core/slots.ts';
import { openLog } from '../../src/server/public-log/open-log.ts';
import { generateDrafts } from '../../src/server/services/draws/create-drafts.ts';
import { createDraw, deleteDraw, editDraw } from '../../src/server/services/draws/draws.ts';
import { importDraws } from '../../src/server/services/draws/import-draws.ts';
import { publishDraw, publishDueDraw, unpublishDraw } from '../../src/server/services/draws/publish-draw.ts';
import { takeBackImport } from '../../src/server/services/draws/take-back-import.ts';
import { saveSettings } from '../../src/server/services/settings.ts';
import { readSettings } from '../../src/server/storage/operations/settings-store.ts';
import { findPublishedDraw } from '../../src/server/storage/public-reads.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { EDITOR, newDrawFor, TODAY } from './services-context.ts';
import { openWebhookSite, until, type WebhookSite } from './webhook-site.ts';

const resultOf = ({ digit1, digit2, digit3, digit4, digit5 }: Draw) =>
  digit1 + digit2 + digit3 + digit4 + digit5;

const storedEvents = async ({ database: { db } }: WebhookSite) =>
  (await db.selectFrom('outgoing_events').select('type').orderBy('position').execute()).map(
    ({ type }) => type,
  );

function csvDraws(count: number) {
  const digits = digitsFromText('12345');
  if (!digits) throw new Error('five digits');
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(TODAY, -1 - Math.floor(index / SLOTS.length));
    const slot = SLOTS[index % SLOTS.length] ?? '10:00';
    return { date, slot, drawNo: drawNumberFor(date, slot), digits, published: true };
  });
}

describeOnBothDatabases('a webhook', (engine) => {
  test('gets the life of a result in its order, as the public sees it', async () => {
    const site = await openWebhookSite(engine);
    const receiver = await site.newReceiver();
    const { secret } = await site.add({ url: receiver.url });
    const { id, drawNo } = await createDraw(site, newDrawFor('10:00', '11111'), EDITOR);
    await editDraw(site, { id, patch: { digit1: '2' } }, EDITOR);
    await publishDraw(site, { id }, EDITOR);
    const shown = await findPublishedDraw(site.database.db, drawNo);
    await editDraw(site, { id, patch: { digit5: '7', reason: 'misread' } }, EDITOR);
    await unpublishDraw(site, { id }, EDITOR);
    await editDraw(site, { id, patch: { digit5: '9' } }, EDITOR);
    await publishDraw(site, { id }, EDITOR);
    await deleteDraw(site, { id }, EDITOR);
    site.sender.wake();
    await until(() => receiver.received.length === 5);
    expect(receiver.received.map(({ json }) => [json.type, resultOf(json.data)])).toEqual([
      ['draw.published', '21111'],
      ['draw.corrected', '21117'],
      ['draw.withdrawn', '21117'],
      ['draw.published', '21119'],
      ['draw.withdrawn', '21119'],
    ]);
    expect(receiver.received[0]?.json).toEqual({
      type: 'draw.published',
      timestamp: new Date(site.clock.now()).toISOString(),
      data: shown,
    });
    expect(receiver.received[1]?.json.data.corrections).toMatchObject([
      { digits: '21111', reason: 'misread' },
    ]);
    receiver.verifyAll(secret);
    expect(new Set(receiver.received.map((message) => message.id)).size).toBe(5);
    for (const { id: messageId } of receiver.received) expect(messageId).toMatch(/^msg_[0-9a-f]{24}$/);
  });

  engine.onSqlite('gets what automation publishes', async () => {
    const site = await openWebhookSite(engine);
    await openLog(site);
    const receiver = await site.newReceiver();
    await site.add({ url: receiver.url });
    const [draft] = await generateDrafts(site, TODAY);
    site.setTime(instantOf(TODAY, '10:15'));
    expect((await publishDueDraw(site, draft?.id ?? '')).published).not.toBeNull();
    expect((await publishDueDraw(site, draft?.id ?? '')).published).toBeNull();
    site.sender.wake();
    await until(() => receiver.received.length === 1);
    expect(receiver.received[0]?.json).toMatchObject({ type: 'draw.published', data: { id: draft?.id } });
    expect(await storedEvents(site)).toEqual(['draw.published']);
  });

  engine.onSqlite(
    'does not get drafts, a change that was rolled back, or an edit that changes nothing',
    async () => {
      const site = await openWebhookSite(engine);
      const draft = await createDraw(site, newDrawFor('10:00', '11111'), EDITOR);
      await deleteDraw(site, { id: draft.id }, EDITOR);
      const result = await createDraw(site, newDrawFor('12:00', '22222', { published: true }), EDITOR);
      await editDraw(site, { id: result.id, patch: { digit1: '2' } }, EDITOR);
      await createDraw(site, newDrawFor('12:00', '33333', { published: true }), EDITOR).catch(() => {});
      expect(await storedEvents(site)).toEqual(['draw.published']);
    },
  );

  test('gets only the events that it listens to, and none while it is disabled', async () => {
    const site = await openWebhookSite(engine);
    const [all, withdrawals, disabled] = [
      await site.newReceiver(),
      await site.newReceiver(),
      await site.newReceiver(),
    ];
    await site.add({ url: all.url });
    await site.add({ url: withdrawals.url, events: ['draw.withdrawn'] });
    await site.add({ url: disabled.url, enabled: false });
    const { id } = await createDraw(site, newDrawFor('10:00', '11111', { published: true }), EDITOR);
    await unpublishDraw(site, { id }, EDITOR);
    site.sender.wake();
    await until(() => all.received.length === 2 && withdrawals.received.length === 1);
    expect(all.types()).toEqual(['draw.published', 'draw.withdrawn']);
    expect(withdrawals.types()).toEqual(['draw.withdrawn']);
    expect(withdrawals.received[0]?.id).toBe(all.received[1]?.id ?? '');
    expect(disabled.received).toEqual([]);
  });

  test('gets the results of a small import and of its removal, and none of a large one', async () => {
    const site = await openWebhookSite(engine);
    const imported = await importDraws(site, csvDraws(3), EDITOR);
    if (!imported.ok || imported.importId === null) throw new Error('not imported');
    await takeBackImport(site, imported.importId, EDITOR);
    const three = <Type extends string>(type: Type) => [type, type, type];
    expect(await storedEvents(site)).toEqual([
      ...three('draw.published'),
      ...three('draw.withdrawn'),
    ] as never);
    await importDraws(site, csvDraws(101), EDITOR);
    expect(await storedEvents(site)).toHaveLength(6);
  });

  engine.onSqlite(
    'gets nothing while notifications are off: not what happened then, and not what is queued',
    async () => {
      const site = await openWebhookSite(engine);
      const receiver = await site.newReceiver();
      const { id: webhookId } = await site.add({ url: receiver.url });
      receiver.answer = (response) => void response.writeHead(500).end();
      const { id } = await createDraw(site, newDrawFor('10:00', '11111', { published: true }), EDITOR);
      site.sender.wake();
      await until(
        async () =>
          (await site.deliveries(webhookId))[0]?.state === 'pending' && receiver.received.length === 1,
      );
      const { settings } = await readSettings(site.database.db);
      await saveSettings(site, { settings: { ...settings, enableNotifications: false } }, EDITOR);
      await unpublishDraw(site, { id }, EDITOR);
      receiver.answer = (response) => void response.writeHead(204).end();
      site.moveTo(site.clock.now() + 60_000);
      await Bun.sleep(300);
      expect(receiver.received).toHaveLength(1);
      await saveSettings(site, { settings: { ...settings, enableNotifications: true } }, EDITOR);
      site.sender.wake();
      await until(async () => (await site.deliveries(webhookId))[0]?.state === 'delivered');
      expect(receiver.types()).toEqual(['draw.published', 'draw.published']);
      expect(await site.deliveries(webhookId)).toHaveLength(1);
    },
  );
});
