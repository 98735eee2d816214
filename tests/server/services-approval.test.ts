/** Approval by a second person: proposals, their decision, and what the public sees meanwhile. */
import { expect, test } from 'bun:test';
import type { DrawPatch } from '../../src/contract/draws.ts';
import { instantOf } from '../../src/core/ist-time.ts';
import { approveDrawProposal, rejectDrawProposal } from '../../src/server/services/draws/approve-draw.ts';
import { createMissingDrafts, generateDrafts } from '../../src/server/services/draws/create-drafts.ts';
import { createDraw, deleteDraw } from '../../src/server/services/draws/draws.ts';
import { importCsv } from '../../src/server/services/draws/import-csv.ts';
import { publishDraw, publishDueDraw } from '../../src/server/services/draws/publish-draw.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import {
  ASHA,
  digitsOf,
  edit,
  firstTwo,
  MEERA,
  openApprovalSite,
  RAVI,
  setApproval,
  withDigits,
} from './approval-site.ts';
import { kindsOfDraws, readLogTexts } from './log-entries.ts';
import {
  countTraces,
  newDrawFor,
  newestEntry,
  refusalOf,
  type TestContext,
  TODAY,
} from './services-context.ts';

const DUE = instantOf(TODAY, '10:15');

describeOnBothDatabases('approval', (engine) => {
  const open = async () => openApprovalSite(await engine.open());
  const enter = (site: TestContext, digits: string, by = ASHA) =>
    createDraw(site, newDrawFor('10:00', digits), by);

  test('an entered draw is a draft that nobody can publish until somebody else approves it', async () => {
    const site = await open();
    const traces = await countTraces(site);
    expect(await refusalOf(createDraw(site, newDrawFor('10:00', '12345', { published: true }), ASHA))).toBe(
      'needs-approval',
    );
    expect(await countTraces(site)).toEqual(traces);

    const draft = await enter(site, '12345');
    expect(draft).toMatchObject({
      published: false,
      provenance: 'entered',
      unapproved: true,
      proposal: {
        by: 'Asha',
        byId: 'asha',
        authorIds: ['asha'],
        at: '2026-11-15T03:30:00.000Z',
        digits: '12345',
      },
    });
    expect(digitsOf(draft)).toBe('12345');
    for (const actor of [ASHA, MEERA]) {
      expect(await refusalOf(publishDraw(site, draft, actor))).toBe('needs-approval');
      expect(await refusalOf(edit(site, draft, { published: true }, actor))).toBe('needs-approval');
    }
    expect(await refusalOf(approveDrawProposal(site, draft, ASHA))).toBe('own-proposal');

    const approved = await approveDrawProposal(site, draft, MEERA);
    expect(approved).toMatchObject({ published: false, unapproved: false, proposal: null });
    expect(digitsOf(approved)).toBe('12345');
    expect(await newestEntry(site)).toMatchObject({
      action: 'Approved result',
      user: 'Meera',
      after: { digit1: '1', digit5: '5', proposedBy: 'Asha' },
    });
    expect(await publishDraw(site, draft, ASHA)).toMatchObject({ published: true, provenance: 'entered' });
    expect(await kindsOfDraws(site.database)).toEqual(['sealed', 'result']);
  });

  test('a change of a draft waits, and the draft keeps what it has', async () => {
    const site = await open();
    const [draft] = firstTwo(await generateDrafts(site, TODAY));
    const log = await readLogTexts(site.database);
    const changed = await edit(site, draft, { ...withDigits('12345'), slot: '10:00', drawNo: 'ONAM-1' });
    expect(changed).toEqual({
      ...draft,
      etag: '"2"',
      updatedAt: changed.updatedAt,
      proposal: {
        by: 'Asha',
        byId: 'asha',
        authorIds: ['asha'],
        at: '2026-11-15T03:30:00.000Z',
        digits: '12345',
        drawNo: 'ONAM-1',
      },
    });
    expect(await readLogTexts(site.database)).toEqual(log);
    expect(await refusalOf(publishDraw(site, draft, MEERA))).toBe('needs-approval');

    const approved = await approveDrawProposal(site, draft, MEERA);
    expect(approved).toMatchObject({ drawNo: 'ONAM-1', provenance: 'edited', proposal: null });
    expect(digitsOf(approved)).toBe('12345');
    expect(await kindsOfDraws(site.database)).toEqual(['sealed']);
  });

  test.each<[string, DrawPatch]>([
    ['the reason', { reason: 'Note' }],
    ['the number', { drawNo: 'ONAM-1' }],
    ['the slot', { slot: '12:00' }],
  ])('nobody approves their own digits after somebody else has changed %s', async (_, patch) => {
    const site = await open();
    const draft = await enter(site, '12345');
    const changed = await edit(site, draft, patch, MEERA);
    expect(changed.proposal).toMatchObject({ by: 'Meera', authorIds: ['asha', 'meera'] });
    for (const author of [ASHA, MEERA])
      expect(await refusalOf(approveDrawProposal(site, draft, author))).toBe('own-proposal');
    expect((await approveDrawProposal(site, draft, RAVI)).unapproved).toBe(false);
  });

  test('an entered draft that was rejected stays unapproved: it can be sent again, changed or deleted', async () => {
    const site = await open();
    const draft = await enter(site, '12345');
    const rejected = await rejectDrawProposal(site, draft, MEERA);
    expect(rejected).toMatchObject({ unapproved: true, proposal: null });
    expect(await refusalOf(publishDraw(site, draft, MEERA))).toBe('needs-approval');
    expect((await edit(site, draft, withDigits('12345'))).proposal).toMatchObject({ digits: '12345' });
    expect(await rejectDrawProposal(site, draft, ASHA)).toMatchObject({ proposal: null });
    expect(await newestEntry(site)).toMatchObject({ action: 'Took back a proposal', user: 'Asha' });

    const changed = await edit(site, draft, withDigits('99999'));
    expect(changed).toMatchObject({ unapproved: true, proposal: { digits: '99999' } });
    expect(digitsOf(changed)).toBe('12345');
    expect(digitsOf(await approveDrawProposal(site, draft, MEERA))).toBe('99999');

    const other = await createDraw(site, newDrawFor('12:00', '12345'), ASHA);
    await deleteDraw(site, other, ASHA);
    expect(await refusalOf(approveDrawProposal(site, other, MEERA))).toBe('not-found');
  });

  test('what a result has before approval is turned on, and random drafts, are published as before', async () => {
    const site = await open();
    await setApproval(site, 'off');
    const draft = await enter(site, '12345');
    expect(draft).toMatchObject({ unapproved: false, proposal: null });
    await setApproval(site, 'entered');
    expect(await publishDraw(site, draft, ASHA)).toMatchObject({ published: true });
    const [, random] = await createMissingDrafts(site, TODAY, ASHA);
    expect(await publishDraw(site, { id: random?.id ?? '' }, ASHA)).toMatchObject({ published: true });
  });

  test('what waits when approval is turned off must be decided; an edit then decides it', async () => {
    const site = await open();
    const draft = await enter(site, '12345');
    const other = await createDraw(site, newDrawFor('12:00', '11111'), ASHA);
    await setApproval(site, 'off');
    for (const refused of [publishDraw(site, draft, MEERA), edit(site, draft, { published: true })])
      expect(await refusalOf(refused)).toBe('needs-approval');
    site.setTime(DUE);
    expect(await publishDueDraw(site, draft.id)).toEqual({ published: null, dueIn: 0 });
    expect(await refusalOf(approveDrawProposal(site, draft, ASHA))).toBe('own-proposal');
    expect(await approveDrawProposal(site, other, MEERA)).toMatchObject({ unapproved: false });

    const edited = await edit(site, draft, { ...withDigits('12345'), published: true });
    expect(edited).toMatchObject({ published: true, unapproved: false, proposal: null });
  });

  test('a slot or a number that is taken is refused, at the proposal and at the approval', async () => {
    const site = await open();
    const [first, second] = firstTwo(await generateDrafts(site, TODAY));
    expect(await refusalOf(edit(site, first, { slot: second.slot }))).toBe('draw-exists');
    expect(await refusalOf(edit(site, first, { drawNo: second.drawNo }))).toBe('draw-number-taken');

    await edit(site, first, { date: '2026-11-16', drawNo: 'ONAM-1' });
    const inTheWay = await createDraw(site, newDrawFor('10:00', '12345', { date: '2026-11-16' }), MEERA);
    const traces = await countTraces(site);
    expect(await refusalOf(approveDrawProposal(site, first, MEERA))).toBe('draw-exists');
    await deleteDraw(site, inTheWay, MEERA);
    await createDraw(site, newDrawFor('12:00', '12345', { date: '2026-11-16', drawNo: 'ONAM-1' }), MEERA);
    expect(await refusalOf(approveDrawProposal(site, first, MEERA))).toBe('draw-number-taken');
    expect((await countTraces(site))[0]).toBe((traces[0] ?? 0) + 2);
  });

  test('If-Match protects against approving what one has not seen', async () => {
    const site = await open();
    const [draft] = firstTwo(await generateDrafts(site, TODAY));
    const seen = await edit(site, draft, withDigits('12345'));
    await edit(site, draft, withDigits('66666'));
    const { id, etag: expectedEtag } = seen;
    expect(await refusalOf(approveDrawProposal(site, { id, expectedEtag }, MEERA))).toBe('stale');
    expect(await refusalOf(rejectDrawProposal(site, { id, expectedEtag }, MEERA))).toBe('stale');
    expect(digitsOf(await approveDrawProposal(site, { id }, MEERA))).toBe('66666');
  });

  test('CSV files are imported only by an operator', async () => {
    const site = await open();
    const file = 'Date,Time,Draw No,Digit 1,Digit 2,Digit 3,Digit 4,Digit 5\n2026-11-14,10:00,A-1,1,2,3,4,5';
    expect(await refusalOf(importCsv(site, file, ASHA, { checkApproval: true }))).toBe('needs-approval');
    expect(await importCsv(site, file, { id: null, name: 'Operator' })).toMatchObject({ created: 1 });
  });
});
