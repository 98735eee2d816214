/** What the rows of all lists share: the look of their actions, and where the focus goes when a row goes. */

export const ROW_ACTION =
  'inline-flex min-h-11 items-center rounded-control px-3 font-semibold text-maroon hover:bg-ground aria-disabled:opacity-50';

/** Moves the focus from a row that is about to be removed to the next one, or to the screen where there is none. */
export function focusNeighbour(row: Element | null): void {
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling ?? document.querySelector('main');
  (neighbour as HTMLElement | null)?.focus();
}
