/** Two people changed the same draw: the second sees both versions and chooses. */
import type { ReactNode } from 'react';
import type { AdminDraw } from '../../../contract/draws.ts';
import { slotLabel } from '../../../core/slots.ts';
import { ACTION, MAIN_ACTION } from '../../components/control-classes.ts';
import { longDate } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { Dialog } from '../widgets/dialog.tsx';
import type { AsyncDialog } from '../widgets/use-async-dialog.ts';
import { drawState } from './draw-state.ts';
import { DrawStateBadge, ProvenanceBadge } from './draw-state-badge.tsx';
import { type DrawValues, valuesOf } from './draw-values.ts';
import { ResultDigits } from './result-digits.tsx';
import type { ConflictChoice } from './save-draw.ts';

export interface Versions {
  theirs: AdminDraw;
  mine: DrawValues;
  /** Automation published it; nobody else has changed it since. */
  isBySystem: boolean;
}

export function ConflictDialog({ dialog }: { dialog: AsyncDialog<Versions, ConflictChoice | null> }) {
  const { asked, isOpen, answer } = dialog;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => answer(null)}
      keepOpen
      title={asked?.isBySystem ? 'This draw was published automatically' : 'This draw was changed meanwhile'}
      description={
        asked?.isBySystem
          ? 'Its time came while you were editing. Nothing was overwritten: choose which version counts.'
          : 'It changed while you were editing. Nothing was overwritten: choose which version counts.'
      }
    >
      {asked && (
        <>
          <div className="grid gap-3 sm:grid-cols-2">
            <Version
              title={asked.isBySystem ? 'Published' : 'Theirs, saved'}
              values={valuesOf(asked.theirs)}
              proposal={asked.theirs.proposal}
            >
              <DrawStateBadge state={drawState(asked.theirs)} />
              <ProvenanceBadge draw={asked.theirs} />
            </Version>
            <Version title="Yours, not saved" values={asked.mine} other={valuesOf(asked.theirs)} />
          </div>
          <div className="mt-5 flex flex-wrap justify-end gap-3">
            <button type="button" className={ACTION} onClick={() => answer('theirs')}>
              {asked.isBySystem ? 'Leave it as published' : 'Take theirs'}
            </button>
            <button type="button" className={MAIN_ACTION} onClick={() => answer('mine')}>
              Keep mine
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}

interface VersionProps {
  title: string;
  values: DrawValues;
  /** Digits that differ from these are marked. */
  other?: DrawValues;
  /** The result that waits for approval. */
  proposal?: AdminDraw['proposal'];
  children?: ReactNode;
}

function Version({ title, values, other, proposal, children }: VersionProps) {
  const messages = useMessages();
  return (
    <section aria-label={title} className="space-y-2 rounded-control border border-thread bg-ground p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-base">{title}</h3>
        {children}
      </div>
      <ResultDigits digits={values.digits} {...(other && { former: other.digits })} />
      <p className="font-semibold">{values.drawNo}</p>
      {proposal && (
        <p className="text-sm">
          {proposal.digits} by {proposal.by} waits for approval.
        </p>
      )}
      <p className="text-sm text-ink-soft">
        {longDate(values.date, messages)}, {slotLabel(values.slot as AdminDraw['slot'])}
      </p>
    </section>
  );
}
