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

describe('propose', () => {
  test.each([
    ['digits', resultWith('22222')],
    ['the date', resultWith('11111', { date: '2026-11-16' })],
    ['the slot', resultWith('11111', { slot: '17:00' })],
    ['the number', resultWith('11111', { drawNo: 'ONAM-1' })],
  ])('%s of an approved draw waits as a proposal', (_, result) => {
    const state = propose(NOTHING_TO_APPROVE, DRAFT, wanted(result, 'Misread'));
    expect(state).toEqual({
      proposal: { result, reason: 'Misread', by: ASHA, at: 5 },
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
    expect(state.proposal).toEqual({ result: resultWith('33333'), reason: null, by: MEERA, at: 9 });
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
      expect(proposal).toEqual({ result: resultWith('22222'), reason: 'Typed wrong', by: MEERA, at: 9 });
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
    expect(propose(NOTHING_TO_APPROVE, withdrawn, wanted(undefined, 'Second')).proposal).toEqual({
      result: resultWith('22222'),
      reason: 'Second',
      by: ASHA,
      at: 5,
    });
  });

  test('digits that nobody approved can be proposed again, but not by a change of something else', () => {
    const rejected: ApprovalState = { proposal: null, isUnapproved: true };
    const own = newEnteredDraft(resultWith('11111'), 'salt');
    expect(propose(rejected, own, wanted(resultWith('11111'))).proposal).toEqual(proposalOf('11111'));
    expect(propose(rejected, own, wanted(undefined, 'Why'))).toBe(rejected);
  });

  test('a change of unapproved digits is a proposal, and leaves them unapproved', () => {
    const entered = enteredForApproval(proposalOf('11111'));
    const own = newEnteredDraft(resultWith('11111'), 'salt');
    expect(propose(entered, own, wanted(resultWith('22222'), undefined, MEERA, 9))).toEqual({
      proposal: proposalOf('22222', { by: MEERA, at: 9 }),
      isUnapproved: true,
    });
  });
});

test('a waiting proposal and unapproved digits need approval, nothing else does', () => {
  expect(needsApproval(NOTHING_TO_APPROVE)).toBe(false);
  expect(needsApproval(waiting('22222'))).toBe(true);
  expect(needsApproval({ proposal: null, isUnapproved: true })).toBe(true);
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
  expect(needsApproval(rejectProposal(enteredForApproval(proposalOf('11111'))))).toBe(true);
});
