/** How far something is, with a label. */
import { Progress } from '@base-ui/react/progress';

interface ProgressBarProps {
  label: string;
  /** Null as long as nobody knows. */
  value: number | null;
  max?: number;
}

export const ProgressBar = ({ label, value, max = 100 }: ProgressBarProps) => (
  <Progress.Root value={value} max={max} className="mt-2">
    <Progress.Label className="text-sm font-semibold tabular-nums">{label}</Progress.Label>
    <Progress.Track className="mt-1 h-2 overflow-hidden rounded-full bg-thread">
      <Progress.Indicator className="bg-gold transition-[width]" />
    </Progress.Track>
  </Progress.Root>
);
