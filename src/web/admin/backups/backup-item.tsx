/** One backup in the list: its progress, its size, or why it failed. */
import type { Backup } from '../../../contract/backups.ts';
import { sizeText } from '../widgets/amounts.ts';
import { Badge, type Tone } from '../widgets/badge.tsx';
import { Moment } from '../widgets/moment.tsx';
import { ProgressBar } from '../widgets/progress-bar.tsx';

const LOOKS: Record<Backup['status'], { label: string; tone: Tone }> = {
  running: { label: 'Running', tone: 'gold' },
  verified: { label: 'Verified', tone: 'palm' },
  failed: { label: 'Failed', tone: 'ember' },
};

const STEPS: Record<Backup['step'], string> = {
  copying: 'Copying',
  checksumming: 'Taking the checksum',
  restoring: 'Restoring into a scratch database',
  checking: 'Checking the restored copy',
  done: 'Done',
};

export const BackupItem = ({ backup }: { backup: Backup }) => (
  <li className="py-3">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone={LOOKS[backup.status].tone}>{LOOKS[backup.status].label}</Badge>
      <span className="font-semibold">
        <Moment at={backup.startedAt} />
      </span>
      {backup.bytes !== null && <span className="text-ink-soft">{sizeText(backup.bytes)}</span>}
    </div>
    <p className="mt-1 text-sm break-all text-ink-soft">{backup.file}</p>
    {backup.error && <p className="mt-1 font-semibold text-ember">{backup.error}</p>}
    {backup.status === 'running' && <ProgressBar label={STEPS[backup.step]} value={backup.progress} />}
  </li>
);
