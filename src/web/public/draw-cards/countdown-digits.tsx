/** One unit of a countdown. */
import type { Instant } from '../../../core/ist-time.ts';
import { type Countdown, countdownTo } from '../../../core/phase.ts';
import { useServerTime } from '../../server-time/use-server-now.tsx';

/** Each unit reads the clock on its own, so that the hours do not render every second. */
export function CountdownDigits({ until, unit }: { until: Instant; unit: keyof Countdown }) {
  const value = useServerTime((now) => countdownTo(until, now)[unit]);
  return String(value).padStart(2, '0');
}
