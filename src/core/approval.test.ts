import { describe, expect, test } from 'bun:test';
import {
  type ApprovalState,
  applyProposal,
  enteredForApproval,
  mayApprove,
  NOTHING_TO_APPROVE,
  needsApproval,
  type Proposal,
  propose,
  rejectProposal,
} from './approval.ts';
import { changeResult, newEnteredDraft, newRandomDraft, publish, unpublish } from './publication.ts';
import type { Result } from './result.ts';

const ASHA = { id: 'asha', name: 'Asha' };
const MEERA = { id: 'meera', name: 'Meera' };

const resultWith = (digits: string, more: Partial<Result> = {}): Result => ({
  drawNo: 'SC151120263',
  date: '2026-11-15',
  slot: '14:00',
  digits,
  ...more,
});
const proposalOf = (digits: string, more: Partial<Proposal> = {}): Proposal => ({
  result: resultWith(digits),
  reason: null,
  by: ASHA,
  at: 5,
  authors: ['asha'],
  ...more,
});
const DRAFT = newRandomDraft(resultWith('11111'));
const PUBLISHED = publish(DRAFT, 3);
const waiting = (digits: string, more: Partial<Proposal> = {}): ApprovalState => ({
  proposal: proposalOf(digits, more),
  isUnapproved: false,
});
const wanted = (result: Result | undefined, reason?: string, by = ASHA, at = 5) => ({
  result,
  reason,
  by,
  at,
});

const enteredBy = (by: Proposal['by']): ApprovalState =>
  enteredForApproval({ result: resultWith('11111'), by, at: 5 });

describe('propose', () => {
  test.each([
    ['digits', resultWith('22222')],
    ['the date', resultWith('11111', { date: '2026-11-16' })],
    ['the slot', resultWith('11111', { slot: '17:00' })],
    ['the number', resultWith('11111', { drawNo: 'ONAM-1' })],
  ])('%s of an approved draw waits as a proposal', (_, result) => {
    const state = propose(NOTHING_TO_APPROVE, DRAFT, wanted(result, 'Misread'));
    expect(state).toEqual({
      proposal: { result, reason: 'Misread', by: ASHA, at: 5, authors: ['asha'] },
      isUnapproved: false,
    });
    expect(needsApproval(state)).toBe(true);
  });

  test('the result that the draw has is no proposal', () => {
    expect(propose(NOTHING_TO_APPROVE, DRAFT, wanted(resultWith('11111')))).toBe(NOTHING_TO_APPROVE);
    expect(propose(NOTHING_TO_APPROVE, PUBLISHED, wanted(resultWith('11111'), 'Why'))).toBe(
      NOTHING_TO_APPROVE,
    );
  });

  test('a later proposal replaces the one that waits, with its author', () => {
    const state = propose(waiting('22222'), DRAFT, wanted(resultWith('33333'), undefined, MEERA, 9));
    expect(state.proposal).toEqual(proposalOf('33333', { by: MEERA, at: 9, authors: ['meera'] }));
  });

  test('asking for the result that the draw has removes the proposal', () => {
    expect(propose(waiting('22222'), DRAFT, wanted(resultWith('11111'), undefined, MEERA))).toEqual(
      NOTHING_TO_APPROVE,
    );
  });

  test('a repeated proposal keeps its author: otherwise the author could approve it', () => {
    const first = waiting('22222', { reason: 'Misread' });
    expect(propose(first, DRAFT, wanted(resultWith('22222'), undefined, MEERA, 9))).toBe(first);
    expect(propose(first, DRAFT, wanted(resultWith('22222'), 'Misread', MEERA, 9))).toBe(first);
    expect(propose(first, DRAFT, wanted(undefined, undefined, MEERA, 9))).toBe(first);
  });

  test('another reason is another proposal, because the reason becomes public', () => {
    const first = waiting('22222', { reason: 'Misread' });
    for (const result of [undefined, resultWith('22222')]) {
      const { proposal } = propose(first, PUBLISHED, wanted(result, 'Typed wrong', MEERA, 9));
      expect(proposal).toMatchObject({
        result: resultWith('22222'),
        reason: 'Typed wrong',
        by: MEERA,
        at: 9,
      });
    }
    expect(propose(first, PUBLISHED, wanted(undefined, '', MEERA, 9)).proposal).toMatchObject({
      reason: null,
      by: MEERA,
    });
  });

  test('a reason alone is a proposal only where it would become public', () => {
    expect(propose(NOTHING_TO_APPROVE, DRAFT, wanted(undefined, 'Why'))).toBe(NOTHING_TO_APPROVE);
    const change = { result: resultWith('22222'), reason: 'First', salt: 's', now: 4 };
    const withdrawn = changeResult(unpublish(PUBLISHED), change);
    const second = propose(NOTHING_TO_APPROVE, withdrawn, wanted(undefined, 'Second'));
    expect(second.proposal).toEqual(proposalOf('22222', { reason: 'Second' }));
    const removed = propose(NOTHING_TO_APPROVE, withdrawn, wanted(undefined, ''));
    expect(removed.proposal).toEqual(proposalOf('22222'));
  });

  test('everybody with a part in the proposal is its author', () => {
    const moved = { slot: '17:00' } as const;
    const first = waiting('22222', { result: resultWith('22222', moved) });
    const authorsOf = (result: Result) =>
      propose(first, DRAFT, wanted(result, undefined, MEERA)).proposal?.authors;
    expect(authorsOf(resultWith('22222', { ...moved, drawNo: 'ONAM-1' }))).toEqual(['asha', 'meera']);
    expect(authorsOf(resultWith('22222'))).toEqual(['asha', 'meera']);
    expect(authorsOf(resultWith('33333', moved))).toEqual(['asha', 'meera']);
    expect(authorsOf(resultWith('33333'))).toEqual(['meera']);
    expect(propose(first, DRAFT, wanted(undefined, 'Why', ASHA)).proposal?.authors).toEqual(['asha']);
    const nobody = { id: null, name: 'The command line' };
    expect(propose(first, DRAFT, { ...wanted(undefined, 'Why'), by: nobody }).proposal?.authors).toEqual([
      'asha',
    ]);
  });

  test('the author of digits or of a reason that are kept has a part in the proposal', () => {
    const first = waiting('12222', { reason: 'Misread' });
    const change = (keptPlaces: readonly number[], reason?: string) =>
      propose(first, DRAFT, { ...wanted(resultWith('13333'), reason, MEERA), keptPlaces }).proposal;
    expect(change([], 'Why')).toMatchObject({ reason: 'Why', authors: ['meera'] });
    expect(change([])).toMatchObject({ reason: 'Misread', authors: ['asha', 'meera'] });
    expect(change([0], 'Why')?.authors).toEqual(['meera']);
    expect(change([0, 1], 'Why')?.authors).toEqual(['asha', 'meera']);
    const entered = propose(enteredBy(ASHA), newEnteredDraft(resultWith('11111'), 'salt'), {
      ...wanted(resultWith('13333'), undefined, MEERA),
      keptPlaces: [0],
    });
    expect(entered.proposal?.authors).toEqual(['asha', 'meera']);
  });

  test('parts that the draw has had before have no author', () => {
    const first = waiting('11111', { result: resultWith('11111', { slot: '17:00' }) });
    const second = propose(first, DRAFT, wanted(resultWith('11111', { slot: '12:00' }), undefined, MEERA));
    expect(second.proposal?.authors).toEqual(['meera']);
  });

  test('digits that nobody approved keep their author, whatever else is changed', () => {
    const entered = enteredBy(ASHA);
    const own = newEnteredDraft(resultWith('11111'), 'salt');
    const moved = wanted(resultWith('11111', { slot: '17:00' }), undefined, MEERA);
    expect(propose(entered, own, moved).proposal?.authors).toEqual(['asha', 'meera']);
  });

  test('what is sent again without a reason keeps the one that waits to become public', () => {
    const change = { result: resultWith('22222'), reason: 'First', salt: 's', now: 4 };
    const withdrawn = changeResult(unpublish(PUBLISHED), change);
    const rejected: ApprovalState = { proposal: null, isUnapproved: true };
    const { proposal } = propose(rejected, withdrawn, wanted(resultWith('22222')));
    expect(proposal?.reason).toBe('First');
  });

  test('digits that nobody approved can be proposed again, but not by a change of something else', () => {
    const rejected: ApprovalState = { proposal: null, isUnapproved: true };
    const own = newEnteredDraft(resultWith('11111'), 'salt');
    expect(propose(rejected, own, wanted(resultWith('11111'))).proposal).toEqual(proposalOf('11111'));
    expect(propose(rejected, own, wanted(undefined, 'Why'))).toBe(rejected);
  });

  test('a change of unapproved digits is a proposal, and leaves them unapproved', () => {
    const entered = enteredBy(ASHA);
    const own = newEnteredDraft(resultWith('11111'), 'salt');
    expect(propose(entered, own, wanted(resultWith('22222'), undefined, MEERA, 9))).toEqual({
      proposal: proposalOf('22222', { by: MEERA, at: 9, authors: ['meera'] }),
      isUnapproved: true,
    });
  });
});

