/** The action of a line in the list of what needs attention; where only an Admin may do it, Editors read that. */
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { AttentionItem } from '../../../contract/attention.ts';
import type { AttentionKind } from '../../../core/attention.ts';
import type { Occasion } from '../draws/use-draw-editor.ts';
import { useSession } from '../session/session.tsx';
import { useBackupStart } from '../timings/use-backup-start.ts';
import { useMaintenanceEnd } from './use-maintenance-end.ts';
import { useWaitingDraw } from './use-waiting-draw.ts';

const BUTTON =
  'inline-flex min-h-11 items-center justify-center rounded-control border-2 border-maroon px-4 font-semibold whitespace-nowrap text-maroon hover:bg-cloth aria-disabled:opacity-60 max-sm:w-full';

export interface AttentionActionProps {
  item: AttentionItem;
  /** Opens the form for the missing draw. */
  onAdd(occasion: Occasion): void;
}

const FOR_ADMINS: readonly AttentionKind[] = ['backup', 'automation', 'maintenance'];

export function AttentionAction({ item, onAdd }: AttentionActionProps) {
  const { me } = useSession();
  const { kind, date, slot, drawId } = item;
  if (FOR_ADMINS.includes(kind) && me.role !== 'admin') {
    return <span className="px-2 text-sm text-ink-soft">Ask an Admin</span>;
  }
  switch (kind) {
    case 'late':
    case 'overdue':
      return drawId && <WaitingDrawAction drawId={drawId} action="publish" />;
    case 'held':
      return drawId && <WaitingDrawAction drawId={drawId} action="release" />;
    case 'missing':
      return (
        date &&
        slot && (
          <button type="button" className={BUTTON} onClick={() => onAdd({ date, slot })}>
            Add result
          </button>
        )
      );
    case 'backup':
      return <BackupAction />;
    case 'maintenance':
      return <MaintenanceAction />;
    case 'automation':
      return <ScreenLink to="/admin/timings">Open settings</ScreenLink>;
    case 'approval':
      return <ScreenLink to={date ? `/admin/draws?date=${date}` : '/admin/draws'}>Open draws</ScreenLink>;
    default:
      return <ScreenLink to="/admin/activity">Open the log</ScreenLink>;
  }
}

const ScreenLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={BUTTON}>
    {children}
  </Link>
);

const DRAW_ACTIONS = { publish: 'Publish now', release: 'Release' } as const;

function WaitingDrawAction({ drawId, action }: { drawId: string; action: keyof typeof DRAW_ACTIONS }) {
  const act = useWaitingDraw(drawId);
  return <Button onPress={() => act[action]()}>{DRAW_ACTIONS[action]}</Button>;
}

function BackupAction() {
  const { start } = useBackupStart();
  return <Button onPress={start}>Back up now</Button>;
}

export function MaintenanceAction() {
  return <Button onPress={useMaintenanceEnd()}>Turn off</Button>;
}

/** A second press while the first is under way does nothing. */
function Button({ onPress, children }: { onPress(): Promise<unknown>; children: ReactNode }) {
  const [isBusy, setBusy] = useState(false);
  async function press(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    await onPress();
    setBusy(false);
  }
  return (
    <button type="button" aria-disabled={isBusy} className={BUTTON} onClick={press}>
      {children}
    </button>
  );
}
