/** Staff write, change, move and delete frequently asked questions. */
import type { AdminFaq, FaqMove, FaqPatch, FaqPlace, NewFaq } from '../../../contract/faqs.ts';
import type { Actor } from '../../../core/actor.ts';
import { makeRoom } from '../../../core/faq-order.ts';
import {
  type FaqRow,
  findFaqRow,
  insertFaq,
  readFaqRows,
  removeFaq,
  replaceFaq,
  toAdminFaq,
  toFaq,
} from '../../storage/content/faqs-store.ts';
import type { FeedEvent } from '../../storage/feed/feed-store.ts';
import type { Writer } from '../../storage/schema.ts';
import type { ServiceContext } from '../context.ts';
import { expectRow, type RowTarget } from '../expectations.ts';
import { idFor } from '../idempotency.ts';
import { type ChangeRecord, perform } from '../perform.ts';
import { type RowChange, rowEvent } from '../row-change.ts';
import { snapshotsOf } from '../snapshots.ts';

export const createFaq = (
  services: ServiceContext,
  content: NewFaq,
  actor: Actor,
  idempotencyKey?: string,
): Promise<AdminFaq> =>
  perform(services, actor, async ({ tx, record }) => {
    const { question, answer, order, language = null } = content;
    const id = await idFor(services, tx, { table: 'faqs', sender: actor.id, key: idempotencyKey, content });
    const earlier = await findFaqRow(tx, id);
    if (earlier) return toAdminFaq(earlier);
    const shifted = await shiftOthers(tx, { id, former: null, order });
    const after = await insertFaq(tx, { id, question, answer, order_index: order, language, version: 1 });
    await record(withShifted(faqRecord('Created FAQ', { before: null, after }), shifted));
    return toAdminFaq(after);
  });

export const editFaq = (
  services: ServiceContext,
  { id, expectedEtag, patch }: RowTarget & { patch: FaqPatch },
  actor: Actor,
): Promise<AdminFaq> =>
  perform(services, actor, async ({ tx, record }) => {
    const before = expectRow(await findFaqRow(tx, id), expectedEtag);
    const { question = before.question, answer = before.answer, order = before.order_index } = patch;
    const { language = before.language } = patch;
    const isSame =
      question === before.question &&
      answer === before.answer &&
      order === before.order_index &&
      language === before.language;
    if (isSame) return toAdminFaq(before);
    const isMoved = order !== before.order_index;
    const shifted = isMoved ? await shiftOthers(tx, { id, former: before.order_index, order }) : [];
    const after = await replaceFaq(tx, { ...before, question, answer, order_index: order, language });
    await record(withShifted(faqRecord('Edited FAQ', { before, after }), shifted));
    return toAdminFaq(after);
  });

interface Shift {
  before: FaqRow;
  after: FaqRow;
}

/** Makes an order number free that another question has. */
async function shiftOthers(
  tx: Writer,
  { id, ...item }: { id: string; former: number | null; order: number },
): Promise<Shift[]> {
  const others = (await readFaqRows(tx)).filter((faq) => faq.id !== id);
  const moved = makeRoom(
    others.map((faq) => ({ id: faq.id, order: faq.order_index })),
    item,
  );
  const shifted: Shift[] = [];
  for (const { id: otherId, order } of moved) {
    const before = others.find((faq) => faq.id === otherId);
    if (before) shifted.push({ before, after: await replaceFaq(tx, { ...before, order_index: order }) });
  }
  return shifted;
}

const withShifted = (record: ChangeRecord, shifted: readonly Shift[]): ChangeRecord => ({
  ...record,
  events: [...record.events, ...shifted.map(faqEvent)],
});

/** Swaps with the one above or below; does nothing at the end of the list. */
export const moveFaq = (
  services: ServiceContext,
  { direction, ...target }: RowTarget & FaqMove,
  actor: Actor,
): Promise<AdminFaq> =>
  relocate(services, target, (from) => (direction === 'up' ? from - 1 : from + 1), actor);

/** Moves to a place of the list and shifts those between. */
export const placeFaq = (
  services: ServiceContext,
  { place, ...target }: RowTarget & FaqPlace,
  actor: Actor,
): Promise<AdminFaq> => relocate(services, target, () => place - 1, actor);

const relocate = (
  services: ServiceContext,
  { id, expectedEtag }: RowTarget,
  findPlace: (from: number) => number,
  actor: Actor,
): Promise<AdminFaq> =>
  perform(services, actor, async ({ tx, record }) => {
    const faqs = await readFaqRows(tx);
    const from = faqs.findIndex((faq) => faq.id === id);
    const before = expectRow(faqs[from], expectedEtag);
    const to = Math.min(Math.max(findPlace(from), 0), faqs.length - 1);
    const moved: Shift[] = [];
    for (const { faq, order } of ordersAfterMove(faqs, before, to)) {
      moved.push({ before: faq, after: await replaceFaq(tx, { ...faq, order_index: order }) });
    }
    if (moved.length === 0) return toAdminFaq(before);
    // When all are numbered again, its own value may stay the same.
    const own = moved.find(({ after }) => after.id === id) ?? { before, after: before };
    await record({
      ...faqRecord(`Moved FAQ ${to < from ? 'up' : 'down'}`, own),
      events: moved.map(faqEvent),
    });
    return toAdminFaq(own.after);
  });

export const deleteFaq = (
  services: ServiceContext,
  { id, expectedEtag }: RowTarget,
  actor: Actor,
): Promise<void> =>
  perform(services, actor, async ({ tx, record }) => {
    const before = expectRow(await findFaqRow(tx, id), expectedEtag);
    await removeFaq(tx, id);
    await record(faqRecord('Deleted FAQ', { before, after: null }));
  });

function faqRecord(action: string, change: RowChange<FaqRow>): ChangeRecord {
  const { before, after } = change;
  return {
    type: 'faq',
    action,
    target: (after ?? before).question,
    ...snapshotsOf(before && toAdminFaq(before), after && toAdminFaq(after)),
    events: [faqEvent(change)],
  };
}

const faqEvent = (change: RowChange<FaqRow>): FeedEvent =>
  rowEvent('faqs', change, { toAdmin: toAdminFaq, toPublic: toFaq });

interface Ordered {
  order_index: number;
}

/**
 * `faqs` are in their current order, `to` counts from 0. The order values stay with the places; when they are not
 * unique, all are numbered again from 1.
 */
function ordersAfterMove<Faq extends Ordered>(
  faqs: readonly Faq[],
  moving: Faq,
  to: number,
): { faq: Faq; order: number }[] {
  if (to === faqs.indexOf(moving)) return [];
  const isDistinct = new Set(faqs.map(({ order_index }) => order_index)).size === faqs.length;
  const values = faqs.map(({ order_index }, place) => (isDistinct ? order_index : place + 1));
  return faqs
    .filter((faq) => faq !== moving)
    .toSpliced(to, 0, moving)
    .map((faq, place) => ({ faq, order: values[place] ?? place + 1 }))
    .filter(({ faq, order }) => faq.order_index !== order);
}