test('a waiting proposal and unapproved digits need approval, nothing else does', () => {
  expect(needsApproval(NOTHING_TO_APPROVE)).toBe(false);
  expect(needsApproval(waiting('22222'))).toBe(true);
  expect(needsApproval({ proposal: null, isUnapproved: true })).toBe(true);
});

test('an approved proposal without a reason removes the one that the draw has', () => {
  const change = { result: resultWith('22222'), reason: 'First', salt: 's', now: 4 };
  const withdrawn = changeResult(unpublish(PUBLISHED), change);
  const applied = applyProposal(withdrawn, proposalOf('22222'), { salt: 'salt', now: 9 });
  expect(applied.pendingReason).toBeNull();
});

test('everybody but the author may approve', () => {
  expect(mayApprove(proposalOf('22222'), 'meera')).toBe(true);
  expect(mayApprove(proposalOf('22222'), 'asha')).toBe(false);
  expect(mayApprove(proposalOf('22222'), null)).toBe(false);
});

test('an approved correction has the time of its approval', () => {
  const proposal = proposalOf('22222', { reason: 'Misread' });
  const corrected = applyProposal(PUBLISHED, proposal, { salt: 'salt', now: 9 });
  expect(corrected).toMatchObject({
    published: true,
    provenance: 'corrected',
    result: resultWith('22222'),
    corrections: [{ at: 9, digits: '11111', reason: 'Misread' }],
  });
});

test('an approved change of a random draft is an edited draft, which is sealed', () => {
  expect(applyProposal(DRAFT, proposalOf('22222'), { salt: 'salt', now: 9 })).toMatchObject({
    published: false,
    provenance: 'edited',
    salt: 'salt',
  });
});

test('an approved entry stays as it was entered, with its seal', () => {
  const own = newEnteredDraft(resultWith('11111'), 'salt 1');
  expect(applyProposal(own, proposalOf('11111'), { salt: 'salt 2', now: 9 })).toBe(own);
});

test('rejecting removes the proposal only', () => {
  expect(rejectProposal(waiting('22222'))).toEqual(NOTHING_TO_APPROVE);
  expect(needsApproval(rejectProposal(enteredBy(ASHA)))).toBe(true);
});
