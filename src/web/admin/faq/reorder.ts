/** Pure functions for moving an item of a list to another place. */

interface Ordered {
  id: string;
  order: number;
}

export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = [...items];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}

/** Sorts by the ids; items without one come last. Each place keeps its `order` value. */
export function arrange<Item extends Ordered>(items: readonly Item[], ids: readonly string[]): Item[] {
  const rankOf = ({ id }: Item) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return [...items]
    .sort((one, other) => rankOf(one) - rankOf(other))
    .map((item, place) => ({ ...item, order: items[place]?.order ?? item.order }));
}

/** The place of an item held at a height: after all items whose middle is above it. */
export const placeAt = (height: number, middles: readonly number[]): number =>
  middles.filter((middle) => middle < height).length;

const EDGE = 90;
const LARGEST_STEP = 14;

/** How far the window scrolls per frame while an item is held at a height: more, the nearer to an edge. */
export function scrollStep(height: number, windowHeight: number): number {
  const above = EDGE - height;
  const below = height - (windowHeight - EDGE);
  const depth = Math.min(Math.max(above, below, 0) / EDGE, 1);
  return Math.round(depth * LARGEST_STEP) * (above > 0 ? -1 : 1);
}
