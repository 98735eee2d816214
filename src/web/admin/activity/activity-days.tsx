/** The entries of the activity log, day by day. */
import { useId } from 'react';
import type { ActivityEntry } from '../../../contract/activity.ts';
import type { IstDate } from '../../../core/ist-time.ts';
import { dayOf, longDate, weekday } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useToday } from '../../server-time/use-today.ts';
import { EntryItem } from './entry-item.tsx';

export function ActivityDays({ entries }: { entries: readonly ActivityEntry[] }) {
  const days = Map.groupBy(entries, ({ timestamp }) => dayOf(timestamp));
  return (
    <div className="space-y-6">
      {[...days].map(([date, ofDay]) => (
        <ActivityDay key={date} date={date} entries={ofDay} />
      ))}
    </div>
  );
}

function ActivityDay({ date, entries }: { date: IstDate; entries: readonly ActivityEntry[] }) {
  const messages = useMessages();
  const today = useToday();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 flex flex-wrap items-baseline gap-x-2 text-xl">
        {longDate(date, messages)}
        <span className="text-base font-medium text-ink-soft">
          {weekday(date, messages)}
          {date === today && ' · Today'}
        </span>
      </h2>
      <ol className="thread-edge divide-y divide-thread rounded-card bg-cloth px-4">
        {entries.map((entry) => (
          <EntryItem key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  );
}
