/** The card for other sites: the newest result, and the next draw or the live one. Its container sets its size. */
import type { Draw } from '../../../contract/draws.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { countdownTo, isImminent, revealInstant } from '../../../core/phase.ts';
import { slotLabel } from '../../../core/slots.ts';
import { DigitTiles } from '../../components/digit-tiles.tsx';
import { Emblem } from '../../components/emblem.tsx';
import { useSite } from '../../hooks/use-site.ts';
import { longDate, momentLabel } from '../../i18n/dates.ts';
import type { EmbedMessages } from '../../i18n/en-embed.ts';
import { useI18n, useMessages } from '../../i18n/i18n.tsx';
import { pathIn } from '../../i18n/language.ts';
import { useLiveData } from '../../live/live-data-provider.tsx';
import { useServerNow, useServerTime } from '../../server-time/use-server-now.tsx';
import { useToday } from '../../server-time/use-today.ts';
import { useNextDraw } from '../use-next-draw.ts';
import { isNew, liveSlot, newestOf } from './newest.ts';

/** Nothing navigates within the frame: every link opens the site itself. */
const NEW_TAB = { target: '_blank', rel: 'noopener' } as const;

function useAddress(): (path: string) => string {
  const { language } = useI18n();
  const baseUrl = useSite()?.site.baseUrl ?? '';
  return (path) => baseUrl + pathIn(language, path);
}

function Result({ draw, texts }: { draw: Draw; texts: EmbedMessages }) {
  const messages = useMessages();
  const addressOf = useAddress();
  const isFresh = useServerTime((now) => isNew(draw, now));
  return (
    <>
      <p className="embed-draw">
        <a href={addressOf(`/draws/${draw.drawNo}`)} {...NEW_TAB} className="embed-link">
          <b>{slotLabel(draw.slot)}</b> · {longDate(draw.date, messages)}
          <span className="sr-only"> ({texts.newTab})</span>
        </a>
        {draw.provenance === 'corrected' && (
          <span className="embed-mark text-ember">{messages.draw.labels.corrected}</span>
        )}
        {isFresh && <span className="embed-mark text-palm">{messages.draw.isNew}</span>}
      </p>
      <DigitTiles state="published" draw={draw} />
      <p className="embed-number">{draw.drawNo}</p>
    </>
  );
}

/** Without the names of the units, which have no space in a small frame. */
function TimeTo({ until, soon }: { until: Instant; soon: string }) {
  const now = useServerNow();
  if (isImminent(until, now)) return soon;
  const { hours, minutes, seconds } = countdownTo(until, now);
  return (
    <span role="timer">
      {[hours, minutes, seconds].map((value) => String(value).padStart(2, '0')).join(':')}
    </span>
  );
}

function NextLine() {
  const { home, draw } = useMessages();
  const { slot, date, drawAt } = useNextDraw();
  const today = useToday();
  return (
    <p className="embed-next">
      <span>
        {home.nextInLine}: {date !== today && `${home.tomorrow}, `}
        <b>{slotLabel(slot)}</b>
      </span>
      <span className="script-only">
        <TimeTo until={drawAt} soon={draw.startingSoon} />
      </span>
    </p>
  );
}

interface EmbedCardProps {
  draws: readonly Draw[];
  texts: EmbedMessages;
  heading: 'h1' | 'h3';
}

export function EmbedCard({ draws, texts, heading: Heading }: EmbedCardProps) {
  const messages = useMessages();
  const addressOf = useAddress();
  const { settings, staleSince } = useLiveData();
  const live = useServerTime((now) => liveSlot(now, settings.publishDelay, draws) ?? '');
  const today = useToday();
  const newest = newestOf(draws);
  return (
    <article className="embed-card">
      <header>
        <Emblem className="text-gold" />
        <Heading>
          <a href={addressOf('/')} {...NEW_TAB}>
            {messages.productName}
            <span className="sr-only"> ({texts.newTab})</span>
          </a>
        </Heading>
        {staleSince !== null && (
          <span className="embed-mark text-ember rise-in">
            {texts.asOf(momentLabel(staleSince, today, messages))}
          </span>
        )}
      </header>
      <div aria-live="polite" className="embed-result">
        {newest ? (
          <Result draw={newest} texts={texts} />
        ) : (
          <>
            <p className="embed-draw">{messages.draw.notYet}</p>
            <DigitTiles state="waiting" draw={null} />
          </>
        )}
      </div>
      {live ? (
        <p className="embed-next" data-live>
          <span>
            <span className="breathe rounded-full bg-current" />
            <b>
              {messages.draw.liveNow} {slotLabel(live)}
            </b>
          </span>
          <span className="script-only">
            <TimeTo
              until={revealInstant(today, live, settings.publishDelay)}
              soon={messages.draw.anyMoment}
            />
          </span>
        </p>
      ) : (
        <NextLine />
      )}
    </article>
  );
}
