/** The order of draws in lists. */
import { compareTexts } from './text-order.ts';

interface ListedDraw {
  id: string;
  date: string;
  slot: string;
}

/** Newest first: by date, then by slot, both descending. */
export const compareDraws = (a: ListedDraw, b: ListedDraw): number =>
  compareTexts(b.date, a.date) || compareTexts(b.slot, a.slot) || compareTexts(a.id, b.id);
