/** Today's five slots as a row, how many results are pending, and what automation does next. */
import { Link } from 'react-router';
import type { Dashboard } from '../../../contract/dashboard.ts';
import { countdownText, countdownTo } from '../../../core/phase.ts';
import { digitsOf } from '../../components/draw-digits.ts';
import { ClockIcon } from '../../components/icons.tsx';
import { useServerNow } from '../../hooks/use-server-now.tsx';
import { clockTime, longDate, weekday } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { DrawStateBadge } from '../draws/draw-state-badge.tsx';
import { ResultDigits } from '../draws/result-digits.tsx';
import { Panel } from '../widgets/panel.tsx';
import { type DashboardSlot, slotOutlook, slotState } from './slot-state.ts';

export function Today({ dashboard }: { dashboard: Dashboard }) {
  const messages = useMessages();
  const { date, slots, pendingCount, nextAction, warnings } = dashboard;
  const isAutomatic = !warnings.some(({ code }) => code === 'automation-off');
  return (
    <Panel
      title={`Today, ${weekday(date, messages)} ${longDate(date, messages)}`}
      actions={
        <p>
          <b className="text-xl tabular-nums">{pendingCount}</b>{' '}
          {pendingCount === 1 ? 'result pending' : 'results pending'}
        </p>
      }
    >
      <ol className="grid gap-3 sm:grid-cols-2 md:grid-cols-3 xl:grid-cols-5">
        {slots.map((slot) => (
          <TodaysSlot key={slot.slot} slot={slot} date={date} isAutomatic={isAutomatic} />
        ))}
      </ol>
      {nextAction && <NextAction action={nextAction} />}
    </Panel>
  );
}

interface TodaysSlotProps {
  slot: DashboardSlot;
  date: string;
  isAutomatic: boolean;
}

function TodaysSlot({ slot, date, isAutomatic }: TodaysSlotProps) {
  const now = useServerNow();
  return (
    <li className="flex flex-col gap-2 rounded-control border border-thread bg-ground p-3">
      <div className="flex flex-wrap items-center justify-between gap-1 xl:flex-col xl:items-start">
        <span className="font-bold">{slot.label}</span>
        <DrawStateBadge state={slotState(slot, now)} />
      </div>
      {slot.draw ? (
        <ResultDigits digits={digitsOf(slot.draw)} />
      ) : (
        <span className="flex min-h-11 items-center text-ink-soft">No draw</span>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-2 xl:flex-col xl:items-start">
        <Link
          to={`/admin/draws?date=${date}`}
          className="inline-flex min-h-11 items-center font-semibold text-maroon underline"
        >
          {slot.draw?.drawNo ?? slot.drawNo}
        </Link>
        <span className="text-sm text-ink-soft tabular-nums">{slotOutlook(slot, isAutomatic, now)}</span>
      </div>
    </li>
  );
}

const ACTION_WORDS = { generate: 'makes the drafts of the day', publish: 'publishes' } as const;

function NextAction({ action }: { action: NonNullable<Dashboard['nextAction']> }) {
  const now = useServerNow();
  return (
    <p className="mt-4 flex items-start gap-2">
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
        <b role="timer" className="tabular-nums">
          {countdownText(countdownTo(Date.parse(action.at), now))}
        </b>
        .
      </span>
    </p>
  );
}
