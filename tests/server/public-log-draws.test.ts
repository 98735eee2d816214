/** Changes of draws and their entries in the public log, in one transaction. */
import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { commitTo, digitsFromSeed, sealResult } from '../../src/core/public-log/commitment.ts';
import { nodeCrypto } from '../../src/server/public-log/node-crypto.ts';
import { generateDrafts } from '../../src/server/services/draws/create-drafts.ts';
import { createDraw, deleteDraw, editDraw } from '../../src/server/services/draws/draws.ts';
import { importDraws } from '../../src/server/services/draws/import-draws.ts';
import {
  holdDraft,
  publishDraw,
  publishDueDraw,
  releaseDraft,
  unpublishDraw,
} from '../../src/server/services/draws/publish-draw.ts';
import { takeBackImport } from '../../src/server/services/draws/take-back-import.ts';
import { findPublishedDraw } from '../../src/server/storage/public-reads.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { kyselyOf } from '../support/kysely-of.ts';
import { entriesOf, kindsOfDraws, openSiteWithLog, readLog } from './log-entries.ts';
import { at, EDITOR, newDrawFor, refusalOf, TODAY } from './services-context.ts';

describeOnBothDatabases('the public log', ({ onSqlite, open }) => {
  test('a random draft is committed, and opened with its result', async () => {
    const site = await openSiteWithLog(await open());
    const [draft] = await generateDrafts(site, TODAY);
    expect(await kindsOfDraws(site.database)).toEqual([]);
    site.setTime(at('10:15'));
    await publishDueDraw(site, draft?.id ?? '');
    const commit = (await entriesOf(site.database, 'commit')).find(({ slot }) => slot === '10:00');
    const [result] = await entriesOf(site.database, 'result');
    if (!commit || !result?.opening || !('seed' in result.opening)) throw new Error('an entry is missing');
    const seed = Uint8Array.fromHex(result.opening.seed);
    expect(result).toMatchObject({ drawNo: 'SC151120261', provenance: 'generated' });
    expect(result.opening).toMatchObject({ chain: '', round: 0, signature: null });
    expect(await commitTo(commit, seed, nodeCrypto)).toBe(commit.commit);
    expect(await digitsFromSeed(commit, seed, null, nodeCrypto)).toBe(result.digits);
    const draw = await findPublishedDraw(site.database.db, 'SC151120261');
    expect(draw).toMatchObject({ provenance: 'generated', publishedAt: result.at });
  });

  test('what staff enter or change is sealed, and opened with its salt', async () => {
    const site = await openSiteWithLog(await open());
    const draft = await createDraw(site, newDrawFor('10:00', '12345'), EDITOR);
    await editDraw(site, { id: draft.id, patch: { digit5: '6' } }, EDITOR);
    await holdDraft(site, { id: draft.id }, EDITOR);
    await releaseDraft(site, { id: draft.id }, EDITOR);
    await editDraw(site, { id: draft.id, patch: { digit5: '6' } }, EDITOR);
    await publishDraw(site, { id: draft.id }, EDITOR);
    expect(await kindsOfDraws(site.database)).toEqual(['sealed', 'sealed', 'result']);
    const [, sealed] = await entriesOf(site.database, 'sealed');
    const [result] = await entriesOf(site.database, 'result');
    if (!result?.opening || !('salt' in result.opening)) throw new Error('no salt');
    expect(result).toMatchObject({ id: draft.id, digits: '12346', provenance: 'entered' });
    expect(await sealResult(result, Uint8Array.fromHex(result.opening.salt), nodeCrypto)).toBe(
      sealed?.sealed ?? '',
    );
  });

  onSqlite('a result that is entered and published at once is sealed in the same transaction', async () => {
    const site = await openSiteWithLog(await open());
    await createDraw(site, newDrawFor('10:00', '12345', { published: true }), EDITOR);
    expect(await kindsOfDraws(site.database)).toEqual(['sealed', 'result']);
  });

  onSqlite('a changed random draft is edited, whatever part of it was changed', async () => {
    const site = await openSiteWithLog(await open());
    const [draft] = await generateDrafts(site, TODAY);
    await editDraw(site, { id: draft?.id ?? '', patch: { drawNo: 'SC-1' } }, EDITOR);
    await publishDraw(site, { id: draft?.id ?? '' }, EDITOR);
    expect(await kindsOfDraws(site.database)).toEqual(['sealed', 'result']);
    expect((await entriesOf(site.database, 'result'))[0]).toMatchObject({ provenance: 'edited' });
  });

  test('a correction names both results and the reason, and has the time of the API', async () => {
    const site = await openSiteWithLog(await open());
    const { id } = await createDraw(site, newDrawFor('10:00', '12345', { published: true }), EDITOR);
    site.setTime(at('10:20'));
    await editDraw(site, { id, patch: { digit5: '6', reason: 'തെറ്റ്' } }, EDITOR);
    await editDraw(site, { id, patch: { drawNo: 'SC-7' } }, EDITOR);
    const [first, second] = await entriesOf(site.database, 'correct');
    const place = { date: TODAY, slot: '10:00' };
    expect(first).toMatchObject({
      id,
      from: { drawNo: 'SC151120261', ...place, digits: '12345' },
      to: { drawNo: 'SC151120261', ...place, digits: '12346' },
      reason: 'തെറ്റ്',
    });
    expect(second).toMatchObject({ to: { drawNo: 'SC-7', ...place, digits: '12346' }, reason: null });
    const draw = await findPublishedDraw(site.database.db, 'SC-7');
    expect(draw?.corrections).toEqual([
      { at: first?.at ?? '', digits: '12345', reason: 'തെറ്റ്' },
      { at: second?.at ?? '', digits: '12346', reason: null },
    ]);
  });

  test('a withdrawn result is opened again with null, or corrected with a salt', async () => {
    const site = await openSiteWithLog(await open());
    const { id } = await createDraw(site, newDrawFor('10:00', '12345', { published: true }), EDITOR);
    await unpublishDraw(site, { id }, EDITOR);
    await publishDraw(site, { id }, EDITOR);
    await editDraw(site, { id, patch: { published: false, digit1: '9' } }, EDITOR);
    await editDraw(site, { id, patch: { published: true, digit1: '8', reason: 'Misread' } }, EDITOR);
    expect(await kindsOfDraws(site.database)).toEqual([
      'sealed',
      'result',
      'withdraw',
      'result',
      'withdraw',
      'sealed',
      'sealed',
      'correct',
      'result',
    ]);
    const [, again, corrected] = await entriesOf(site.database, 'result');
    expect(again).toMatchObject({ opening: null, provenance: 'entered' });
    expect(corrected).toMatchObject({ digits: '82345', provenance: 'corrected' });
    expect(corrected?.opening).toHaveProperty('salt');
    expect(await entriesOf(site.database, 'correct')).toMatchObject([
      { from: { digits: '12345' }, to: { digits: '82345' }, reason: 'Misread' },
    ]);
  });

  onSqlite('a withdrawn result whose change was undone is published as before', async () => {
    const site = await openSiteWithLog(await open());
    const [draft] = await generateDrafts(site, TODAY);
    const id = draft?.id ?? '';
    await publishDraw(site, { id }, EDITOR);
    await editDraw(site, { id, patch: { published: false, drawNo: 'SC-9' } }, EDITOR);
    await editDraw(site, { id, patch: { published: true, drawNo: 'SC151120261' } }, EDITOR);
    expect((await entriesOf(site.database, 'result')).at(-1)).toMatchObject({
      provenance: 'generated',
      opening: null,
    });
    expect(await entriesOf(site.database, 'correct')).toEqual([]);
  });

  onSqlite('deleting names what was public, and nothing else', async () => {
    const site = await openSiteWithLog(await open());
    const secret = await createDraw(site, newDrawFor('10:00', '12345'), EDITOR);
    await deleteDraw(site, { id: secret.id }, EDITOR);
    const shown = await createDraw(site, newDrawFor('10:00', '12345', { published: true }), EDITOR);
    await deleteDraw(site, { id: shown.id }, EDITOR);
    const withdrawn = await createDraw(site, newDrawFor('12:00', '12345', { published: true }), EDITOR);
    await unpublishDraw(site, { id: withdrawn.id }, EDITOR);
    await deleteDraw(site, { id: withdrawn.id }, EDITOR);
    expect(await entriesOf(site.database, 'withdraw')).toMatchObject([
      { id: shown.id, deleted: true },
      { id: withdrawn.id, deleted: false },
      { id: withdrawn.id, deleted: true },
    ]);
  });

  test('imported results are adopted as entered, imported drafts are sealed', async () => {
    const site = await openSiteWithLog(await open());
    const row = { date: '2020-01-01', digits: ['1', '2', '3', '4', '5'] } as const;
    const outcome = await importDraws(
      site,
      [
        { ...row, slot: '10:00', drawNo: 'OLD-1', published: true },
        { ...row, slot: '12:00', drawNo: 'OLD-2', published: false },
      ],
      EDITOR,
    );
    expect(await kindsOfDraws(site.database)).toEqual(['adopt', 'sealed']);
    const [adopted] = await entriesOf(site.database, 'adopt');
    expect(adopted).toMatchObject({ drawNo: 'OLD-1', provenance: 'entered', digits: '12345' });
    expect(adopted?.publishedAt).toBe(adopted?.at ?? '');
    if (!outcome.ok) throw new Error('not imported');
    await takeBackImport(site, outcome.importId ?? '', EDITOR);
    expect(await kindsOfDraws(site.database)).toEqual(['adopt', 'sealed', 'withdraw']);
  });

  test('no draft, seed or salt is in an entry before its publication', async () => {
    const site = await openSiteWithLog(await open());
    await generateDrafts(site, TODAY);
    await editDraw(
      site,
      {
        id: (await createDraw(site, newDrawFor('10:00', '98765', { date: '2026-11-17' }), EDITOR)).id,
        patch: { digit1: '1' },
      },
      EDITOR,
    );
    const texts = JSON.stringify(await readLog(site.database));
    const { rows: seeds } = await sql<{ seed: string }>`select seed from seeds`.execute(
      kyselyOf(site.database),
    );
    const { rows: salts } = await sql<{ salt: string }>`
      select salt from draws where salt is not null`.execute(kyselyOf(site.database));
    expect(seeds).toHaveLength(10);
    expect(salts).toHaveLength(1);
    for (const { seed } of seeds) expect(texts).not.toContain(seed);
    for (const { salt } of salts) expect(texts).not.toContain(salt);
    expect(texts).not.toContain('98765');
    expect(texts).not.toContain('18765');
  });

  onSqlite('times never go back, and publications have the time of their entry', async () => {
    const site = await openSiteWithLog(await open());
    await createDraw(site, newDrawFor('10:00', '12345', { published: true }), EDITOR);
    site.setTime(at('08:00'));
    const draw = await createDraw(site, newDrawFor('12:00', '12345', { published: true }), EDITOR);
    const entries = await readLog(site.database);
    const times = entries.map((entry) => entry.at);
    expect(times).toEqual(times.toSorted());
    expect(draw.publishedAt).toBe(entries.at(-1)?.at ?? '');
  });

  onSqlite('a refused change adds no entry', async () => {
    const site = await openSiteWithLog(await open());
    await createDraw(site, newDrawFor('10:00', '12345'), EDITOR);
    const before = await readLog(site.database);
    expect(await refusalOf(createDraw(site, newDrawFor('10:00', '54321'), EDITOR))).toBe('draw-exists');
    expect(
      await refusalOf(createDraw(site, newDrawFor('12:00', '54321', { drawNo: 'SC151120261' }), EDITOR)),
    ).toBe('draw-number-taken');
    expect(await readLog(site.database)).toEqual(before);
  });

  test('the database refuses to change or delete entries', async () => {
    const site = await openSiteWithLog(await open());
    const db = kyselyOf(site.database);
    for (const statement of [sql`update log_entries set text = 'x'`, sql`delete from log_entries`]) {
      await expect(statement.execute(db)).rejects.toThrow('log_entries is append-only');
    }
    expect(await readLog(site.database)).toHaveLength(1);
  });
});
