/** Today's five slots as cards, how many results are entered and pending, and what automation does next. */
import type { Dashboard } from '../../../contract/dashboard.ts';
import { countdownText, countdownTo } from '../../../core/phase.ts';
import { ClockIcon } from '../../components/icons.tsx';
import { clockTime, longDate, weekday } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useServerNow } from '../../server-time/use-server-now.tsx';
import { useDraftKeys } from '../draws/draw-row.tsx';
import { isEntered } from '../draws/draw-state-badge.tsx';
import type { Place } from '../draws/use-draw-editor.ts';
import { Panel } from '../widgets/panel.tsx';
import { SlotCard } from './slot-card.tsx';

interface TodayProps {
  dashboard: Dashboard;
  /** Opens the form for a missing draw. */
  onAdd(place: Place): void;
}

export function Today({ dashboard, onAdd }: TodayProps) {
  const messages = useMessages();
  const { date, slots, automation, draftsAt, nextAction } = dashboard;
  useDraftKeys();
  return (
    <Panel
      title={`Today, ${weekday(date, messages)} ${longDate(date, messages)}`}
      actions={<Progress dashboard={dashboard} />}
    >
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        <ol className="contents">
          {slots.map((slot) => (
            <SlotCard
              key={slot.slot}
              slot={slot}
              date={date}
              automation={automation}
              draftsAt={draftsAt}
              onAdd={() => onAdd({ date, slot: slot.slot })}
            />
          ))}
        </ol>
        {nextAction && <NextAction action={nextAction} />}
      </div>
    </Panel>
  );
}

/** `3 of 5 entered`. */
function Progress({ dashboard: { slots, pendingCount } }: { dashboard: Dashboard }) {
  const entered = slots.filter(({ draw }) => draw && isEntered(draw)).length;
  return (
    <div className="flex flex-wrap gap-x-5">
      <p>
        <b className="text-xl tabular-nums">
          {entered} of {slots.length}
        </b>{' '}
        entered
      </p>
      <p>
        <b className="text-xl tabular-nums">{pendingCount}</b>{' '}
        {pendingCount === 1 ? 'result pending' : 'results pending'}
      </p>
    </div>
  );
}

const ACTION_WORDS = { generate: 'makes the drafts of the day', publish: 'publishes' } as const;

/** Fills the place of a sixth card. */
function NextAction({ action }: { action: NonNullable<Dashboard['nextAction']> }) {
  const now = useServerNow();
  return (
    <p className="flex items-start gap-2 self-center p-3">
      <span className="mt-0.5 text-gold-ink">
        <ClockIcon />
      </span>
      <span>
        Next: the system {ACTION_WORDS[action.kind]}
        {action.drawNo && (
          <>
            {' '}
            <b>{action.drawNo}</b>
          </>
        )}{' '}
        at {clockTime(action.at)}, in{' '}
        <b role="timer" className="whitespace-nowrap tabular-nums">
          {countdownText(countdownTo(Date.parse(action.at), now))}
        </b>
        .
      </span>
    </p>
  );
}
