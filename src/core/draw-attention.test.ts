/** Drafts that need attention: late, on hold or not approved. */
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { DUE, factsWith, RULES, TODAY } from '../../tests/support/draw-facts.ts';
import { publicationsDue } from './automation.ts';
import { type DrawFacts, drawAttention, type UnapprovedDraw, type WaitingDraft } from './draw-attention.ts';
import { DAY, instantOf, MINUTE, SECOND } from './ist-time.ts';
import { PROVENANCES } from './publication.ts';

const draftWith = (more: Partial<WaitingDraft> = {}): WaitingDraft => ({
  id: 'draft',
  date: TODAY,
  slot: '14:00',
  provenance: 'generated',
  createdAt: instantOf(TODAY, '06:00'),
  isWithdrawn: false,
  heldSince: null,
  needsApproval: false,
  ...more,
});

const kindsOf = (facts: DrawFacts, now: number) => drawAttention(facts, now).map(({ kind }) => kind);

describe('a draft after its time', () => {
  const waiting = factsWith({ drafts: [draftWith()], rules: { ...RULES, autoPublish: false } });

  test('is late at once, and overdue after five minutes', () => {
    expect(kindsOf(waiting, DUE - 1)).toEqual([]);
    expect(kindsOf(waiting, DUE)).toEqual(['late']);
    expect(kindsOf(waiting, DUE + 5 * MINUTE)).toEqual(['late']);
    expect(kindsOf(waiting, DUE + 5 * MINUTE + 1)).toEqual(['overdue']);
    expect(drawAttention(waiting, DUE)).toEqual([
      {
        kind: 'late',
        date: TODAY,
        slot: '14:00',
        drawId: 'draft',
        since: DUE,
        text: 'Today’s 02:00 PM result is late: automatic publication is off.',
      },
    ]);
  });

  test('is not late while automation is about to publish it', () => {
    const facts = factsWith({ drafts: [draftWith()] });
    expect(kindsOf(facts, DUE + 10 * SECOND - 1)).toEqual([]);
    expect(kindsOf(facts, DUE + 10 * SECOND)).toEqual(['late']);
    expect(drawAttention(facts, DUE + MINUTE)[0]?.text).toBe(
      'Today’s 02:00 PM result is late: it was due at 02:15 PM.',
    );
  });

  test('is overdue at once if it is random and random results are not published', () => {
    const rules = { ...RULES, publishGenerated: false };
    expect(kindsOf(factsWith({ drafts: [draftWith()], rules }), DUE - 1)).toEqual([]);
    expect(kindsOf(factsWith({ drafts: [draftWith()], rules }), DUE)).toEqual(['overdue']);
    for (const provenance of ['entered', 'edited'] as const) {
      const facts = factsWith({ drafts: [draftWith({ provenance })], rules });
      expect(kindsOf(facts, DUE)).toEqual([]);
    }
  });

  test('is overdue also days later, and says of which day it is', () => {
    const [item] = drawAttention(factsWith({ drafts: [draftWith({ date: '2026-08-01' })] }), DUE);
    expect(item).toMatchObject({ kind: 'overdue', date: '2026-08-01', since: instantOf(TODAY, '06:00') });
    expect(item?.text).toBe(
      'The 02:00 PM result of 1 August 2026 is overdue: it was entered after its day and waits to be published.',
    );
  });
});

test('a draft is about to be published exactly where automation publishes it', () => {
  const anyDraft = fc.record({
    provenance: fc.constantFrom(...PROVENANCES),
    isHeld: fc.boolean(),
    needsApproval: fc.boolean(),
    createdAt: fc.constantFrom(instantOf(TODAY, '06:00'), instantOf(TODAY) + DAY),
  });
  const anyRules = fc.record({ autoPublish: fc.boolean(), publishGenerated: fc.boolean() });
  fc.assert(
    fc.property(anyDraft, anyRules, ({ isHeld, ...more }, rules) => {
      const facts = factsWith({
        drafts: [draftWith({ ...more, heldSince: isHeld ? DUE - DAY : null })],
        rules: { ...RULES, ...rules },
      });
      const isLate = drawAttention(facts, DUE).some(({ kind }) => kind === 'late' || kind === 'overdue');
      const draw = { ...draftWith(more), onHold: isHeld };
      expect(isLate).toBe(publicationsDue([draw], facts.rules, DUE).length === 0);
    }),
  );
});

describe('a draft on hold', () => {
  const heldSince = DUE - 30 * MINUTE;

  test('is listed before its time, and for two reasons after it', () => {
    const facts = factsWith({ drafts: [draftWith({ heldSince })] });
    expect(drawAttention(facts, DUE - 1)).toEqual([
      {
        kind: 'held',
        date: TODAY,
        slot: '14:00',
        drawId: 'draft',
        since: heldSince,
        text: 'Today’s 02:00 PM draw is on hold.',
      },
    ]);
    expect(kindsOf(facts, DUE)).toEqual(['late', 'held']);
    expect(kindsOf(facts, DUE + 6 * MINUTE)).toEqual(['overdue', 'held']);
  });

  test('that was public says so', () => {
    const facts = factsWith({ drafts: [draftWith({ heldSince, isWithdrawn: true })] });
    expect(drawAttention(facts, DUE + DAY).map(({ text }) => text)).toContain(
      'The 02:00 PM draw of 15 November 2026 was taken back and is on hold.',
    );
  });
});

describe('approval', () => {
  const waiting: UnapprovedDraw = {
    id: 'draft',
    date: TODAY,
    slot: '14:00',
    wasPublished: false,
    createdAt: DUE - 2 * MINUTE,
    proposal: { by: 'Meera', at: DUE - MINUTE },
  };
  const textOf = (draw: Partial<UnapprovedDraw>) =>
    drawAttention(factsWith({ unapproved: [{ ...waiting, ...draw }] }), DUE - 1)[0]?.text;

  test('a proposal is listed from the time at which it was made', () => {
    expect(drawAttention(factsWith({ unapproved: [waiting] }), DUE - 1)).toEqual([
      {
        kind: 'approval',
        date: TODAY,
        slot: '14:00',
        drawId: 'draft',
        since: DUE - MINUTE,
        text: 'Today’s 02:00 PM result waits for approval: Meera entered it.',
      },
    ]);
  });

  test('a correction and an entry that was not approved say so', () => {
    expect(textOf({ wasPublished: true })).toBe(
      'Today’s 02:00 PM result has a correction by Meera that waits for approval.',
    );
    expect(textOf({ proposal: null })).toBe(
      'Today’s 02:00 PM result was not approved: change it, send it again or delete it.',
    );
    expect(
      drawAttention(factsWith({ unapproved: [{ ...waiting, proposal: null }] }), DUE - 1)[0]?.since,
    ).toBe(DUE - 2 * MINUTE);
  });

  test('a draft that waits for it is also late after its time, and says why', () => {
    const facts = factsWith({ drafts: [draftWith({ needsApproval: true })], unapproved: [waiting] });
    expect(kindsOf(facts, DUE - 1)).toEqual(['approval']);
    expect(kindsOf(facts, DUE)).toEqual(['late', 'approval']);
    expect(kindsOf(facts, DUE + 6 * MINUTE)).toEqual(['overdue', 'approval']);
    expect(drawAttention(facts, DUE)[0]?.text).toBe(
      'Today’s 02:00 PM result is late: it waits for approval.',
    );
  });
});
