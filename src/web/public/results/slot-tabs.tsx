/** Links between the chart and the history of each draw time. */
import { NavLink } from 'react-router';
import { SLOTS, slotLabel, slotToPath } from '../../../core/slots.ts';
import { usePathIn, useResultMessages } from '../../i18n/i18n.tsx';

const TAB =
  'flex h-full min-h-13 flex-col items-center justify-center gap-x-1.5 sm:min-h-11 sm:flex-row rounded-control border border-thread bg-cloth px-1 text-center leading-tight font-semibold transition-colors hover:border-gold aria-[current=page]:border-maroon aria-[current=page]:bg-maroon aria-[current=page]:text-on-strong';

export function SlotTabs() {
  const { charts } = useResultMessages();
  const pathTo = usePathIn();
  return (
    <nav aria-label={charts.byTime} className="screen-only mb-6">
      <ul className="grid grid-cols-6 gap-1.5 sm:gap-2">
        <li>
          <NavLink to={pathTo('/results')} end className={`${TAB} max-sm:text-sm`}>
            {charts.allTimes}
          </NavLink>
        </li>
        {SLOTS.map((slot) => {
          const [time, half] = slotLabel(slot).split(' ');
          return (
            <li key={slot}>
              <NavLink to={pathTo(`/results/${slotToPath(slot)}`)} className={TAB}>
                <span className="tabular-nums">{time}</span>{' '}
                <span className="text-sm sm:text-base">{half}</span>
              </NavLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
