/** Takes the focus from a row that is about to go to the one that takes its place, or to the screen where none does. */
export function focusNeighbour(row: Element | null): void {
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling ?? document.querySelector('main');
  (neighbour as HTMLElement | null)?.focus();
}
