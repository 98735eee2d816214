/** One of today's draws: its time and number, its five digits, and its status. */
import type { Draw } from '../../../contract/draws.ts';
import { type CardFace, faceOf } from '../../../core/card-state.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { slotLabel } from '../../../core/slots.ts';
import { DigitTiles, type TilesState } from '../../components/digit-tiles.tsx';
import { resultOf } from '../../components/draw-digits.ts';
import { ShareButton } from '../../components/share-button.tsx';
import { longDate } from '../../i18n/dates.ts';
import { useMessages, usePathIn } from '../../i18n/i18n.tsx';
import { Drums } from './drums.tsx';
import { StatusLine } from './status-line.tsx';
import type { Card } from './todays-cards.ts';
import { type DrawCardState, useDrawCard } from './use-draw-card.ts';

const EDGE_OF: Record<CardFace, string> = {
  waiting: 'thread-edge',
  live: 'kasavu-edge',
  overdue: 'thread-edge',
  rolling: 'kasavu-edge',
  published: 'thread-edge',
};

const TILES_OF: Record<CardFace, TilesState> = {
  waiting: 'waiting',
  live: 'live',
  overdue: 'waiting',
  rolling: 'live',
  published: 'published',
};

function LiveBadge() {
  const { liveNow } = useMessages().draw;
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-ember px-3 py-1 text-sm font-bold text-on-strong">
      <span className="breathe size-2 rounded-full bg-current" />
      {liveNow}
    </span>
  );
}

const SHARE =
  '-mt-1.5 -mr-3 inline-flex min-h-11 items-center gap-1.5 rounded-control px-3 text-sm font-semibold text-maroon transition-colors hover:bg-ground';

function ShareDraw({ draw }: { draw: Draw }) {
  const messages = useMessages();
  const pathTo = usePathIn();
  const text = messages.share.text(slotLabel(draw.slot), longDate(draw.date, messages), resultOf(draw));
  return <ShareButton path={pathTo(`/draws/${draw.drawNo}`)} text={text} className={SHARE} />;
}

/** Tells that a result which this page has shown was corrected or withdrawn. */
function Notice({ state }: Pick<DrawCardState, 'state'>) {
  const { draw } = useMessages();
  const text =
    state.kind === 'published' && state.former !== null
      ? draw.corrected([...state.former].join(' '))
      : state.kind === 'awaited' && state.wasWithdrawn && draw.withdrawn;
  if (!text) return null;
  return <p className="border-l-[3px] border-ember pl-3 font-semibold text-ember">{text}</p>;
}

export interface DrawCardProps {
  card: Card;
  /** The instant for which the card was computed. */
  now: Instant;
  /** Announces a text to screen readers. */
  announce(text: string): void;
}

export function DrawCard({ card, now, announce }: DrawCardProps) {
  const { slot, drawNo } = card;
  const { state, plan } = useDrawCard(card, announce);
  const face = faceOf(state, { ...card, now });
  return (
    <article
      aria-labelledby={`draw-${drawNo}`}
      data-face={face}
      className={`@container flex h-full flex-col gap-4 rounded-card bg-cloth p-5 pb-3 ${EDGE_OF[face]}`}
    >
      <header className="flex items-start justify-between gap-3">
        <h3 id={`draw-${drawNo}`} className="text-xl">
          {slotLabel(slot)}
          <span className="block text-sm font-medium text-ink-soft tabular-nums">{drawNo}</span>
        </h3>
        {face === 'live' && <LiveBadge />}
        {state.kind === 'published' && <ShareDraw draw={state.result.draw} />}
      </header>
      {plan && state.kind === 'rolling' ? (
        <Drums digits={state.result.digits} plan={plan} />
      ) : (
        <DigitTiles state={TILES_OF[face]} draw={state.kind === 'awaited' ? null : state.result.draw} />
      )}
      <Notice state={state} />
      <div className="mt-auto">
        <StatusLine face={face} card={card} state={state} />
      </div>
    </article>
  );
}
