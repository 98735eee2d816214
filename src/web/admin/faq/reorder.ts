/** Moving an item of a list to another place. */

interface Ordered {
  id: string;
  order: number;
}

export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = [...items];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}

/** In the order of the ids; what they do not name comes last. The order values stay with the places. */
export function arrange<Item extends Ordered>(items: readonly Item[], ids: readonly string[]): Item[] {
  const rankOf = ({ id }: Item) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return [...items]
    .sort((one, other) => rankOf(one) - rankOf(other))
    .map((item, place) => ({ ...item, order: items[place]?.order ?? item.order }));
}

/** Where an item belongs that is held at a height: after all those whose middle lies above it. */
export const placeAt = (height: number, middles: readonly number[]): number =>
  middles.filter((middle) => middle < height).length;

const EDGE = 90;
const LARGEST_STEP = 14;

/** By how much a window scrolls in each frame while something is held at a height of it: the more, the nearer its edge. */
export function scrollStep(height: number, windowHeight: number): number {
  const above = EDGE - height;
  const below = height - (windowHeight - EDGE);
  const depth = Math.min(Math.max(above, below, 0) / EDGE, 1);
  return Math.round(depth * LARGEST_STEP) * (above > 0 ? -1 : 1);
}
