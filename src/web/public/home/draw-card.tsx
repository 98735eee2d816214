/** One of today's draws: its time and number, its five tiles, and one line that says how far it has come. */
import type { Draw } from '../../../contract/draws.ts';
import type { SlotToday } from '../../../contract/today.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { countdownText, countdownTo, isOver } from '../../../core/phase.ts';
import { slotLabel } from '../../../core/slots.ts';
import { DigitTiles } from '../../components/digit-tiles.tsx';
import { CheckIcon, ClockIcon } from '../../components/icons.tsx';
import { clockTime } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';

export type Card = Omit<SlotToday, 'drawAt' | 'revealAt'> & { drawAt: Instant; revealAt: Instant };

function LiveBadge() {
  const { liveNow } = useMessages().draw;
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-ember px-3 py-1 text-sm font-bold text-on-strong">
      <span className="breathe size-2 rounded-full bg-current" />
      {liveNow}
    </span>
  );
}

function WaitingLine({ drawAt, now }: { drawAt: Instant; now: Instant }) {
  const { draw } = useMessages();
  const left = countdownTo(drawAt, now);
  return (
    <p className="script-only flex items-center gap-2 text-ink-soft tabular-nums">
      <ClockIcon />
      {isOver(left) ? draw.startingSoon : draw.startsIn(countdownText(left))}
    </p>
  );
}

function LiveLine({ revealAt, now }: { revealAt: Instant; now: Instant }) {
  const { draw } = useMessages();
  const left = countdownTo(revealAt, now);
  return (
    <p className="flex flex-wrap justify-between gap-x-4 font-semibold text-ember tabular-nums">
      <span>{draw.inProgress}</span>
      <span className="script-only">
        {isOver(left) ? draw.anyMoment : draw.resultsIn(countdownText(left))}
      </span>
    </p>
  );
}

function PublishedLine({ publishedAt, provenance }: Draw) {
  const { draw } = useMessages();
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4">
      <span className="flex items-center gap-1.5 font-semibold text-palm">
        <CheckIcon />
        {draw.published}
      </span>
      <span className="text-sm text-ink-soft">
        <time dateTime={publishedAt}>{clockTime(publishedAt)}</time> · {draw.provenance[provenance]}
      </span>
    </p>
  );
}

export function DrawCard({ card, now }: { card: Card; now: Instant }) {
  const { slot, drawNo, phase, drawAt, revealAt } = card;
  const draw = phase === 'revealed' ? card.draw : null;
  // A draw whose result is late goes on as one in progress: the public hears nothing of drafts.
  const isLive = phase === 'live' || (phase === 'revealed' && !draw);
  return (
    <article
      aria-labelledby={`draw-${drawNo}`}
      className={`@container flex h-full flex-col gap-4 rounded-card bg-cloth p-5 ${isLive ? 'kasavu-edge' : 'thread-edge'}`}
    >
      <header className="flex items-start justify-between gap-3">
        <h3 id={`draw-${drawNo}`} className="text-xl">
          {slotLabel(slot)}
          <span className="block text-sm font-medium text-ink-soft tabular-nums">{drawNo}</span>
        </h3>
        {isLive && <LiveBadge />}
      </header>
      <DigitTiles state={draw ? 'published' : isLive ? 'live' : 'waiting'} draw={draw} />
      <div className="mt-auto">
        {draw && <PublishedLine {...draw} />}
        {isLive && <LiveLine revealAt={revealAt} now={now} />}
        {phase === 'waiting' && <WaitingLine drawAt={drawAt} now={now} />}
      </div>
    </article>
  );
}
