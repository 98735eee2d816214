/** The list of what needs attention: one sentence and one action each. */
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { ACTION } from '../../components/control-classes.ts';
import { CheckIcon } from '../../components/icons.tsx';
import { clockTime, dayOf, longDate } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useToday } from '../../server-time/use-today.ts';
import { focusNeighbour } from '../lists/list-row.ts';
import { QueryView } from '../lists/query-view.tsx';
import { Panel } from '../widgets/panel.tsx';
import { WarningIcon } from '../widgets/panel-icons.tsx';
import { AttentionAction, type AttentionActionProps } from './attention-action.tsx';
import { type AttentionLine, onePerDraw } from './one-per-draw.ts';
import { useAttentionQuery, useUrgency } from './use-attention.ts';

/** More are shown on demand: a server that was down for days has many missing draws. */
const SHOWN = 8;

type AttentionListProps = Pick<AttentionActionProps, 'onAdd'>;

export function AttentionList({ onAdd }: AttentionListProps) {
  const query = useAttentionQuery();
  return (
    <Panel title="Attention">
      <QueryView query={query} label="Loading what needs attention" rows={1}>
        {({ items }) => <Lines items={onePerDraw(items)} onAdd={onAdd} />}
      </QueryView>
    </Panel>
  );
}

function Lines({ items, onAdd }: AttentionListProps & { items: AttentionLine[] }) {
  const [isWhole, setWhole] = useState(false);
  if (items.length === 0) {
    return (
      <p className="flex items-center gap-2.5 font-semibold text-palm">
        <CheckIcon />
        Nothing needs attention
      </p>
    );
  }
  return (
    <>
      <ul className="space-y-2">
        {(isWhole ? items : items.slice(0, SHOWN)).map((item) => (
          <Line key={keyOf(item)} item={item} onAdd={onAdd} />
        ))}
      </ul>
      {items.length > SHOWN && (
        <button
          type="button"
          aria-expanded={isWhole}
          className={`${ACTION} mt-3`}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${items.length}`}
        </button>
      )}
    </>
  );
}

const keyOf = ({ kind, date, slot, drawId, text }: AttentionLine): string =>
  drawId ?? (date ? `${kind} ${date} ${slot}` : `${kind} ${text}`);

const LOOKS = {
  public: { edge: 'border-l-ember', icon: 'text-ember' },
  staff: { edge: 'border-l-gold', icon: 'text-gold-ink' },
} as const;

function Line({ item, onAdd }: AttentionListProps & { item: AttentionLine }) {
  const urgency = useUrgency([item]);
  const id = useId();
  const line = useRef<HTMLLIElement>(null);
  // An action removes its line, and with it the button that had the focus.
  useLayoutEffect(() => {
    const removed = line.current;
    return () => {
      if (removed?.contains(document.activeElement)) focusNeighbour(removed);
    };
  }, []);
  return (
    <li
      ref={line}
      tabIndex={-1}
      data-urgency={urgency}
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control border border-l-4 border-thread bg-ground py-1.5 pr-2 pl-3 max-sm:[&>:is(a,button)]:w-full ${LOOKS[urgency].edge}`}
    >
      <p className="flex min-w-0 grow basis-72 items-start gap-2.5 py-1">
        <span className={`shrink-0 ${LOOKS[urgency].icon}`}>
          <WarningIcon />
        </span>
        <span>
          <span id={id} className="font-semibold">
            {item.text}
          </span>{' '}
          <span className="text-sm whitespace-nowrap text-ink-soft">
            since <Since at={item.since} />
          </span>
        </span>
      </p>
      <AttentionAction item={item} describedBy={id} onAdd={onAdd} />
    </li>
  );
}

function Since({ at }: { at: string }) {
  const messages = useMessages();
  const today = useToday();
  return <time dateTime={at}>{dayOf(at) === today ? clockTime(at) : longDate(dayOf(at), messages)}</time>;
}
