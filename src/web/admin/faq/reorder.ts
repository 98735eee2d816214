/** Moving an item of a list to another place. */

export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = [...items];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}

/** The steps by which the server, which knows only up and down, moves an item there. */
export const stepsBetween = (from: number, to: number): ('up' | 'down')[] =>
  Array<'up' | 'down'>(Math.abs(to - from)).fill(to < from ? 'up' : 'down');

/** Where an item belongs that is held at a height: after all those whose middle lies above it. */
export const placeAt = (height: number, middles: readonly number[]): number =>
  middles.filter((middle) => middle < height).length;
