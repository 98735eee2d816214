/** Which questions get another order value when one trades places with its neighbour. */
import type { FaqMove } from '../../contract/faqs.ts';

interface Ordered {
  order_index: number;
}

/**
 * `faqs` stand in their present order. Values that staff gave twice cannot be swapped to any effect: then all
 * are counted anew from 1.
 */
export function ordersAfterMove<Faq extends Ordered>(
  faqs: readonly Faq[],
  moving: Faq,
  direction: FaqMove['direction'],
): { faq: Faq; order: number }[] {
  const from = faqs.indexOf(moving);
  const to = direction === 'up' ? from - 1 : from + 1;
  const neighbour = faqs[to];
  if (!neighbour) return [];
  const isDistinct = new Set(faqs.map(({ order_index }) => order_index)).size === faqs.length;
  const values = faqs.map(({ order_index }, place) => (isDistinct ? order_index : place + 1));
  return faqs
    .with(from, neighbour)
    .with(to, moving)
    .map((faq, place) => ({ faq, order: values[place] ?? place + 1 }))
    .filter(({ faq, order }) => faq.order_index !== order);
}
