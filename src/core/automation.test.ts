import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyDelay, anySlot, anyTimeOfDay } from '../../tests/support/arbitraries.ts';
import {
  type AutomationRules,
  missingSlots,
  nextAutomaticAction,
  publicationsDue,
  slotsToGenerate,
  type UnpublishedDraw,
} from './automation.ts';
import { addDays, DAY, type Instant, instantOf, istDateOf, MINUTE } from './ist-time.ts';
import { revealInstant } from './phase.ts';
import { PROVENANCES } from './publication.ts';
import { SLOTS } from './slots.ts';

const TODAY = '2026-11-15';
const RULES: AutomationRules = {
  autoPublish: true,
  publishGenerated: true,
  publishDelay: 15,
  generateTime: '06:00',
};

/** A draft as created by automation: on its day, at the generate time. */
const draft = (changed: Partial<UnpublishedDraw> = {}): UnpublishedDraw => {
  const date = changed.date ?? TODAY;
  return {
    id: 'draft',
    date,
    slot: '14:00',
    onHold: false,
    provenance: 'generated',
    createdAt: instantOf(date, '06:00'),
    needsApproval: false,
    ...changed,
  };
};

describe('drafts', () => {
  test('automation creates all five for a day without draws', () => {
    expect(slotsToGenerate([])).toEqual(['10:00', '12:00', '14:00', '17:00', '19:00']);
  });

  test('automation creates none for a day with any draw; the button creates the missing drafts', () => {
    fc.assert(
      fc.property(fc.subarray([...SLOTS], { minLength: 1 }), (existing) => {
        expect(slotsToGenerate(existing)).toEqual([]);
        expect([...existing, ...missingSlots(existing)].sort()).toEqual([...SLOTS]);
      }),
    );
    expect(missingSlots(['17:00', '10:00'])).toEqual(['12:00', '14:00', '19:00']);
  });
});

describe('publications due', () => {
  const dueAt = instantOf(TODAY, '14:15');
  const dueIds = (draws: UnpublishedDraw[], now: Instant, rules = RULES) =>
    publicationsDue(draws, rules, now).map(({ id }) => id);

  test('a draft is due exactly from slot plus delay', () => {
    expect(publicationsDue([draft()], RULES, dueAt - 1)).toEqual([]);
    expect(publicationsDue([draft()], RULES, dueAt)).toEqual([{ id: 'draft', dueAt, late: false }]);
    expect(publicationsDue([draft()], RULES, dueAt + 1)).toEqual([{ id: 'draft', dueAt, late: false }]);
  });

  test('a new delay moves the due instant', () => {
    const drawAt = instantOf(TODAY, '14:00');
    expect(dueIds([draft()], drawAt - 1, { ...RULES, publishDelay: 0 })).toEqual([]);
    expect(dueIds([draft()], drawAt, { ...RULES, publishDelay: 0 })).toEqual(['draft']);
    expect(dueIds([draft()], dueAt, { ...RULES, publishDelay: 60 })).toEqual([]);
  });

  test('a publication is late once the regular sweep has missed it', () => {
    const lateAt = (now: Instant) => publicationsDue([draft()], RULES, now).map(({ late }) => late);
    expect(lateAt(dueAt + MINUTE)).toEqual([false]);
    expect(lateAt(dueAt + MINUTE + 1)).toEqual([true]);
  });

  test('a draft that became due while the server was down is published late, also after midnight', () => {
    const lastOfYear = draft({ date: '2026-12-31', slot: '19:00' });
    expect(publicationsDue([lastOfYear], RULES, instantOf('2027-01-01'))).toEqual([
      { id: 'draft', dueAt: instantOf('2026-12-31', '19:15'), late: true },
    ]);
  });

  test('a draw on hold is never due', () => {
    expect(dueIds([draft({ onHold: true })], dueAt + DAY)).toEqual([]);
  });

  test('a draft that waits for approval is never due', () => {
    expect(dueIds([draft({ needsApproval: true })], dueAt + DAY)).toEqual([]);
  });

  test('nothing is due while auto-publish is off', () => {
    expect(dueIds([draft()], dueAt, { ...RULES, autoPublish: false })).toEqual([]);
  });

  test('random digits wait while only entered results are published', () => {
    const rules = { ...RULES, publishGenerated: false };
    expect(dueIds([draft()], dueAt, rules)).toEqual([]);
    expect(dueIds([draft()], dueAt + DAY, rules)).toEqual([]);
    for (const provenance of ['edited', 'entered', 'corrected'] as const) {
      expect(dueIds([draft({ provenance })], dueAt, rules)).toEqual(['draft']);
      expect(dueIds([draft({ provenance })], dueAt - 1, rules)).toEqual([]);
      expect(dueIds([draft({ provenance })], dueAt, { ...rules, autoPublish: false })).toEqual([]);
    }
  });

  test('a draw entered for a past day is not published automatically', () => {
    const midnight = instantOf('2026-11-16');
    expect(dueIds([draft({ createdAt: midnight - 1 })], midnight)).toEqual(['draft']);
    expect(dueIds([draft({ createdAt: midnight })], midnight)).toEqual([]);
    expect(dueIds([draft({ createdAt: midnight + 1 })], midnight + DAY)).toEqual([]);
  });

  test('a draft created for today after its result was due is published', () => {
    expect(dueIds([draft({ createdAt: dueAt + 1 })], dueAt + 1)).toEqual(['draft']);
  });

  test('the oldest due draw comes first', () => {
    const draws = [
      draft({ id: 'today, second', slot: '12:00' }),
      draft({ id: 'not yet', slot: '17:00' }),
      draft({ id: 'yesterday', date: '2026-11-14', slot: '19:00' }),
      draft({ id: 'today, first', slot: '10:00' }),
    ];
    expect(dueIds(draws, dueAt)).toEqual(['yesterday', 'today, first', 'today, second']);
  });
});

