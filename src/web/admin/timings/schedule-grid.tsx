/** The times of the five draws of a day: draw, result, announcement. */
import { scheduleOf } from '../../../core/schedule.ts';
import { slotLabel, timeLabel } from '../../../core/slots.ts';

export const ScheduleGrid = ({ delay }: { delay: number }) => (
  <ol className="grid grid-cols-1 gap-2 sm:grid-cols-5 sm:gap-3">
    {scheduleOf(delay).map(({ slot, resultTime, announcementTime }) => (
      <li
        key={slot}
        className="rounded-control border border-thread bg-ground p-3 max-sm:grid max-sm:grid-cols-[1fr_1fr_auto] max-[21.5rem]:grid-cols-2 max-sm:items-end max-sm:gap-x-3"
      >
        <Time name="Draw" time={slotLabel(slot)} isMain />
        <Time name="Result" time={timeLabel(resultTime)} />
        <Time name="Announcement" time={timeLabel(announcementTime)} />
      </li>
    ))}
  </ol>
);

const Time = ({ name, time, isMain = false }: { name: string; time: string; isMain?: boolean }) => (
  <p className="not-first:sm:mt-2">
    <span className="block text-sm text-ink-soft">{name}</span>
    <span className={`tabular-nums whitespace-nowrap ${isMain ? 'font-bold sm:text-lg' : 'font-semibold'}`}>
      {time}
    </span>
  </p>
);
