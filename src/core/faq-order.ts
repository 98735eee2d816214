/** The order numbers of questions. */
import { compareTexts } from './text-order.ts';

export interface Numbered {
  id: string;
  order: number;
}

export const compareFaqs = (a: Numbered, b: Numbered): number =>
  a.order - b.order || compareTexts(a.id, b.id);

/**
 * Gives `item` the number `order`. If it is taken, the items between it and the item's former number shift by one; for a
 * new item, the later ones shift down. Returns the other items whose number changes. All numbers are then different.
 */
export function makeRoom(
  others: readonly Numbered[],
  item: { former: number | null; order: number },
): Numbered[] {
  const { former, order } = item;
  const isMovingDown = former !== null && former < order;
  const sorted = others.toSorted((one, other) => one.order - other.order);
  const isAbove = (other: Numbered) => (isMovingDown ? other.order <= order : other.order < order);
  // Equal numbers of older versions may leave too little room above the item.
  const countAbove = Math.min(sorted.filter(isAbove).length, order - 1);
  const numbered = [
    ...numberUpwards(sorted.slice(0, countAbove), order),
    ...numberDownwards(sorted.slice(countAbove), order),
  ];
  return numbered.filter(
    (other) => !others.some(({ id, order }) => id === other.id && order === other.order),
  );
}

function numberDownwards(below: readonly Numbered[], start: number): Numbered[] {
  let last = start;
  return below.map(({ id, order }) => {
    last = Math.max(order, last + 1);
    return { id, order: last };
  });
}

function numberUpwards(above: readonly Numbered[], end: number): Numbered[] {
  let next = end;
  const numbered = above
    .toReversed()
    .map(({ id, order }) => {
      next = Math.min(order, next - 1);
      return { id, order: next };
    })
    .toReversed();
  return numbered.map(({ id, order }, place) => ({ id, order: Math.max(order, place + 1) }));
}
