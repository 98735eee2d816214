import { expect, test } from 'bun:test';
import { MINUTE, SECOND } from '../../../core/ist-time.ts';
import { type DashboardSlot, slotOutlook, slotState } from './slot-state.ts';

const drawAt = Date.parse('2026-11-15T08:30:00.000Z');
const revealAt = drawAt + 15 * MINUTE;

interface DrawParts {
  published?: boolean;
  onHold?: boolean;
  provenance?: string;
  proposal?: object;
  unapproved?: boolean;
}

const slotWith = (draw: DrawParts | null) =>
  ({
    drawAt: new Date(drawAt).toISOString(),
    revealAt: new Date(revealAt).toISOString(),
    draw: draw && { published: false, onHold: false, provenance: 'generated', ...draw },
  }) as DashboardSlot;

test('a draft is live from its draw to its result only', () => {
  const draft = slotWith({});
  expect(slotState(draft, null, drawAt - 1)).toBe('draft');
  expect(slotState(draft, null, drawAt)).toBe('live');
  expect(slotState(draft, null, revealAt - 1)).toBe('live');
  expect(slotState(draft, null, revealAt)).toBe('draft');
});

test('published, held and missing draws do not depend on the time', () => {
  for (const now of [drawAt - 1, drawAt, revealAt]) {
    expect(slotState(slotWith({ published: true }), null, now)).toBe('published');
    expect(slotState(slotWith({ onHold: true }), null, now)).toBe('on hold');
    expect(slotState(slotWith(null), null, now)).toBe('missing');
  }
});

test('a slot without a draw is not missing while the drafts of the day are still to come', () => {
  const draftsAt = new Date(drawAt - MINUTE).toISOString();
  expect(slotState(slotWith(null), draftsAt, drawAt - 2 * MINUTE)).toBe('expected');
});

test('shows the next automatic action, or that staff must publish', () => {
  const now = revealAt - 61 * SECOND;
  const automation = { autoPublish: true, publishGenerated: true, approval: 'off' as const };
  expect(slotOutlook(slotWith({}), automation, now)).toBe('Publishes in 00h 01m 01s');
  expect(slotOutlook(slotWith({}), automation, revealAt)).toBe('Publishing…');
  expect(slotOutlook(slotWith({}), { ...automation, autoPublish: false }, now)).toBe('Publish by hand');
  expect(slotOutlook(slotWith({ onHold: true }), automation, now)).toBe('Waits for a person');
  expect(slotOutlook(slotWith({ published: true }), automation, now)).toBe('Done');
  expect(slotOutlook(slotWith(null), automation, now)).toBe('Nothing to publish');
});

test('a draft that waits for approval, or was not approved, is not published', () => {
  const automation = { autoPublish: true, publishGenerated: true, approval: 'entered' as const };
  const waiting = slotWith({ proposal: { by: 'Asha' } });
  const rejected = slotWith({ unapproved: true });
  for (const slot of [waiting, rejected])
    expect(slotOutlook(slot, automation, revealAt)).toBe('Waits for approval');
  expect(slotState(waiting, null, drawAt)).toBe('for approval');
  expect(slotState(rejected, null, drawAt)).toBe('not approved');
  expect(slotState(slotWith({ onHold: true, unapproved: true }), null, drawAt)).toBe('on hold');
});

test('a random draft waits while only entered results are published', () => {
  const automation = { autoPublish: true, publishGenerated: false, approval: 'off' as const };
  expect(slotOutlook(slotWith({}), automation, revealAt)).toBe('Waits to be entered');
  expect(slotOutlook(slotWith({ provenance: 'edited' }), automation, revealAt)).toBe('Publishing…');
});
