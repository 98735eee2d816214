/** The times of draws and results, and an explanation of IST for visitors abroad. */
import { instantOf } from '../../../core/ist-time.ts';
import { scheduleOf } from '../../../core/schedule.ts';
import { SLOTS, slotLabel, timeLabel } from '../../../core/slots.ts';
import { usePageMessages } from '../../i18n/i18n.tsx';
import { useLiveData } from '../../live/live-data-provider.tsx';

/** Any date works: India has no daylight saving time. */
const firstDrawInUtc = new Date(instantOf('2026-01-01', SLOTS[0])).toISOString().slice(11, 16);

export function DrawTimes() {
  const { helpPage } = usePageMessages();
  const { publishDelay } = useLiveData().settings;
  return (
    <div className="grid gap-4">
      <p className="max-w-prose">
        {helpPage.timingText} {helpPage.timingExample(slotLabel(SLOTS[0]), firstDrawInUtc)}
      </p>
      <p className="max-w-prose">{helpPage.timingClock}</p>
      <div className="chart-box max-w-xl">
        <table className="chart tabular-nums">
          <thead>
            <tr>
              <th scope="col">{helpPage.drawTime}</th>
              <th scope="col">{helpPage.resultTime}</th>
              <th scope="col">{helpPage.announcementTime}</th>
            </tr>
          </thead>
          <tbody>
            {scheduleOf(publishDelay).map(({ slot, resultTime, announcementTime }) => (
              <tr key={slot}>
                <th scope="row">{slotLabel(slot)}</th>
                <td>{timeLabel(resultTime)}</td>
                <td>{timeLabel(announcementTime)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
