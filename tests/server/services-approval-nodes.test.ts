/** Approval by a second person: several nodes and people at once, automation, and the accounts that it needs. */
import { expect, test } from 'bun:test';
import type { AdminDraw } from '../../src/contract/draws.ts';
import { instantOf, SECOND } from '../../src/core/ist-time.ts';
import { changeUser, createUser, deleteUser } from '../../src/server/services/accounts/users.ts';
import { approveDrawProposal, rejectDrawProposal } from '../../src/server/services/draws/approve-draw.ts';
import { generateDrafts } from '../../src/server/services/draws/create-drafts.ts';
import { createDraw, editDraw } from '../../src/server/services/draws/draws.ts';
import { findDraftsDueWith } from '../../src/server/services/draws/due-drafts.ts';
import { holdDraft, releaseDraft } from '../../src/server/services/draws/publish-draw.ts';
import { perform } from '../../src/server/services/perform.ts';
import { findDraw } from '../../src/server/services/staff-reads.ts';
import { listDraws } from '../../src/server/storage/draws/draws-store.ts';
import { publishIfDue } from '../../src/server/storage/draws/due-draw.ts';
import { readSettings } from '../../src/server/storage/operations/settings-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import {
  ASHA,
  addAccounts,
  digitsOf,
  edit,
  firstTwo,
  MEERA,
  openApprovalSite,
  RAVI,
  setApproval,
  withDigits,
} from './approval-site.ts';
import { startAutomation } from './automation-site.ts';
import { kindsOfDraws, openSiteWithLog } from './log-entries.ts';
import { newDrawFor, refusalOf, type TestContext, TODAY } from './services-context.ts';

const isEdited = ({ provenance }: AdminDraw): boolean => provenance === 'edited';

describeOnBothDatabases('approval on several nodes', (engine) => {
  test('the update of automation matches no draft that waits, whatever was read before', async () => {
    const site = await openApprovalSite(await engine.open());
    const [changed, untouched] = firstTwo(await generateDrafts(site, TODAY));
    await edit(site, changed, withDigits('12345'));
    const entered = await createDraw(site, newDrawFor('10:00', '12345', { date: '2026-11-14' }), ASHA);
    const drawnBy = instantOf(TODAY, '23:00');
    const tryToPublish = async ({ id }: AdminDraw) =>
      (await site.database.write((tx) =>
        publishIfDue(tx, id, { drawnBy, publishGenerated: true }, { updated_at: drawnBy }),
      )) !== undefined;
    expect(await tryToPublish(changed)).toBe(false);
    expect(await tryToPublish(entered)).toBe(false);
    await rejectDrawProposal(site, entered, MEERA);
    expect(await tryToPublish(entered)).toBe(false);
    expect(await tryToPublish(untouched)).toBe(true);
    site.setTime(instantOf(TODAY, '10:05'));
    expect(await findDraftsDueWith(site, { publishDelay: 0 })).toEqual([]);
  });

  test('approval needs two accounts that can sign in, as long as it is on', async () => {
    const site = await openSiteWithLog(await engine.open());
    await addAccounts(site, ASHA, MEERA, RAVI);
    await perform(site, ASHA, async (change) => {
      await createUser(
        site,
        change,
        { id: 'invited', name: 'I', email: 'i@example.org', role: 'editor' },
        null,
      );
    });
    const change = (id: string, patch: object) => changeUser(site, { id, patch }, ASHA);
    await change('meera', { disabled: true });
    await change('ravi', { disabled: true });
    expect(await refusalOf(setApproval(site, 'entered'))).toBe('one-account');
    expect((await readSettings(site.database.db)).settings.approval).toBe('off');

    await change('meera', { disabled: false });
    await setApproval(site, 'entered');
    expect(await refusalOf(change('meera', { disabled: true }))).toBe('one-account');
    expect(await refusalOf(deleteUser(site, { id: 'meera' }, ASHA))).toBe('one-account');
    expect(await change('meera', { name: 'Meera K', role: 'editor' })).toMatchObject({ role: 'editor' });
    await deleteUser(site, { id: 'ravi' }, ASHA);
    await deleteUser(site, { id: 'invited' }, ASHA);
    await setApproval(site, 'off');
    await deleteUser(site, { id: 'meera' }, ASHA);
    expect(await refusalOf(setApproval(site, 'entered'))).toBe('one-account');
  });

  test('of two who decide at once, on two nodes, one decides', async () => {
    const location = await engine.newLocation();
    const site = await openApprovalSite(await engine.open(location));
    const other: TestContext = { ...site, database: await engine.open(location) };
    const drafts = await generateDrafts(site, TODAY);
    for (const [index, draft] of drafts.entries()) {
      await edit(site, draft, withDigits(`1234${index}`));
      const rival = index % 2 === 0 ? approveDrawProposal : rejectDrawProposal;
      const outcomes = await Promise.allSettled([
        approveDrawProposal(site, draft, MEERA),
        rival(other, draft, RAVI),
      ]);
      const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'ok' : outcome.reason.code));
      expect(codes.toSorted()).toEqual(['no-proposal', 'ok']);
    }
    // Those that were approved by either, and nothing else.
    const sealed = (await kindsOfDraws(site.database)).length;
    const changed = (await listDraws(site.database.db, { limit: 5 })).items.filter(isEdited).length;
    expect(sealed).toBe(changed);
    expect(sealed).toBeGreaterThanOrEqual(3);
  });

  test('an approval and an edit at once: with If-Match one is refused, without it the later waits', async () => {
    const location = await engine.newLocation();
    const site = await openApprovalSite(await engine.open(location));
    const other: TestContext = { ...site, database: await engine.open(location) };
    const [first, second] = firstTwo(await generateDrafts(site, TODAY));

    const { id, etag: expectedEtag } = await edit(site, first, withDigits('12345'));
    const tagged = await Promise.allSettled([
      approveDrawProposal(site, { id, expectedEtag }, MEERA),
      editDraw(other, { id, expectedEtag, patch: withDigits('66666') }, ASHA),
    ]);
    expect(tagged.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);

    await edit(site, second, withDigits('12345'));
    await Promise.all([
      approveDrawProposal(site, second, MEERA),
      editDraw(other, { id: second.id, patch: withDigits('66666') }, RAVI),
    ]);
    const after = await findDraw(site.database.db, second.id);
    // Either Meera approved Asha's digits and Ravi's wait, or she approved Ravi's.
    const state = [digitsOf(after), after.proposal?.digits ?? null];
    expect([
      ['12345', '66666'],
      ['66666', null],
    ]).toContainEqual(state);
  });
});

