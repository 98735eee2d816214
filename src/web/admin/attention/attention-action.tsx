/** The action of a line in the list of what needs attention; where only an Admin may do it, Editors read that. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AttentionKind } from '../../../core/attention.ts';
import { useBackupStart } from '../backups/use-backup-start.ts';
import type { DateAndSlot } from '../draws/use-draw-editor.ts';
import { useSession } from '../session/session.tsx';
import { useSingleRun } from '../widgets/use-single-run.ts';
import type { AttentionLine } from './one-per-draw.ts';
import { useMaintenanceEnd } from './use-maintenance-end.ts';
import { useWaitingDraw } from './use-waiting-draw.ts';

const BUTTON =
  'inline-flex min-h-11 items-center justify-center rounded-control border-2 border-maroon px-4 font-semibold whitespace-nowrap text-maroon hover:bg-cloth aria-disabled:opacity-60';

export interface AttentionActionProps {
  item: AttentionLine;
  /** The id of the sentence. */
  describedBy: string;
  /** Opens the form for the missing draw. */
  onAdd(dateAndSlot: DateAndSlot): void;
}

const FOR_ADMINS: readonly AttentionKind[] = ['backup', 'automation', 'maintenance'];

export function AttentionAction({ item, describedBy, onAdd }: AttentionActionProps) {
  const { me } = useSession();
  const { kind, date, slot, drawId } = item;
  if (FOR_ADMINS.includes(kind) && me.role !== 'admin') {
    return <span className="px-2 text-sm text-ink-soft">Ask an Admin</span>;
  }
  if (item.needsApproval && date)
    return <ScreenLink to={`/admin/draws?date=${date}${slot ? `&slot=${slot}` : ''}`}>Review</ScreenLink>;
  switch (kind) {
    case 'late':
    case 'overdue':
      return drawId && <WaitingDrawAction drawId={drawId} action="publish" describedBy={describedBy} />;
    case 'held':
      return drawId && <WaitingDrawAction drawId={drawId} action="release" describedBy={describedBy} />;
    case 'missing':
      return (
        date &&
        slot && (
          <button
            type="button"
            aria-describedby={describedBy}
            className={BUTTON}
            onClick={() => onAdd({ date, slot })}
          >
            Add result
          </button>
        )
      );
    case 'backup':
      return <BackupAction />;
    case 'maintenance':
      return <MaintenanceAction />;
    case 'automation':
      return <ScreenLink to="/admin/timings">Open Timings</ScreenLink>;
    case 'approval':
    case 'beacon':
      return <ScreenLink to="/admin/draws">Open draws</ScreenLink>;
    default:
      return <ScreenLink to="/admin/activity?type=system">Open activity</ScreenLink>;
  }
}

const ScreenLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={BUTTON}>
    {children}
  </Link>
);

const DRAW_ACTIONS = { publish: 'Publish now', release: 'Release' } as const;

interface WaitingDrawActionProps {
  drawId: string;
  action: keyof typeof DRAW_ACTIONS;
  describedBy: string;
}

function WaitingDrawAction({ drawId, action, describedBy }: WaitingDrawActionProps) {
  const act = useWaitingDraw(drawId);
  return (
    <Button onPress={act[action]} describedBy={describedBy}>
      {DRAW_ACTIONS[action]}
    </Button>
  );
}

function BackupAction() {
  const { start } = useBackupStart();
  return <Button onPress={start}>Back up now</Button>;
}

export const MaintenanceAction = () => <Button onPress={useMaintenanceEnd()}>Turn off</Button>;

interface ButtonProps {
  onPress(): Promise<unknown>;
  describedBy?: string;
  children: ReactNode;
}

function Button({ onPress, describedBy, children }: ButtonProps) {
  const { isBusy, run } = useSingleRun();
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      aria-describedby={describedBy}
      className={BUTTON}
      onClick={() => run(onPress)}
    >
      {children}
    </button>
  );
}
