/** A result that waits for approval: old and new, who proposed it and why, and what the reader may do with it. */
import { type ReactNode, type RefObject, useRef } from 'react';
import type { AdminDraw, Proposal } from '../../../contract/draws.ts';
import { ACTION, MAIN_ACTION } from '../../components/control-classes.ts';
import { useSession } from '../session/session.tsx';
import { ShortMoment } from '../widgets/moment.tsx';
import { isSame, proposedValues, valuesOf } from './draw-values.ts';
import { OldAndNew } from './old-and-new.tsx';
import { useProposalActions } from './proposal-actions.ts';

/** Renders nothing for a draw that needs no approval. */
export function WaitingForApproval({ draw }: { draw: AdminDraw }) {
  if (draw.proposal) return <WaitingProposal draw={draw} proposal={draw.proposal} />;
  return draw.unapproved ? <NotApproved draw={draw} /> : null;
}

function WaitingProposal({ draw, proposal }: { draw: AdminDraw; proposal: Proposal }) {
  const { me } = useSession();
  const box = useRef<HTMLElement>(null);
  const { isBusy, approve, reject } = useProposalActions(draw, () => focusRow(box.current));
  const isMine = proposal.authorIds.includes(me.id);
  const [former, values] = [valuesOf(draw), proposedValues(draw, proposal)];
  const name = <span className="sr-only"> {draw.drawNo}</span>;
  return (
    <Box
      ref={box}
      label={`Proposal for ${draw.drawNo}`}
      text={
        <>
          <p className="font-semibold text-gold-ink">
            {actOf(draw, isSame(former, values))} by {proposal.byId === me.id ? 'you' : proposal.by}{' '}
            <ShortMoment at={proposal.at} />
          </p>
          <OldAndNew former={former} values={values} />
          {proposal.reason && <p className="text-sm wrap-anywhere">Reason: “{proposal.reason}”</p>}
          <Notes isMine={isMine} isPublic={draw.published} />
        </>
      }
    >
      <button type="button" aria-disabled={isBusy} className={ACTION} onClick={reject}>
        {isMine ? 'Take back' : 'Reject'}
        {name}
      </button>
      {!isMine && (
        <button type="button" aria-disabled={isBusy} className={MAIN_ACTION} onClick={approve}>
          Approve{name}
        </button>
      )}
    </Box>
  );
}

function actOf({ publishedAt }: AdminDraw, isOwn: boolean): string {
  if (publishedAt !== null) return 'Correction proposed';
  return isOwn ? 'Entered' : 'Change proposed';
}

function Notes({ isMine, isPublic }: { isMine: boolean; isPublic: boolean }) {
  const notes = [
    isPublic && 'Visitors see the old result until it is approved.',
    isMine && 'Somebody else must approve it, because you proposed it.',
  ].filter(Boolean);
  return notes.length > 0 && <p className="text-sm text-ink-soft">{notes.join(' ')}</p>;
}

function NotApproved({ draw }: { draw: AdminDraw }) {
  const box = useRef<HTMLElement>(null);
  const { isBusy, sendAgain } = useProposalActions(draw, () => focusRow(box.current));
  return (
    <Box
      ref={box}
      label={`Approval of ${draw.drawNo}`}
      text={<p>These digits cannot be published. Change them, send them again, or delete them.</p>}
    >
      <button type="button" aria-disabled={isBusy} className={ACTION} onClick={sendAgain}>
        Send again<span className="sr-only"> {draw.drawNo}</span>
      </button>
    </Box>
  );
}

interface BoxProps {
  ref: RefObject<HTMLElement | null>;
  label: string;
  text: ReactNode;
  /** The buttons. */
  children: ReactNode;
}

const Box = ({ ref, label, text, children }: BoxProps) => (
  <section
    ref={ref}
    aria-label={label}
    className="col-span-full flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-control border-2 border-gold bg-ground p-3"
  >
    <div className="min-w-0 space-y-2">{text}</div>
    <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow sm:ml-auto">{children}</div>
  </section>
);

/** The button that had the focus is about to be removed. */
const focusRow = (box: HTMLElement | null): void => box?.closest<HTMLElement>('[data-draw-row]')?.focus();
