/** Which questions get another order value when one of them goes to another place. */

interface Ordered {
  order_index: number;
}

/**
 * `faqs` are in their present order, `to` counts from 0. The order values stay with the places. Values that staff
 * gave twice cannot tell places apart: then all are numbered again from 1.
 */
export function ordersAfterMove<Faq extends Ordered>(
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
