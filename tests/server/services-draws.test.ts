/** What can be done to draws: each act changes the row, the log and the feed together, or nothing at all. */
import { expect, test } from 'bun:test';
import type { AdminDraw, DrawPatch } from '../../src/contract/draws.ts';
import { instantOf, MINUTE } from '../../src/core/ist-time.ts';
import { createMissingDrafts, generateDrafts } from '../../src/server/services/draws/create-drafts.ts';
import { createDraw, deleteDraw, editDraw } from '../../src/server/services/draws/draws.ts';
import { publishDraw, publishDueDraw, unpublishDraw } from '../../src/server/services/draws/publish-draw.ts';
import { saveSettings } from '../../src/server/services/settings.ts';
import { listDraws, readDay } from '../../src/server/storage/draws/draws-store.ts';
import { listActivity } from '../../src/server/storage/feed/activity-store.ts';
import { readSettings } from '../../src/server/storage/operations/settings-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import {
  EDITOR,
  makeWorld,
  newDrawFor,
  newestEntry,
  readRowChanges,
  refusalOf,
  TODAY,
  type World,
} from './services-world.ts';

const DUE = instantOf(TODAY, '10:15');

/** The changes as an audience was told them, in short. */
async function feedOf({ database }: World, audience: 'public' | 'admin'): Promise<string[]> {
  return (await readRowChanges(database, audience)).map(({ type }) => type);
}

/** How many log entries, feed rows and wake-ups there are: an act that does nothing adds to none. */
async function countTraces(world: World): Promise<number[]> {
  const { items } = await listActivity(world.database.db, { limit: 500 });
  return [items.length, (await feedOf(world, 'admin')).length, world.wakeUps()];
}

const digitsOf = ({ digit1, digit2, digit3, digit4, digit5 }: AdminDraw) =>
  digit1 + digit2 + digit3 + digit4 + digit5;

const withDigits = (digits: string): DrawPatch => {
  const [digit1, digit2, digit3, digit4, digit5] = digits;
  return { digit1, digit2, digit3, digit4, digit5 };
};

