/** The keys of screens with drafts. */
import { useKey } from '../keys/keys.tsx';

export function useDraftKeys(): void {
  useKey('h', 'Hold or release the draft that has the focus', pressHold);
  useKey('enter', 'In the digits: save, and go to the next draft');
  useKey('escape', 'In the digits: cancel');
}

/** Presses Hold or Release in the row that has the focus. */
const pressHold = (): void =>
  document.activeElement?.closest('[data-draw-row]')?.querySelector<HTMLElement>('[data-hold]')?.click();