describeOnBothDatabases('automation under approval', (engine) => {
  test('waits at the due time, and publishes at once after the approval', async () => {
    const site = await startAutomation(engine, instantOf(TODAY, '09:00'));
    await addAccounts(site.services, ASHA, MEERA);
    await setApproval(site.services, 'entered');
    await site.advanceBy(3 * SECOND);
    const [random] = firstTwo(await site.draws());
    await editDraw(site.services, { id: random.id, patch: withDigits('12345') }, ASHA);
    await site.until('10:20');
    expect(await site.published()).toEqual([]);
    await approveDrawProposal(site.services, random, MEERA);
    await site.advanceBy(0);
    expect(await site.published()).toEqual(['10:00 at 10:20']);
    expect(digitsOf((await site.draws())[0] ?? random)).toBe('12345');

    await site.until('12:15');
    expect(await site.published()).toHaveLength(2);
  });

  test('keeps a held draft held after its approval, and publishes a rejected change as it was', async () => {
    const site = await startAutomation(engine, instantOf(TODAY, '09:00'));
    await addAccounts(site.services, ASHA, MEERA);
    await setApproval(site.services, 'entered');
    await site.advanceBy(3 * SECOND);
    const [first, second] = firstTwo(await site.draws());
    for (const { id } of [first, second])
      await editDraw(site.services, { id, patch: withDigits('12345') }, ASHA);
    await holdDraft(site.services, first, ASHA);
    await site.until('12:20');
    await approveDrawProposal(site.services, first, MEERA);
    await rejectDrawProposal(site.services, second, MEERA);
    await site.advanceBy(0);
    expect(await site.published()).toEqual(['12:00 at 12:20']);
    expect(digitsOf((await site.draws())[1] ?? first)).toBe(digitsOf(second));
    await releaseDraft(site.services, first, ASHA);
    await site.advanceBy(0);
    expect(await site.published()).toHaveLength(2);
  });
});
