/** The status at the bottom of a draw card: waiting, in progress, delayed, revealing or published. */
import type { Draw } from '../../../contract/draws.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { Emblem } from '../../components/emblem.tsx';
import { CheckIcon, ClockIcon } from '../../components/icons.tsx';
import { ResultBadge } from '../../components/result-badge.tsx';
import { clockTime } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { TimeLeft } from '../draw-cards/time-left.tsx';
import type { TodaysCard } from '../draw-cards/use-todays-cards.ts';

/** At the top of a phone's page it always has the height of the live state, so that nothing below it moves. */
const HEIGHT = 'min-h-11 in-data-hero:@max-md:min-h-[2lh] in-data-hero:@max-md:in-[:lang(ml)]:min-h-[3lh]';
const LINE = `flex ${HEIGHT} flex-wrap items-center gap-x-4 tabular-nums @max-md:in-[:lang(ml)]:text-[0.9375rem]`;

function WaitingLine({ drawAt }: { drawAt: Instant }) {
  const { draw } = useMessages();
  return (
    <p className={`${LINE} text-ink-soft`}>
      <span className="script-only flex items-center gap-2">
        <ClockIcon />
        <TimeLeft until={drawAt} inWords={draw.startsIn} soon={draw.startingSoon} />
      </span>
      <span className="script-free">{draw.waiting}</span>
    </p>
  );
}

function LiveLine({ revealAt }: { revealAt: Instant }) {
  const { draw } = useMessages();
  return (
    <p className={`${LINE} justify-between font-semibold text-ember @4xl:text-2xl`}>
      <span>{draw.inProgress}</span>
      <span className="script-only">
        <TimeLeft until={revealAt} inWords={draw.resultsIn} soon={draw.anyMoment} />
      </span>
    </p>
  );
}

/** The same words whatever the cause. */
function DelayedLine() {
  const { delayed } = useMessages().draw;
  return (
    <p className={`${LINE} font-semibold text-gold-ink`}>
      <span className="flex items-center gap-2">
        <ClockIcon />
        {delayed}
      </span>
    </p>
  );
}

function RollingLine() {
  const { revealing } = useMessages().draw;
  return (
    <p className={`${LINE} font-semibold text-gold-ink @4xl:text-2xl`}>
      <span className="flex items-center gap-2">
        <Emblem className="turn-quickly size-6 text-gold" />
        {revealing}
      </span>
    </p>
  );
}

function PublishedLine({ draw }: { draw: Draw }) {
  const { draw: texts } = useMessages();
  return (
    <p className={`${LINE} justify-between`}>
      <span className="flex items-center gap-1.5 font-semibold text-palm @4xl:text-2xl">
        <CheckIcon />
        {texts.published}
      </span>
      <span className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
        <time dateTime={draw.publishedAt}>{clockTime(draw.publishedAt)}</time> <ResultBadge draw={draw} />
      </span>
    </p>
  );
}

export function StatusLine({ card: { state, face, drawAt, revealAt } }: { card: TodaysCard }) {
  if (state.kind === 'published') return <PublishedLine draw={state.result.draw} />;
  if (face === 'rolling') return <RollingLine />;
  if (face === 'waiting') return <WaitingLine drawAt={drawAt} />;
  if (face === 'overdue') return <DelayedLine />;
  return <LiveLine revealAt={revealAt} />;
}
