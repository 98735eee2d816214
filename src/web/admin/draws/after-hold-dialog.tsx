/** Asks what happens with a draft that was held while it was edited. */
import type { AdminDraw } from '../../../contract/draws.ts';
import { digitsOf } from '../../../core/digits.ts';
import { ACTION, MAIN_ACTION } from '../../components/control-classes.ts';
import { Dialog } from '../widgets/dialog.tsx';
import type { AsyncDialog } from '../widgets/use-async-dialog.ts';
import { ProvenanceBadge } from './draw-state-badge.tsx';
import { ResultDigits } from './result-digits.tsx';

export type AfterHold = 'publish' | 'keep';

export function AfterHoldDialog({ dialog }: { dialog: AsyncDialog<AdminDraw, AfterHold> }) {
  const { asked, isOpen, answer } = dialog;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => answer('keep')}
      keepOpen
      title={`${asked?.drawNo} is saved and on hold`}
      description="Publish it now, or keep it on hold until somebody publishes or releases it."
    >
      {asked && (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <ResultDigits digits={digitsOf(asked)} />
            <ProvenanceBadge draw={asked} />
          </div>
          <div className="mt-5 flex flex-wrap justify-end gap-3 max-sm:*:grow">
            <button type="button" className={ACTION} onClick={() => answer('keep')}>
              Keep on hold
            </button>
            <button type="button" className={MAIN_ACTION} onClick={() => answer('publish')}>
              Publish now
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
