/** The daily schedule: each draw with the times of its result and announcement. */
import { nextDraw } from '../../../core/next-draw.ts';
import { scheduleOf } from '../../../core/schedule.ts';
import { slotLabel, timeLabel } from '../../../core/slots.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useLiveData } from '../../live/live-data-provider.tsx';
import { useServerTime } from '../../server-time/use-server-now.tsx';

export function Schedule() {
  const { home } = useMessages();
  const { settings } = useLiveData();
  const next = useServerTime((now) => nextDraw(now).slot);
  return (
    <section
      aria-labelledby="schedule"
      className="thread-edge rounded-card bg-cloth p-5 max-[22rem]:px-2 sm:p-6"
    >
      <h2 id="schedule" className="mb-3 text-2xl">
        {home.schedule}
      </h2>
      <table className="w-full text-left tabular-nums">
        <thead className="text-sm text-ink-soft">
          <tr className="border-b-[3px] border-gold">
            <th className="py-2 pr-2 pl-3 font-semibold">{home.scheduleDraw}</th>
            <th className="py-2 pr-2 font-semibold">{home.scheduleResult}</th>
            <th className="py-2 pr-3 text-right font-semibold">{home.scheduleAnnouncement}</th>
          </tr>
        </thead>
        <tbody>
          {scheduleOf(settings.publishDelay).map(({ slot, resultTime, announcementTime }) => (
            <tr key={slot} className={`border-b border-thread ${slot === next ? 'bg-gold/15' : ''}`}>
              <th scope="row" className="py-2.5 pl-3 font-bold whitespace-nowrap">
                {slotLabel(slot)}
              </th>
              <td className="py-2.5 whitespace-nowrap">{timeLabel(resultTime)}</td>
              <td className="py-2.5 pr-3 text-right whitespace-nowrap">{timeLabel(announcementTime)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4 text-sm text-ink-soft">{home.allTimes}</p>
    </section>
  );
}