describe('the next automatic action', () => {
  const nextAt = (now: Instant, draws = [draft()], rules = RULES) => nextAutomaticAction(draws, rules, now);
  const publishes = { kind: 'publish', at: instantOf(TODAY, '14:15'), drawId: 'draft' } as const;
  const generates = (date: string) => ({ kind: 'generate', at: instantOf(date, '06:00') }) as const;

  test('is the earlier of generation and publication, each up to its instant', () => {
    const [six, due] = [instantOf(TODAY, '06:00'), publishes.at];
    expect(nextAt(six - 1)).toEqual(generates(TODAY));
    expect(nextAt(six)).toEqual(publishes);
    expect(nextAt(due - 1)).toEqual(publishes);
    expect(nextAt(due)).toEqual(generates('2026-11-16'));
  });

  test('is a publication when both are due at the same instant', () => {
    expect(nextAt(publishes.at - 1, [draft()], { ...RULES, generateTime: '14:15' })).toEqual(publishes);
  });

  test('is the generation when nothing may be published', () => {
    const noon = instantOf(TODAY, '12:00');
    expect(nextAt(noon, [])).toEqual(generates('2026-11-16'));
    expect(nextAt(noon, [draft({ onHold: true })])).toEqual(generates('2026-11-16'));
    expect(nextAt(noon, [draft()], { ...RULES, autoPublish: false })).toEqual(generates('2026-11-16'));
    expect(nextAt(noon, [draft()], { ...RULES, publishGenerated: false })).toEqual(generates('2026-11-16'));
  });

  test('works across month end, leap day and year end', () => {
    expect(nextAt(instantOf('2028-02-28', '19:15'), [])).toEqual(generates('2028-02-29'));
    expect(nextAt(instantOf('2028-02-29', '19:15'), [])).toEqual(generates('2028-03-01'));
    expect(nextAt(instantOf('2026-12-31', '23:59'), [])).toEqual(generates('2027-01-01'));
  });
});

test('following the actions publishes each draft when due, or at the start if overdue', () => {
  const days = 4;
  const midnight = instantOf(TODAY);
  const anyDraws = fc.uniqueArray(
    fc.record({
      date: fc.nat({ max: days - 1 }).map((day) => addDays(TODAY, day)),
      slot: anySlot,
      onHold: fc.boolean(),
      needsApproval: fc.boolean(),
      provenance: fc.constantFrom(...PROVENANCES),
      createdAt: fc.integer({ min: midnight - DAY, max: midnight + days * DAY }),
    }),
    { selector: ({ date, slot }) => `${date} ${slot}`, maxLength: 12 },
  );
  const anyRules = fc.record({
    autoPublish: fc.constant(true),
    publishGenerated: fc.boolean(),
    publishDelay: anyDelay,
    generateTime: anyTimeOfDay,
  });
  const anyStart = fc.integer({ min: midnight - DAY, max: midnight + days * DAY });

  fc.assert(
    fc.property(anyDraws, anyRules, anyStart, (drafts, rules, start) => {
      const draws = drafts.map((draw) => ({ ...draw, id: `${draw.date} ${draw.slot}` }));
      const publishedAt = new Map<string, Instant>();
      for (let now = start; now <= midnight + (days + 2) * DAY; ) {
        const waiting = draws.filter(({ id }) => !publishedAt.has(id));
        for (const { id } of publicationsDue(waiting, rules, now)) publishedAt.set(id, now);
        const { at } = nextAutomaticAction(waiting, rules, now);
        expect(at).toBeGreaterThan(now);
        now = at;
      }
      const automatic = draws.filter(
        ({ date, onHold, needsApproval, provenance, createdAt }) =>
          !onHold &&
          !needsApproval &&
          istDateOf(createdAt) <= date &&
          (rules.publishGenerated || provenance !== 'generated'),
      );
      expect(publishedAt).toEqual(
        new Map(
          automatic.map(({ id, date, slot }) => [
            id,
            Math.max(start, revealInstant(date, slot, rules.publishDelay)),
          ]),
        ),
      );
    }),
  );
});
