/** The business hours. */
import { usePageMessages } from '../i18n/i18n.tsx';

export function BusinessHours() {
  const { hours } = usePageMessages();
  return (
    <>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr] sm:gap-y-1">
        {hours.days.map((day, index) => (
          <div key={day} className="sm:contents">
            <dt className="text-ink-soft">{day}</dt>
            <dd className="font-semibold tabular-nums">{hours.times[index]}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm text-ink-soft">{hours.zone}</p>
    </>
  );
}
