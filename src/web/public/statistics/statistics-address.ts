/** The query of the statistics: a draw time and a time span. Unknown values count as not given. */
import { addDays, type IstDate } from '../../../core/ist-time.ts';
import { isSlot, type Slot, slotFromPath, slotToPath } from '../../../core/slots.ts';
import { SPANS, type Span } from '../../../core/statistics/spans.ts';

export interface StatisticsChoice {
  /** Null for all draws. */
  slot: Slot | null;
  span: Span;
}

export const EVERY_RESULT: StatisticsChoice = { slot: null, span: 'all' };

export function readChoice(query: URLSearchParams): StatisticsChoice {
  const slot = query.get('slot') ?? '';
  return {
    slot: isSlot(slot) ? slot : slotFromPath(slot),
    span: SPANS.find((span) => span === query.get('span')) ?? EVERY_RESULT.span,
  };
}

export function choiceQuery({ slot, span }: StatisticsChoice): string {
  const query = new URLSearchParams();
  if (slot) query.set('slot', slotToPath(slot));
  if (span !== EVERY_RESULT.span) query.set('span', span);
  return query.size > 0 ? `?${query}` : '';
}

/** The first date of a span that ends today; undefined if it has none. */
export const firstDateOf = (span: Span, today: IstDate): IstDate | undefined =>
  span === 'all' ? undefined : addDays(today, 1 - Number(span));

/** The address of the same counts in the API. */
export function dataAddress({ slot, span }: StatisticsChoice, today: IstDate): string {
  const query = new URLSearchParams();
  const from = firstDateOf(span, today);
  if (slot) query.set('slot', slot);
  if (from) query.set('from', from);
  return `/api/statistics${query.size > 0 ? `?${query}` : ''}`;
}
