/** Tells somebody who is editing a draw, as soon as it happens, that someone else has changed it. */
import type { AdminDraw } from '../../../contract/draws.ts';
import { resultOf } from '../../components/draw-digits.ts';

interface EditedElsewhereProps {
  base: AdminDraw;
  /** The draw as it is now; undefined when it is not in sight. */
  current: AdminDraw | undefined;
}

export const EditedElsewhere = ({ base, current }: EditedElsewhereProps) => (
  <p role="status" className="mt-1 text-sm font-semibold text-ember empty:hidden">
    {current && current.etag !== base.etag && describe(base, current)}
  </p>
);

function describe(base: AdminDraw, current: AdminDraw): string {
  if (resultOf(current) !== resultOf(base)) return `Someone else has just set it to ${resultOf(current)}.`;
  if (current.published !== base.published)
    return `Someone else has just ${current.published ? 'published' : 'unpublished'} it.`;
  return 'Someone else has just changed it.';
}
