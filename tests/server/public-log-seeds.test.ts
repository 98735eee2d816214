/** Seeds of draws: when they are committed, kept secret and opened in the public log. */
import { expect, test } from 'bun:test';
import { addDays, HOUR, MINUTE } from '../../src/core/ist-time.ts';
import { commitTo } from '../../src/core/public-log/commitment.ts';
import { nodeCrypto } from '../../src/server/public-log/node-crypto.ts';
import { createMissingDrafts, generateDrafts } from '../../src/server/services/draws/create-drafts.ts';
import { deleteDraw, editDraw } from '../../src/server/services/draws/draws.ts';
import { holdDraft, publishDraw } from '../../src/server/services/draws/publish-draw.ts';
import { commitDays } from '../../src/server/services/public-log/commit-days.ts';
import { openDueSeeds } from '../../src/server/services/public-log/open-seeds.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { entriesOf, openSiteWithLog } from './log-entries.ts';
import { at, EDITOR, refusalOf, type TestContext, TODAY } from './services-context.ts';

/** Opens what is due at that time, and returns how many are opened in all. */
async function countOpened(site: TestContext, time: number): Promise<number> {
  await openDueSeeds(site, time);
  return (await entriesOf(site.database, 'opened')).length;
}

describeOnBothDatabases('seeds', ({ onSqlite, open }) => {
  test('of today and tomorrow are committed once', async () => {
    const site = await openSiteWithLog(await open());
    expect(await commitDays(site, site.clock.now())).toEqual([TODAY, addDays(TODAY, 1)]);
    expect(await commitDays(site, site.clock.now())).toEqual([]);
    site.setTime(at('00:00', addDays(TODAY, 1)));
    expect(await commitDays(site, site.clock.now())).toEqual([addDays(TODAY, 2)]);
    const commits = await entriesOf(site.database, 'commit');
    expect(commits).toHaveLength(15);
    expect(new Set(commits.map(({ commit }) => commit)).size).toBe(15);
  });

  test('of deleted and of changed drafts are opened at the time of their result, not before', async () => {
    const site = await openSiteWithLog(await open());
    const [first, second] = await generateDrafts(site, TODAY);
    await deleteDraw(site, { id: first?.id ?? '' }, EDITOR);
    await editDraw(
      site,
      { id: second?.id ?? '', patch: { digit1: second?.digit1 === '0' ? '1' : '0' } },
      EDITOR,
    );
    const openedAt = async (time: number) => {
      site.setTime(time);
      await openDueSeeds(site, time);
      return (await entriesOf(site.database, 'opened')).map(({ drawNo }) => drawNo);
    };
    expect(await openedAt(at('10:15') - 1)).toEqual([]);
    expect(await openedAt(at('10:15'))).toEqual(['SC151120261']);
    expect(await openedAt(at('12:15') - 1)).toEqual(['SC151120261']);
    expect(await openedAt(at('12:15'))).toEqual(['SC151120261', 'SC151120262']);
    const commits = await entriesOf(site.database, 'commit');
    for (const opened of await entriesOf(site.database, 'opened')) {
      const commit = commits.find(({ drawNo }) => drawNo === opened.drawNo);
      if (!commit) throw new Error('no commitment');
      expect(await commitTo(commit, Uint8Array.fromHex(opened.seed), nodeCrypto)).toBe(commit.commit);
    }
  });

  onSqlite.each([
    ['moved to a later slot', { slot: '17:00', drawNo: 'SC151120264' }],
    ['moved to another date', { date: '2026-11-20' }],
    ['renumbered', { drawNo: 'SC-OTHER' }],
  ] as const)(
    'of a draft that was %s with its digits stay secret while it is unpublished',
    async (_, patch) => {
      const site = await openSiteWithLog(await open());
      const drafts = await generateDrafts(site, TODAY);
      await deleteDraw(site, { id: drafts[3]?.id ?? '' }, EDITOR);
      const id = drafts[0]?.id ?? '';
      await editDraw(site, { id, patch }, EDITOR);
      await holdDraft(site, { id }, EDITOR);
      const opened = async (time: number) => {
        site.setTime(time);
        await openDueSeeds(site, time);
        return (await entriesOf(site.database, 'opened')).map(({ drawNo }) => drawNo);
      };
      expect(await opened(at('10:00') + 23 * HOUR - 1)).not.toContain('SC151120261');
      // Nor does another draft give them away.
      const created = await createMissingDrafts(site, TODAY, EDITOR);
      expect(created.map(({ drawNo }) => drawNo)).not.toContain('SC151120261');
      await publishDraw(site, { id }, EDITOR);
      expect(await opened(at('10:00') + 23 * HOUR - 1)).toContain('SC151120261');
    },
  );

  onSqlite('of a draft whose change was undone stay secret while it is unpublished', async () => {
    const site = await openSiteWithLog(await open());
    const [draft] = await generateDrafts(site, TODAY);
    const [id, digit1] = [draft?.id ?? '', draft?.digit1 ?? ''];
    await editDraw(site, { id, patch: { digit1: digit1 === '0' ? '1' : '0' } }, EDITOR);
    await editDraw(site, { id, patch: { digit1 } }, EDITOR);
    await holdDraft(site, { id }, EDITOR);
    site.setTime(at('11:00'));
    expect(await countOpened(site, at('11:00'))).toBe(0);
  });

  onSqlite(
    'of a draft that is still unpublished are opened after 23 hours, and its result repeats it',
    async () => {
      const site = await openSiteWithLog(await open());
      const [draft] = await generateDrafts(site, TODAY);
      await holdDraft(site, { id: draft?.id ?? '' }, EDITOR);
      const late = at('10:00') + 23 * HOUR;
      expect(await countOpened(site, late - 1)).toBe(0);
      site.setTime(late);
      expect(await countOpened(site, late)).toBe(1);
      await publishDraw(site, { id: draft?.id ?? '' }, EDITOR);
      const [opened] = await entriesOf(site.database, 'opened');
      const [result] = await entriesOf(site.database, 'result');
      expect(result?.opening).toEqual({
        seed: opened?.seed ?? '',
        chain: '',
        round: 0,
        signature: null,
      });
    },
  );

  onSqlite('give the same digits to a draft that was deleted, until they are opened', async () => {
    const site = await openSiteWithLog(await open());
    const [draft] = await generateDrafts(site, TODAY);
    await deleteDraw(site, { id: draft?.id ?? '' }, EDITOR);
    const [again] = await createMissingDrafts(site, TODAY, EDITOR);
    const { id, etag, createdAt, updatedAt, ...fields } = draft ?? {};
    expect(again).toMatchObject(fields);
    await deleteDraw(site, { id: again?.id ?? '' }, EDITOR);
    site.setTime(at('10:15'));
    await openDueSeeds(site, at('10:15'));
    expect(await createMissingDrafts(site, TODAY, EDITOR)).toEqual([]);
  });

  onSqlite('of a day that is not over are kept while its drafts may still be made', async () => {
    const site = await openSiteWithLog(await open());
    await commitDays(site, site.clock.now());
    expect(await countOpened(site, at('23:59'))).toBe(0);
    const midnight = at('00:00', addDays(TODAY, 1));
    expect(await countOpened(site, midnight - 1)).toBe(0);
    expect(await countOpened(site, midnight)).toBe(5);
  });

  onSqlite('of tomorrow wait for their generate time', async () => {
    const site = await openSiteWithLog(await open());
    await commitDays(site, site.clock.now());
    const tomorrow = addDays(TODAY, 1);
    const from = at('06:00', tomorrow);
    site.setTime(from - MINUTE);
    expect(await generateDrafts(site, tomorrow)).toEqual([]);
    expect(await refusalOf(createMissingDrafts(site, tomorrow, EDITOR))).toBe('drafts-too-early');
    site.setTime(from);
    expect(await generateDrafts(site, tomorrow)).toHaveLength(5);
  });
});
