/** Shared by all list rows: the style of their actions, and where the focus moves when a row is removed. */

export const ROW_ACTION =
  'inline-flex min-h-11 items-center rounded-control px-3 font-semibold text-maroon hover:bg-ground aria-disabled:opacity-50';

/** Moves the focus from a row that is about to be removed to the next one, or to the screen where there is none. */
export function focusNeighbour(row: Element | null): void {
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling ?? document.querySelector('main');
  (neighbour as HTMLElement | null)?.focus();
}
