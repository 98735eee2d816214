/** A large countdown in hours, minutes and seconds. */
import type { Instant } from '../../core/ist-time.ts';
import { countdownTo } from '../../core/phase.ts';
import { useMessages } from '../i18n/i18n.tsx';

function Unit({ value, name }: { value: number; name: string }) {
  return (
    <div className="flex min-w-20 flex-col items-center rounded-control border border-thread bg-ground px-2 pt-3 pb-2 lg:min-w-28">
      <span className="text-5xl leading-none font-bold tabular-nums lg:text-6xl">
        {String(value).padStart(2, '0')}
      </span>
      <span className="mt-1.5 text-sm text-ink-soft">{name}</span>
    </div>
  );
}

/** Read out on request only: a timer that spoke every second would drown everything else. */
export function CountdownClock({ until, now }: { until: Instant; now: Instant }) {
  const { home } = useMessages();
  const { hours, minutes, seconds } = countdownTo(until, now);
  return (
    <div role="timer" className="script-only grid grid-cols-3 gap-2 sm:gap-3">
      <Unit value={hours} name={home.hours} />
      <Unit value={minutes} name={home.minutes} />
      <Unit value={seconds} name={home.seconds} />
    </div>
  );
}
