/** Services for draws: each call changes the row, the activity log and the feed together, or nothing. */
import { expect, test } from 'bun:test';
import type { AdminDraw, DrawPatch } from '../../src/contract/draws.ts';
import { instantOf, MINUTE } from '../../src/core/ist-time.ts';
import { generateDrafts } from '../../src/server/services/draws/create-drafts.ts';
import { createDraw, deleteDraw, editDraw } from '../../src/server/services/draws/draws.ts';
import {
  holdDraft,
  publishDraw,
  publishDueDraw,
  releaseDraft,
  unpublishDraw,
} from '../../src/server/services/draws/publish-draw.ts';
import { listDraws, readDay } from '../../src/server/storage/draws/draws-store.ts';
import { findPublishedDraw } from '../../src/server/storage/public-reads.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import {
  countTraces,
  createContext,
  EDITOR,
  feedOf,
  newDrawFor,
  newestEntry,
  refusalOf,
  TODAY,
} from './services-context.ts';

const DUE = instantOf(TODAY, '10:15');

const digitsOf = ({ digit1, digit2, digit3, digit4, digit5 }: AdminDraw) =>
  digit1 + digit2 + digit3 + digit4 + digit5;

const withDigits = (digits: string): DrawPatch => {
  const [digit1, digit2, digit3, digit4, digit5] = digits;
  return { digit1, digit2, digit3, digit4, digit5 };
};

