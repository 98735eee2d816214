/** Notices in the editor of a draw about what others have just done. */
import type { AdminDraw } from '../../../contract/draws.ts';
import { digitsTextOf } from '../../../core/digits.ts';
import { useIsChangedBySystem } from './changed-by-system.ts';
import { type DrawValues, isSame, valuesOf } from './draw-values.ts';

const Notice = ({ text }: { text: string | false | undefined }) => (
  <p role="status" className="mt-1 text-sm font-semibold text-ember empty:hidden">
    {text}
  </p>
);

interface EditedElsewhereProps {
  base: AdminDraw;
  /** The draw as it is now; undefined when it is not in the list. */
  current: AdminDraw | undefined;
}

export function EditedElsewhere({ base, current }: EditedElsewhereProps) {
  const changed = current && current.etag !== base.etag ? current : undefined;
  const isBySystem = useIsChangedBySystem(changed);
  return <Notice text={changed && isBySystem !== undefined && describeEdit(base, changed, isBySystem)} />;
}

function describeEdit(base: AdminDraw, current: AdminDraw, isBySystem: boolean): string {
  if (isBySystem && current.published && !base.published) {
    const digits = digitsTextOf(current) === digitsTextOf(base) ? '' : `, as ${digitsTextOf(current)}`;
    return `It has just been published automatically${digits}.`;
  }
  if (digitsTextOf(current) !== digitsTextOf(base))
    return `Someone else has just set it to ${digitsTextOf(current)}.`;
  if (isNewProposal(base, current))
    return `${current.proposal?.by} has just proposed ${current.proposal?.digits}.`;
  if (base.proposal && !current.proposal) return 'The proposal that waited has just been removed.';
  if (current.published !== base.published)
    return current.published
      ? 'It has just been published. Saving corrects it.'
      : 'Someone else has just unpublished it.';
  if (current.onHold !== base.onHold)
    return `Someone else has just ${current.onHold ? 'put it on hold' : 'released it'}.`;
  return 'Someone else has just changed it.';
}

const isNewProposal = (base: AdminDraw, { proposal }: AdminDraw): boolean =>
  Boolean(proposal) && (proposal?.at !== base.proposal?.at || proposal?.digits !== base.proposal?.digits);

interface SlotTakenProps {
  /** The draw that has the slot; undefined while it is free. */
  occupant: AdminDraw | undefined;
  values: DrawValues;
}

export const SlotTaken = ({ occupant, values }: SlotTakenProps) => (
  <Notice text={occupant && describeOccupant(occupant, values)} />
);

const describeOccupant = (occupant: AdminDraw, values: DrawValues): string =>
  isSame(valuesOf(occupant), values)
    ? 'This result is already saved.'
    : `This time slot already has a draw: ${digitsTextOf(occupant)}.`;
