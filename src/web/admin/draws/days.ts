/** Groups draws by day, and finds the slots of a day that have none. */
import type { AdminDraw } from '../../../contract/draws.ts';
import type { IstDate } from '../../../core/ist-time.ts';
import { SLOTS, type Slot } from '../../../core/slots.ts';
import { isEntered } from './draw-state.ts';

export interface Day {
  date: IstDate;
  /** By time slot. */
  draws: AdminDraw[];
}

/** Today first, then the newest day first. */
export function groupByDay(draws: readonly AdminDraw[], today: IstDate): Day[] {
  const days = Map.groupBy(draws, ({ date }) => date);
  return [...days]
    .map(([date, ofDay]) => ({ date, draws: ofDay.toSorted((a, b) => a.slot.localeCompare(b.slot)) }))
    .sort((a, b) => Number(b.date === today) - Number(a.date === today) || b.date.localeCompare(a.date));
}

interface SlotOfDay {
  slot: Slot;
  /** Undefined where it is missing. */
  draw: AdminDraw | undefined;
}

export const slotsOf = ({ draws }: Day): SlotOfDay[] =>
  SLOTS.map((slot) => ({ slot, draw: draws.find((draw) => draw.slot === slot) }));

/** `3 of 5 entered`. */
export const enteredText = ({ draws }: Day): string =>
  `${draws.filter(isEntered).length} of ${SLOTS.length} entered`;
