/** What automation does to draws: publishes due ones and creates drafts. */
import { expect, test } from 'bun:test';
import type { DueDraftsQuery } from '../../src/contract/draws.ts';
import { instantOf } from '../../src/core/ist-time.ts';
import { createMissingDrafts, generateDrafts } from '../../src/server/services/draws/create-drafts.ts';
import { createDraw, deleteDraw, editDraw } from '../../src/server/services/draws/draws.ts';
import { findDraftsDueWith } from '../../src/server/services/draws/due-drafts.ts';
import { holdDraft, publishDraw, publishDueDraw } from '../../src/server/services/draws/publish-draw.ts';
import { saveSettings } from '../../src/server/services/settings.ts';
import { readDay } from '../../src/server/storage/draws/draws-store.ts';
import { publishIfDue } from '../../src/server/storage/draws/due-draw.ts';
import { readSettings } from '../../src/server/storage/operations/settings-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import {
  countTraces,
  createContext,
  EDITOR,
  feedOf,
  newDrawFor,
  newestEntry,
  TODAY,
} from './services-context.ts';

const DUE = instantOf(TODAY, '10:15');

describeOnBothDatabases('automation', ({ open }) => {
  test('publishes at the due instant, not before, and logs when it was late', async () => {
    const context = createContext(await open());
    const [first, second] = [
      await createDraw(context, newDrawFor('10:00', '12345'), EDITOR),
      await createDraw(context, newDrawFor('12:00', '54321'), EDITOR),
    ];
    context.setTime(DUE - 1);
    expect((await publishDueDraw(context, first.id)).published).toBeNull();
    context.setTime(DUE);
    expect((await publishDueDraw(context, first.id)).published).toMatchObject({ published: true });
    const onTime = await newestEntry(context);
    expect(onTime).toMatchObject({ action: 'Published result', user: 'System' });
    expect(onTime?.after).not.toHaveProperty('late');

    context.setTime(instantOf('2026-11-16', '08:00'));
    expect((await publishDueDraw(context, second.id)).published).toMatchObject({ published: true });
    expect((await newestEntry(context))?.after).toMatchObject({
      late: true,
      dueAt: '2026-11-15T06:45:00.000Z',
    });
    expect((await publishDueDraw(context, 'unknown')).published).toBeNull();
  });

  test('uses the current settings', async () => {
    const context = createContext(await open(), DUE);
    const { id } = await createDraw(context, newDrawFor('10:00', '12345'), EDITOR);
    const { settings } = await readSettings(context.database.db);
    await saveSettings(context, { settings: { ...settings, autoPublish: false } }, EDITOR);
    expect((await publishDueDraw(context, id)).published).toBeNull();
    await saveSettings(context, { settings: { ...settings, publishDelay: 16 } }, EDITOR);
    expect((await publishDueDraw(context, id)).published).toBeNull();
    await saveSettings(context, { settings: { ...settings, publishDelay: 0 } }, EDITOR);
    expect((await publishDueDraw(context, id)).published).toMatchObject({ published: true });
  });

  test('publishes random digits only where the settings allow it', async () => {
    const context = createContext(await open());
    const [random, ...others] = await generateDrafts(context, TODAY);
    const { settings } = await readSettings(context.database.db);
    await saveSettings(context, { settings: { ...settings, publishGenerated: false } }, EDITOR);
    context.setTime(instantOf(TODAY, '20:00'));
    const ids = [random, ...others].map((draw) => draw?.id ?? '');
    for (const id of ids) expect(await publishDueDraw(context, id)).toEqual({ published: null, dueIn: 0 });
    const digit1 = random?.digit1 === '0' ? '1' : '0';
    await editDraw(context, { id: random?.id ?? '', patch: { digit1 } }, EDITOR);
    expect((await publishDueDraw(context, random?.id ?? '')).published).toMatchObject({
      provenance: 'edited',
    });
  });

  test('the conditional update refuses random digits too, whatever was read before', async () => {
    const context = createContext(await open());
    const [random] = await generateDrafts(context, TODAY);
    const PUBLIC = { public_digits: '12345', public_draw_no: 'SC1' };
    const publishWith = (publishGenerated: boolean) =>
      context.database.write((tx) =>
        publishIfDue(
          tx,
          random?.id ?? '',
          { drawnBy: instantOf(TODAY, '20:00'), publishGenerated },
          { published: 1, published_at: DUE, updated_at: DUE, ...PUBLIC },
        ),
      );
    expect(await publishWith(false)).toBeUndefined();
    expect(await publishWith(true)).toMatchObject({ published: 1 });
  });

  test('lists what other settings would publish at once', async () => {
    const context = createContext(await open(), instantOf(TODAY, '08:00'));
    const drafts = await generateDrafts(context, TODAY);
    const bySlot = new Map(drafts.map((draft) => [draft.slot, draft.id]));
    await holdDraft(context, { id: bySlot.get('12:00') ?? '' }, EDITOR);
    context.setTime(instantOf(TODAY, '17:05'));
    const { settings } = await readSettings(context.database.db);
    await saveSettings(
      context,
      { settings: { ...settings, autoPublish: false, publishGenerated: false } },
      EDITOR,
    );
    const slotsDueWith = async (change: DueDraftsQuery) =>
      (await findDraftsDueWith(context, change)).map(({ slot }) => slot);
    expect(await slotsDueWith({})).toEqual([]);
    expect(await slotsDueWith({ autoPublish: true })).toEqual([]);
    expect(await slotsDueWith({ autoPublish: true, publishGenerated: true })).toEqual(['10:00', '14:00']);
    expect(await slotsDueWith({ autoPublish: true, publishGenerated: true, publishDelay: 5 })).toEqual([
      '10:00',
      '14:00',
      '17:00',
    ]);
    await saveSettings(context, { settings: { ...settings, publishGenerated: true } }, EDITOR);
    expect(await slotsDueWith({ autoPublish: true })).toEqual([]);
    expect(await slotsDueWith({ publishDelay: 0 })).toEqual(['17:00']);
  });

  test('does not publish a draft that was created for a past day', async () => {
    const context = createContext(await open());
    const old = await createDraw(context, newDrawFor('10:00', '12345', { date: '2026-11-01' }), EDITOR);
    expect((await publishDueDraw(context, old.id)).published).toBeNull();
    expect(await publishDraw(context, { id: old.id }, EDITOR)).toMatchObject({ published: true });
  });

  test('creates five drafts for an empty day and none for any other', async () => {
    const context = createContext(await open());
    const made = await generateDrafts(context, TODAY);
    expect(made.map(({ slot, drawNo }) => `${slot} ${drawNo}`).sort()).toEqual([
      '10:00 SC151120261',
      '12:00 SC151120262',
      '14:00 SC151120263',
      '17:00 SC151120264',
      '19:00 SC151120265',
    ]);
    expect(new Set(made.map(({ provenance }) => provenance))).toEqual(new Set(['generated']));
    expect(await newestEntry(context)).toMatchObject({ action: 'Created draft', user: 'System' });
    const before = await countTraces(context);
    expect(before.slice(0, 2)).toEqual([5, 5]);
    await deleteDraw(context, { id: made[0]?.id ?? '' }, EDITOR);
    expect(await generateDrafts(context, TODAY)).toEqual([]);
    expect(await feedOf(context, 'public')).toEqual([]);

    expect(await createMissingDrafts(context, TODAY, EDITOR)).toHaveLength(1);
    expect(await newestEntry(context)).toMatchObject({ action: 'Created draft', user: 'Meera' });
    expect(await createMissingDrafts(context, TODAY, EDITOR)).toEqual([]);
    expect(await readDay(context.database.db, TODAY)).toHaveLength(5);
  });

  test('creates no drafts for a day before the newest result', async () => {
    const context = createContext(await open());
    const { id } = await createDraw(context, newDrawFor('10:00', '12345'), EDITOR);
    await publishDraw(context, { id }, EDITOR);
    context.setTime(instantOf('2025-10-11', '09:00'));
    expect(await generateDrafts(context, '2025-10-11')).toEqual([]);
    expect(await createMissingDrafts(context, '2025-10-11', EDITOR)).toHaveLength(5);
  });
});

describeOnBothDatabases('a due publication', ({ kind, open }) => {
  // SQLite has one connection and no queue.
  if (kind === 'sqlite') return;

  test('is committed before other waiting writes', async () => {
    const database = await open();
    const context = createContext(database, DUE);
    const { id } = await createDraw(context, newDrawFor('10:00', '12345'), EDITOR);
    const block = Promise.withResolvers<void>();
    const blocking = database.write(() => block.promise);
    const settings = (await readSettings(database.db)).settings;
    const order: string[] = [];
    const others = [1, 2, 3].map((publishDelay) =>
      saveSettings(context, { settings: { ...settings, publishDelay } }, EDITOR).then(() =>
        order.push(`settings ${publishDelay}`),
      ),
    );
    const publication = publishDueDraw(context, id).then(() => order.push('publication'));
    block.resolve();
    await Promise.all([blocking, publication, ...others]);
    expect(order).toEqual(['publication', 'settings 1', 'settings 2', 'settings 3']);
  });
});
