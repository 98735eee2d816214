/** Approval by a second person of changes to results that are public, and of their reasons. */
import { expect, test } from 'bun:test';
import type { AdminDraw } from '../../src/contract/draws.ts';
import { instantOf, MINUTE } from '../../src/core/ist-time.ts';
import { approveDrawProposal, rejectDrawProposal } from '../../src/server/services/draws/approve-draw.ts';
import { generateDrafts } from '../../src/server/services/draws/create-drafts.ts';
import { publishDraw } from '../../src/server/services/draws/publish-draw.ts';
import { findPublishedDraw } from '../../src/server/storage/public-reads.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { ASHA, digitsOf, edit, firstTwo, MEERA, openApprovalSite, withDigits } from './approval-site.ts';
import { kindsOfDraws, readLogTexts } from './log-entries.ts';
import {
  countTraces,
  feedOf,
  newestEntry,
  readRowChanges,
  refusalOf,
  type TestContext,
  TODAY,
} from './services-context.ts';

const DUE = instantOf(TODAY, '10:15');

describeOnBothDatabases('approval', (engine) => {
  const open = async () => openApprovalSite(await engine.open());
  /** A published result that was random. */
  async function publishRandom(site: TestContext): Promise<AdminDraw> {
    const [draft] = firstTwo(await generateDrafts(site, TODAY));
    site.setTime(DUE);
    return publishDraw(site, draft, ASHA);
  }

  test('a correction leaves the public result as it is until it is approved', async () => {
    const site = await open();
    const result = await publishRandom(site);
    const seen = async () => [
      await findPublishedDraw(site.database.db, result.drawNo),
      await readRowChanges(site.database, 'public'),
      await readLogTexts(site.database),
    ];
    const before = await seen();

    site.setTime(DUE + MINUTE);
    const waiting = await edit(site, result, { ...withDigits('12345'), reason: 'Misread' });
    expect(waiting).toMatchObject({ published: true, proposal: { digits: '12345', reason: 'Misread' } });
    expect(digitsOf(waiting)).toBe(digitsOf(result));
    expect(await newestEntry(site)).toMatchObject({
      action: 'Proposed correction',
      user: 'Asha',
      before: { digit1: result.digit1, digit5: result.digit5 },
    });
    // Only what differs.
    const after = { digit1: '1', digit2: '2', digit3: '3', digit4: '4', digit5: '5', reason: 'Misread' };
    expect((await newestEntry(site))?.after).toEqual(after);
    expect(await seen()).toEqual(before);
    await rejectDrawProposal(site, result, MEERA);
    expect(await newestEntry(site)).toMatchObject({
      action: 'Rejected a proposal',
      user: 'Meera',
      before: { digit1: '1', digit5: '5', proposedBy: 'Asha', reason: 'Misread' },
      after: { digit1: result.digit1, digit5: result.digit5 },
    });
    expect(await seen()).toEqual(before);

    await edit(site, result, { ...withDigits('54321'), reason: 'Wrong slip' });
    site.setTime(DUE + 3 * MINUTE);
    const corrected = await approveDrawProposal(site, result, MEERA);
    expect(corrected).toMatchObject({ published: true, provenance: 'corrected', proposal: null });
    expect(await findPublishedDraw(site.database.db, result.drawNo)).toMatchObject({
      digit1: '5',
      provenance: 'corrected',
      corrections: [{ at: '2026-11-15T04:48:00.000Z', digits: digitsOf(result), reason: 'Wrong slip' }],
    });
    expect(await newestEntry(site)).toMatchObject({
      action: 'Approved correction',
      user: 'Meera',
      before: { digit1: result.digit1 },
      after: { digit1: '5', proposedBy: 'Asha', reason: 'Wrong slip' },
    });
    expect(await kindsOfDraws(site.database)).toEqual(['result', 'correct']);
    expect(await feedOf(site, 'public')).toEqual(['INSERT', 'UPDATE']);
    expect(JSON.stringify([await seen()])).not.toContain('Misread');
  });

  test('a later proposal replaces the earlier, and asking for the approved result removes it', async () => {
    const site = await open();
    const result = await publishRandom(site);
    await edit(site, result, withDigits('12345'));
    const replaced = await edit(site, result, withDigits('22222'), MEERA);
    expect(replaced.proposal).toMatchObject({ by: 'Meera', digits: '22222' });
    expect(await refusalOf(approveDrawProposal(site, result, MEERA))).toBe('own-proposal');

    const traces = await countTraces(site);
    expect((await edit(site, result, withDigits('22222'), ASHA)).proposal).toEqual(replaced.proposal);
    expect(await countTraces(site)).toEqual(traces);

    expect((await edit(site, result, withDigits(digitsOf(result)), ASHA)).proposal).toBeNull();
    expect(await newestEntry(site)).toMatchObject({ action: 'Rejected a proposal', user: 'Asha' });
    expect(await refusalOf(approveDrawProposal(site, result, ASHA))).toBe('no-proposal');
    expect(await refusalOf(rejectDrawProposal(site, result, ASHA))).toBe('no-proposal');
  });

  test('unpublishing needs no approval, also together with a change; publishing with a change does', async () => {
    const site = await open();
    const result = await publishRandom(site);
    const traces = await countTraces(site);
    expect(await refusalOf(edit(site, result, { ...withDigits('12345'), published: true }))).toBe(
      'needs-approval',
    );
    expect(await countTraces(site)).toEqual(traces);

    const taken = await edit(site, result, { ...withDigits('12345'), published: false, reason: 'Misread' });
    expect(taken).toMatchObject({ published: false, onHold: true, proposal: { digits: '12345' } });
    expect(digitsOf(taken)).toBe(digitsOf(result));
    expect(await findPublishedDraw(site.database.db, result.drawNo)).toBeNull();
    expect(await refusalOf(publishDraw(site, result, MEERA))).toBe('needs-approval');

    await approveDrawProposal(site, result, MEERA);
    expect(await edit(site, result, { published: true })).toMatchObject({
      published: true,
      corrections: [{ digits: digitsOf(result), reason: 'Misread' }],
    });
    expect(await kindsOfDraws(site.database)).toEqual(['result', 'withdraw', 'sealed', 'correct', 'result']);
  });

  test('a reason that would become public needs approval too', async () => {
    const site = await open();
    const result = await publishRandom(site);
    await edit(site, result, { ...withDigits('12345'), published: false, reason: 'First' });
    await approveDrawProposal(site, result, MEERA);
    const waiting = await edit(site, result, { reason: 'Second' });
    expect(waiting.proposal).toMatchObject({ by: 'Asha', digits: '12345', reason: 'Second' });
    expect(await refusalOf(edit(site, result, { published: true }))).toBe('needs-approval');
    await approveDrawProposal(site, result, MEERA);
    await publishDraw(site, result, ASHA);
    expect(await findPublishedDraw(site.database.db, result.drawNo)).toMatchObject({
      corrections: [{ reason: 'Second' }],
    });
  });

  test('a reason is removed when somebody else approves that', async () => {
    const site = await open();
    const result = await publishRandom(site);
    await edit(site, result, { ...withDigits('12345'), published: false, reason: 'First' });
    await approveDrawProposal(site, result, MEERA);
    expect((await edit(site, result, { reason: '' })).proposal).not.toHaveProperty('reason');
    await approveDrawProposal(site, result, MEERA);
    await publishDraw(site, result, ASHA);
    expect(await findPublishedDraw(site.database.db, result.drawNo)).toMatchObject({
      corrections: [{ reason: null }],
    });
  });
});
