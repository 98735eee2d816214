/** A countdown to an instant. */
import { countdownText, countdownTo } from '../../../core/phase.ts';
import { useServerTime } from '../../server-time/use-server-now.tsx';

export function TimeLeft({ until }: { until: string }) {
  const text = useServerTime((now) => countdownText(countdownTo(Date.parse(until), now)));
  return (
    <b role="timer" className="whitespace-nowrap tabular-nums">
      {text}
    </b>
  );
}
