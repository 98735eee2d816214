/** Tells somebody who fills in a draw, as soon as it happens, that its time slot has one already. */
import type { AdminDraw } from '../../../contract/draws.ts';
import { resultOf } from '../../components/draw-digits.ts';
import { type DrawValues, isSame, valuesOf } from './draw-values.ts';

interface SlotTakenProps {
  /** The draw that has the slot; undefined while it is free. */
  occupant: AdminDraw | undefined;
  values: DrawValues;
}

export const SlotTaken = ({ occupant, values }: SlotTakenProps) => (
  <p role="status" className="mt-1 text-sm font-semibold text-ember empty:hidden">
    {occupant && describe(occupant, values)}
  </p>
);

const describe = (occupant: AdminDraw, values: DrawValues): string =>
  isSame(valuesOf(occupant), values)
    ? 'This result is already saved.'
    : `This time slot already has a draw: ${resultOf(occupant)}.`;
