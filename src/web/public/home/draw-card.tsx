/** One of today's draws: its time and number, its five digits, and its status. */
import { Link } from 'react-router';
import type { Draw } from '../../../contract/draws.ts';
import { type CardFace, isActive, type RollPlan } from '../../../core/card-state.ts';
import { digitsTextOf } from '../../../core/digits.ts';
import { slotLabel } from '../../../core/slots.ts';
import { Corrections } from '../../components/corrections.tsx';
import { DigitTiles, type TilesState } from '../../components/digit-tiles.tsx';
import { ShareButton } from '../../components/share-button.tsx';
import { longDate } from '../../i18n/dates.ts';
import { useMessages, usePathIn } from '../../i18n/i18n.tsx';
import { Drums } from '../draw-cards/drums.tsx';
import type { TodaysCard } from '../draw-cards/use-todays-cards.ts';
import { BellButton } from './bell-button.tsx';
import { StatusLine } from './status-line.tsx';

const TILES_OF: Record<CardFace, TilesState> = {
  waiting: 'waiting',
  live: 'live',
  overdue: 'waiting',
  rolling: 'live',
  published: 'published',
};

function tilesOf({ state, face, isNew }: TodaysCard): TilesState {
  return isNew && state.kind === 'published' && state.hasRolled ? 'landed' : TILES_OF[face];
}

function Badge({ card }: { card: TodaysCard }) {
  const { draw } = useMessages();
  if (card.isNew) return <span className="card-badge bg-palm">{draw.isNew}</span>;
  if (!isActive(card)) return null;
  return (
    <span className="card-badge bg-ember">
      <span className="breathe size-2 rounded-full bg-current" />
      {draw.liveNow}
    </span>
  );
}

function ShareDraw({ draw }: { draw: Draw }) {
  const messages = useMessages();
  const pathTo = usePathIn();
  const text = messages.share.text(slotLabel(draw.slot), longDate(draw.date, messages), digitsTextOf(draw));
  return <ShareButton path={pathTo(`/draws/${draw.drawNo}`)} text={text} className="card-share" />;
}

/** Only a published draw has a page. Its link covers the whole card. */
function Title({ card: { slot, drawNo, state } }: { card: TodaysCard }) {
  const pathTo = usePathIn();
  const title = (
    <>
      {slotLabel(slot)}{' '}
      <span className="block text-sm font-medium text-ink-soft tabular-nums @4xl:text-base">{drawNo}</span>
    </>
  );
  if (state.kind !== 'published') return title;
  return (
    <Link to={pathTo(`/draws/${drawNo}`)} className="card-link">
      {title}
    </Link>
  );
}

export interface DrawCardProps {
  card: TodaysCard;
  /** How it rolls, if it does. */
  plan: RollPlan | null;
  heading: 'h2' | 'h3';
}

export function DrawCard({ card, plan, heading: Heading }: DrawCardProps) {
  const { drawNo, state, face, isNew } = card;
  const edge = isNew || isActive(card) ? 'kasavu-edge' : 'thread-edge';
  return (
    <article
      aria-labelledby={`draw-${drawNo}`}
      data-face={face}
      data-new={isNew || undefined}
      className={`@container relative flex h-full flex-col gap-4 rounded-card bg-cloth p-5 pb-3 in-data-hero:max-md:px-4 ${edge}`}
    >
      <header className="card-head">
        <Heading id={`draw-${drawNo}`} className="grow text-xl @4xl:text-3xl">
          <Title card={card} />
        </Heading>
        <Badge card={card} />
        <BellButton slot={card.slot} />
        {state.kind === 'published' && <ShareDraw draw={state.result.draw} />}
      </header>
      {plan && state.kind === 'rolling' ? (
        <Drums digits={state.result.digits} plan={plan} />
      ) : (
        <DigitTiles state={tilesOf(card)} draw={state.kind === 'awaited' ? null : state.result.draw} />
      )}
      {state.kind === 'published' && <Corrections draw={state.result.draw} />}
      <div className="mt-auto">
        <StatusLine card={card} />
      </div>
    </article>
  );
}