describeOnBothDatabases('draws', ({ open }) => {
  test('a draft is created, published, unpublished and published again', async () => {
    const context = createContext(await open());
    const draft = await createDraw(context, newDrawFor('10:00', '12345'), EDITOR);
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
    expect(await newestEntry(context)).toMatchObject({
      action: 'Created draft',
      user: 'Meera',
      target: 'SC151120261',
      type: 'draw',
      before: null,
      after: { digit1: '1', digit5: '5', published: false, provenance: 'entered' },
    });

    context.setTime(DUE);
    const published = await publishDraw(context, { id: draft.id }, EDITOR);
    expect(published).toMatchObject({
      published: true,
      publishedAt: '2026-11-15T04:45:00.000Z',
      etag: '"2"',
    });
    expect(await newestEntry(context)).toMatchObject({
      action: 'Published result',
      before: { published: false, publishedAt: null },
      after: { published: true, publishedAt: '2026-11-15T04:45:00.000Z' },
    });

    const held = await unpublishDraw(context, { id: draft.id }, EDITOR);
    expect(held).toMatchObject({ published: false, onHold: true, publishedAt: '2026-11-15T04:45:00.000Z' });
    expect((await publishDueDraw(context, draft.id)).published).toBeNull();

    const again = await publishDraw(context, { id: draft.id }, EDITOR);
    expect(again).toMatchObject({ published: true, onHold: false, etag: '"4"' });
    expect(await feedOf(context, 'admin')).toEqual(['INSERT', 'UPDATE', 'UPDATE', 'UPDATE']);
    expect(await feedOf(context, 'public')).toEqual(['INSERT', 'DELETE', 'INSERT']);
    expect(context.wakeUps()).toBe(4);
  });

  test('a draft is held and released, which the public does not notice', async () => {
    const context = createContext(await open());
    const { id } = await createDraw(context, newDrawFor('10:00', '12345'), EDITOR);
    const held = await holdDraft(context, { id }, EDITOR);
    expect(held).toMatchObject({ published: false, onHold: true, etag: '"2"' });
    expect(await newestEntry(context)).toMatchObject({
      action: 'Held draft',
      user: 'Meera',
      target: 'SC151120261',
      before: { onHold: false },
      after: { onHold: true },
    });
    const before = await countTraces(context);
    expect(await holdDraft(context, { id }, EDITOR)).toEqual(held);
    expect(await countTraces(context)).toEqual(before);

    context.setTime(DUE);
    expect((await publishDueDraw(context, id)).published).toBeNull();
    const released = await releaseDraft(context, { id, expectedEtag: held.etag }, EDITOR);
    expect(released).toMatchObject({ published: false, onHold: false, etag: '"3"' });
    expect((await newestEntry(context))?.action).toBe('Released draft');
    expect(await releaseDraft(context, { id }, EDITOR)).toEqual(released);
    expect(await feedOf(context, 'admin')).toEqual(['INSERT', 'UPDATE', 'UPDATE']);
    expect(await feedOf(context, 'public')).toEqual([]);

    expect((await publishDueDraw(context, id)).published).toMatchObject({ published: true });
    expect(await refusalOf(holdDraft(context, { id }, EDITOR))).toBe('draw-published');
    expect(await refusalOf(releaseDraft(context, { id }, EDITOR))).toBe('draw-published');
  });

  test('repeating a call changes nothing', async () => {
    const context = createContext(await open());
    const { id } = await createDraw(context, newDrawFor('10:00', '12345'), EDITOR);
    const unpublishedAgain = await unpublishDraw(context, { id }, EDITOR);
    expect(unpublishedAgain).toMatchObject({ onHold: false, etag: '"1"' });
    const published = await publishDraw(context, { id }, EDITOR);
    const before = await countTraces(context);
    context.setTime(DUE + MINUTE);
    expect(await publishDraw(context, { id }, EDITOR)).toEqual(published);
    expect((await publishDueDraw(context, id)).published).toBeNull();
    expect(await editDraw(context, { id, patch: withDigits('12345') }, EDITOR)).toEqual(published);
    expect(await editDraw(context, { id, patch: { published: true, reason: 'why not' } }, EDITOR)).toEqual(
      published,
    );
    expect(await editDraw(context, { id, patch: {} }, EDITOR)).toEqual(published);
    expect(await countTraces(context)).toEqual(before);
  });

  test('provenance changes when the digits are changed', async () => {
    const context = createContext(await open());
    const [generated] = await generateDrafts(context, TODAY);
    if (!generated) throw new Error('no draft was made');
    const digits = digitsOf(generated) === '00000' ? '11111' : '00000';
    const { id } = generated;
    const edited = await editDraw(context, { id, patch: withDigits(digits) }, EDITOR);
    expect(edited).toMatchObject({ provenance: 'edited', published: false });
    expect(digitsOf(edited)).toBe(digits);
    expect((await newestEntry(context))?.action).toBe('Edited draft');

    await editDraw(context, { id, patch: { published: true } }, EDITOR);
    expect((await newestEntry(context))?.action).toBe('Published result');
    const patch = { digit5: '7', reason: 'Typing mistake' };
    const corrected = await editDraw(context, { id, patch }, EDITOR);
    expect(corrected).toMatchObject({ provenance: 'corrected', published: true, digit5: '7' });
    expect(await newestEntry(context)).toMatchObject({
      action: 'Corrected result',
      before: { ...withDigits(digits), provenance: 'edited' },
      after: { ...withDigits(`${digits.slice(0, 4)}7`), provenance: 'corrected', reason: 'Typing mistake' },
    });

    const unpublished = await editDraw(context, { id, patch: { published: false } }, EDITOR);
    expect(unpublished).toMatchObject({ published: false, onHold: true });
    expect(await feedOf(context, 'public')).toEqual(['INSERT', 'UPDATE', 'DELETE']);
    for (const digit5 of ['8', '9']) await editDraw(context, { id, patch: { digit5 } }, EDITOR);
    expect(await feedOf(context, 'public')).toEqual(['INSERT', 'UPDATE', 'DELETE']);

    const first = { digits, reason: 'Typing mistake' };
    const again = await publishDraw(context, { id }, EDITOR);
    expect(again.corrections).toMatchObject([first, { digits: `${digits.slice(0, 4)}7`, reason: null }]);
    const shown = await findPublishedDraw(context.database.db, again.drawNo);
    expect(shown?.corrections).toEqual(again.corrections);
    expect((await newestEntry(context))?.after).not.toHaveProperty('corrections');
  });

  test('moving a draw to another slot changes when it is due', async () => {
    const context = createContext(await open());
    const { id } = await createDraw(context, newDrawFor('19:00', '12345'), EDITOR);
    context.setTime(DUE);
    expect((await publishDueDraw(context, id)).published).toBeNull();
    await editDraw(context, { id, patch: { slot: '10:00', drawNo: 'SC151120261' } }, EDITOR);
    expect((await newestEntry(context))?.before).toEqual({ slot: '19:00', drawNo: 'SC151120265' });
    expect((await publishDueDraw(context, id)).published).toMatchObject({ slot: '10:00', published: true });
  });

  test('refuses a taken slot and a taken number, and writes nothing', async () => {
    const context = createContext(await open());
    await createDraw(context, newDrawFor('10:00', '12345', { drawNo: 'FIRST' }), EDITOR);
    const second = await createDraw(context, newDrawFor('12:00', '12345', { drawNo: 'SECOND' }), EDITOR);
    const before = await countTraces(context);
    const create = (more: { drawNo: string }, slot: '10:00' | '14:00') =>
      refusalOf(createDraw(context, newDrawFor(slot, '00000', more), EDITOR));
    expect(await create({ drawNo: 'OTHER' }, '10:00')).toBe('draw-exists');
    expect(await create({ drawNo: 'FIRST' }, '10:00')).toBe('draw-exists');
    expect(await create({ drawNo: 'FIRST' }, '14:00')).toBe('draw-number-taken');
    const edit = (patch: DrawPatch) => refusalOf(editDraw(context, { id: second.id, patch }, EDITOR));
    expect(await edit({ slot: '10:00' })).toBe('draw-exists');
    expect(await edit({ drawNo: 'FIRST' })).toBe('draw-number-taken');
    expect(await countTraces(context)).toEqual(before);
    expect((await listDraws(context.database.db, { limit: 10 })).items).toHaveLength(2);
  });

  test('refuses an outdated ETag and writes nothing', async () => {
    const context = createContext(await open());
    const { id, etag } = await createDraw(context, newDrawFor('10:00', '12345'), EDITOR);
    const target = { id, expectedEtag: etag };
    await editDraw(context, { ...target, patch: { digit1: '9' } }, EDITOR);
    const before = await countTraces(context);
    expect(await refusalOf(editDraw(context, { ...target, patch: { digit1: '8' } }, EDITOR))).toBe('stale');
    expect(await refusalOf(publishDraw(context, target, EDITOR))).toBe('stale');
    expect(await refusalOf(unpublishDraw(context, target, EDITOR))).toBe('stale');
    expect(await refusalOf(holdDraft(context, target, EDITOR))).toBe('stale');
    expect(await refusalOf(releaseDraft(context, target, EDITOR))).toBe('stale');
    expect(await refusalOf(deleteDraw(context, target, EDITOR))).toBe('stale');
    expect(await countTraces(context)).toEqual(before);
    expect((await readDay(context.database.db, TODAY))[0]).toMatchObject({ digit1: '9', published: false });
  });

  test('refuses an unknown id', async () => {
    const context = createContext(await open());
    const target = { id: 'unknown' };
    for (const act of [publishDraw, unpublishDraw, holdDraft, releaseDraft, deleteDraw]) {
      expect(await refusalOf(act(context, target, EDITOR))).toBe('not-found');
    }
    expect(await refusalOf(editDraw(context, { ...target, patch: {} }, EDITOR))).toBe('not-found');
    expect(await countTraces(context)).toEqual([0, 0, 0]);
  });

  test('a deleted draw is in the activity log', async () => {
    const context = createContext(await open());
    const result = await createDraw(context, newDrawFor('10:00', '12345', { published: true }), EDITOR);
    expect((await newestEntry(context))?.action).toBe('Created result');
    await deleteDraw(context, { id: result.id, expectedEtag: result.etag }, EDITOR);
    expect(await newestEntry(context)).toMatchObject({
      action: 'Deleted result',
      before: { drawNo: 'SC151120261', digit1: '1', digit5: '5', published: true },
      after: null,
    });
    expect(await feedOf(context, 'public')).toEqual(['INSERT', 'DELETE']);
    expect(await readDay(context.database.db, TODAY)).toEqual([]);
  });
});