describeOnBothDatabases('draws', ({ open }) => {
  test('a draft is entered, published, unpublished, published again', async () => {
    const world = makeWorld(await open());
    const draft = await createDraw(world, newDrawFor('10:00', '12345'), EDITOR);
    expect(draft).toMatchObject({
      date: TODAY,
      slot: '10:00',
      drawNo: 'SC151120261',
      published: false,
      onHold: false,
      provenance: 'entered',
      publishedAt: null,
      etag: '"1"',
    });
    expect(await newestEntry(world)).toMatchObject({
      action: 'Created draft',
      user: 'Meera',
      target: 'SC151120261',
      type: 'draw',
      before: null,
      after: { digit1: '1', digit5: '5', published: false, provenance: 'entered' },
    });

    world.setTime(DUE);
    const published = await publishDraw(world, { id: draft.id }, EDITOR);
    expect(published).toMatchObject({
      published: true,
      publishedAt: '2026-11-15T04:45:00.000Z',
      etag: '"2"',
    });
    expect(await newestEntry(world)).toMatchObject({
      action: 'Published result',
      before: { published: false, publishedAt: null },
      after: { published: true, publishedAt: '2026-11-15T04:45:00.000Z' },
    });

    const held = await unpublishDraw(world, { id: draft.id }, EDITOR);
    expect(held).toMatchObject({ published: false, onHold: true, publishedAt: '2026-11-15T04:45:00.000Z' });
    expect((await publishDueDraw(world, draft.id)).published).toBeNull();

    const again = await publishDraw(world, { id: draft.id }, EDITOR);
    expect(again).toMatchObject({ published: true, onHold: false, etag: '"4"' });
    expect(await feedOf(world, 'admin')).toEqual(['INSERT', 'UPDATE', 'UPDATE', 'UPDATE']);
    expect(await feedOf(world, 'public')).toEqual(['INSERT', 'DELETE', 'INSERT']);
    expect(world.wakeUps()).toBe(4);
  });

  test('doing it twice does nothing', async () => {
    const world = makeWorld(await open());
    const { id } = await createDraw(world, newDrawFor('10:00', '12345'), EDITOR);
    const unpublishedAgain = await unpublishDraw(world, { id }, EDITOR);
    expect(unpublishedAgain).toMatchObject({ onHold: false, etag: '"1"' });
    const published = await publishDraw(world, { id }, EDITOR);
    const before = await countTraces(world);
    world.setTime(DUE + MINUTE);
    expect(await publishDraw(world, { id }, EDITOR)).toEqual(published);
    expect((await publishDueDraw(world, id)).published).toBeNull();
    expect(await editDraw(world, { id, patch: withDigits('12345') }, EDITOR)).toEqual(published);
    expect(await editDraw(world, { id, patch: { published: true, reason: 'why not' } }, EDITOR)).toEqual(
      published,
    );
    expect(await editDraw(world, { id, patch: {} }, EDITOR)).toEqual(published);
    expect(await countTraces(world)).toEqual(before);
  });

  test('automation publishes at the due instant, not before, and says when it was late', async () => {
    const world = makeWorld(await open());
    const [first, second] = [
      await createDraw(world, newDrawFor('10:00', '12345'), EDITOR),
      await createDraw(world, newDrawFor('12:00', '54321'), EDITOR),
    ];
    world.setTime(DUE - 1);
    expect((await publishDueDraw(world, first.id)).published).toBeNull();
    world.setTime(DUE);
    expect((await publishDueDraw(world, first.id)).published).toMatchObject({ published: true });
    const onTime = await newestEntry(world);
    expect(onTime).toMatchObject({ action: 'Published result', user: 'System' });
    expect(onTime?.after).not.toHaveProperty('late');

    world.setTime(instantOf('2026-11-16', '08:00'));
    expect((await publishDueDraw(world, second.id)).published).toMatchObject({ published: true });
    expect((await newestEntry(world))?.after).toMatchObject({
      late: true,
      dueAt: '2026-11-15T06:45:00.000Z',
    });
    expect((await publishDueDraw(world, 'unknown')).published).toBeNull();
  });

  test('automation heeds the settings of the moment', async () => {
    const world = makeWorld(await open(), DUE);
    const { id } = await createDraw(world, newDrawFor('10:00', '12345'), EDITOR);
    const { settings } = await readSettings(world.database.db);
    await saveSettings(world, { settings: { ...settings, autoPublish: false } }, EDITOR);
    expect((await publishDueDraw(world, id)).published).toBeNull();
    await saveSettings(world, { settings: { ...settings, publishDelay: 16 } }, EDITOR);
    expect((await publishDueDraw(world, id)).published).toBeNull();
    await saveSettings(world, { settings: { ...settings, publishDelay: 0 } }, EDITOR);
    expect((await publishDueDraw(world, id)).published).toMatchObject({ published: true });
  });

  test('a draft entered for a day that was over waits for a person', async () => {
    const world = makeWorld(await open());
    const old = await createDraw(world, newDrawFor('10:00', '12345', { date: '2026-11-01' }), EDITOR);
    expect((await publishDueDraw(world, old.id)).published).toBeNull();
    expect(await publishDraw(world, { id: old.id }, EDITOR)).toMatchObject({ published: true });
  });

  test('provenance follows what is done to the digits', async () => {
    const world = makeWorld(await open());
    const [generated] = await generateDrafts(world, TODAY);
    if (!generated) throw new Error('no draft was made');
    const digits = digitsOf(generated) === '00000' ? '11111' : '00000';
    const { id } = generated;
    const edited = await editDraw(world, { id, patch: withDigits(digits) }, EDITOR);
    expect(edited).toMatchObject({ provenance: 'edited', published: false });
    expect(digitsOf(edited)).toBe(digits);
    expect((await newestEntry(world))?.action).toBe('Edited draft');

    await editDraw(world, { id, patch: { published: true } }, EDITOR);
    expect((await newestEntry(world))?.action).toBe('Published result');
    const patch = { digit5: '7', reason: 'Typing mistake' };
    const corrected = await editDraw(world, { id, patch }, EDITOR);
    expect(corrected).toMatchObject({ provenance: 'corrected', published: true, digit5: '7' });
    expect(await newestEntry(world)).toMatchObject({
      action: 'Corrected result',
      before: { ...withDigits(digits), provenance: 'edited' },
      after: { ...withDigits(`${digits.slice(0, 4)}7`), provenance: 'corrected', reason: 'Typing mistake' },
    });

    const unpublished = await editDraw(world, { id, patch: { published: false } }, EDITOR);
    expect(unpublished).toMatchObject({ published: false, onHold: true });
    expect(await feedOf(world, 'public')).toEqual(['INSERT', 'UPDATE', 'DELETE']);
    await editDraw(world, { id, patch: { digit5: '8' } }, EDITOR);
    expect(await feedOf(world, 'public')).toEqual(['INSERT', 'UPDATE', 'DELETE']);
  });

  test('moving a draw moves the instant at which it is due', async () => {
    const world = makeWorld(await open());
    const { id } = await createDraw(world, newDrawFor('19:00', '12345'), EDITOR);
    world.setTime(DUE);
    expect((await publishDueDraw(world, id)).published).toBeNull();
    await editDraw(world, { id, patch: { slot: '10:00', drawNo: 'SC151120261' } }, EDITOR);
    expect((await newestEntry(world))?.before).toEqual({ slot: '19:00', drawNo: 'SC151120265' });
    expect((await publishDueDraw(world, id)).published).toMatchObject({ slot: '10:00', published: true });
  });

  test('no slot twice, no number twice, and the refused act leaves nothing', async () => {
    const world = makeWorld(await open());
    await createDraw(world, newDrawFor('10:00', '12345', { drawNo: 'FIRST' }), EDITOR);
    const second = await createDraw(world, newDrawFor('12:00', '12345', { drawNo: 'SECOND' }), EDITOR);
    const before = await countTraces(world);
    const create = (more: { drawNo: string }, slot: '10:00' | '14:00') =>
      refusalOf(createDraw(world, newDrawFor(slot, '00000', more), EDITOR));
    expect(await create({ drawNo: 'OTHER' }, '10:00')).toBe('draw-exists');
    expect(await create({ drawNo: 'FIRST' }, '10:00')).toBe('draw-exists');
    expect(await create({ drawNo: 'FIRST' }, '14:00')).toBe('draw-number-taken');
    const edit = (patch: DrawPatch) => refusalOf(editDraw(world, { id: second.id, patch }, EDITOR));
    expect(await edit({ slot: '10:00' })).toBe('draw-exists');
    expect(await edit({ drawNo: 'FIRST' })).toBe('draw-number-taken');
    expect(await countTraces(world)).toEqual(before);
    expect((await listDraws(world.database.db, { limit: 10 })).items).toHaveLength(2);
  });

  test('who has not seen the latest version changes nothing', async () => {
    const world = makeWorld(await open());
    const { id, etag } = await createDraw(world, newDrawFor('10:00', '12345'), EDITOR);
    const target = { id, expectedEtag: etag };
    await editDraw(world, { ...target, patch: { digit1: '9' } }, EDITOR);
    const before = await countTraces(world);
    expect(await refusalOf(editDraw(world, { ...target, patch: { digit1: '8' } }, EDITOR))).toBe('stale');
    expect(await refusalOf(publishDraw(world, target, EDITOR))).toBe('stale');
    expect(await refusalOf(unpublishDraw(world, target, EDITOR))).toBe('stale');
    expect(await refusalOf(deleteDraw(world, target, EDITOR))).toBe('stale');
    expect(await countTraces(world)).toEqual(before);
    expect((await readDay(world.database.db, TODAY))[0]).toMatchObject({ digit1: '9', published: false });
  });

  test('what is not there is not found', async () => {
    const world = makeWorld(await open());
    const target = { id: 'unknown' };
    for (const act of [publishDraw, unpublishDraw, deleteDraw]) {
      expect(await refusalOf(act(world, target, EDITOR))).toBe('not-found');
    }
    expect(await refusalOf(editDraw(world, { ...target, patch: {} }, EDITOR))).toBe('not-found');
    expect(await countTraces(world)).toEqual([0, 0, 0]);
  });

  test('a deleted draw stays in the log', async () => {
    const world = makeWorld(await open());
    const result = await createDraw(world, newDrawFor('10:00', '12345', { published: true }), EDITOR);
    expect((await newestEntry(world))?.action).toBe('Created result');
    await deleteDraw(world, { id: result.id, expectedEtag: result.etag }, EDITOR);
    expect(await newestEntry(world)).toMatchObject({
      action: 'Deleted result',
      before: { drawNo: 'SC151120261', digit1: '1', digit5: '5', published: true },
      after: null,
    });
    expect(await feedOf(world, 'public')).toEqual(['INSERT', 'DELETE']);
    expect(await readDay(world.database.db, TODAY)).toEqual([]);
  });

  test('automation makes five drafts for an empty day and none for any other', async () => {
    const world = makeWorld(await open());
    const made = await generateDrafts(world, TODAY);
    expect(made.map(({ slot, drawNo }) => `${slot} ${drawNo}`).sort()).toEqual([
      '10:00 SC151120261',
      '12:00 SC151120262',
      '14:00 SC151120263',
      '17:00 SC151120264',
      '19:00 SC151120265',
    ]);
    expect(new Set(made.map(({ provenance }) => provenance))).toEqual(new Set(['generated']));
    expect(await newestEntry(world)).toMatchObject({ action: 'Created draft', user: 'System' });
    const before = await countTraces(world);
    expect(before.slice(0, 2)).toEqual([5, 5]);
    await deleteDraw(world, { id: made[0]?.id ?? '' }, EDITOR);
    expect(await generateDrafts(world, TODAY)).toEqual([]);
    expect(await feedOf(world, 'public')).toEqual([]);

    expect(await createMissingDrafts(world, TODAY, EDITOR)).toHaveLength(1);
    expect(await newestEntry(world)).toMatchObject({ action: 'Created draft', user: 'Meera' });
    expect(await createMissingDrafts(world, TODAY, EDITOR)).toEqual([]);
    expect(await readDay(world.database.db, TODAY)).toHaveLength(5);
  });

  test('automation makes no drafts by a clock that was set back, which a later result shows', async () => {
    const world = makeWorld(await open());
    const { id } = await createDraw(world, newDrawFor('10:00', '12345'), EDITOR);
    await publishDraw(world, { id }, EDITOR);
    world.setTime(instantOf('2025-10-11', '09:00'));
    expect(await generateDrafts(world, '2025-10-11')).toEqual([]);
    expect(await createMissingDrafts(world, '2025-10-11', EDITOR)).toHaveLength(5);
  });
});
