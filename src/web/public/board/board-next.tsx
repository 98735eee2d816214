/** The next draw on the board, with the time until it. */
import { slotLabel } from '../../../core/slots.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useToday } from '../../server-time/use-today.ts';
import { CountdownDigits } from '../draw-cards/countdown-digits.tsx';
import { useNextDraw } from '../use-next-draw.ts';

export function BoardNext() {
  const { home } = useMessages();
  const { slot, date, drawAt } = useNextDraw();
  const today = useToday();
  return (
    <section aria-labelledby="next-draw" className="board-next">
      <h2 id="next-draw">{home.nextDraw}</h2>
      <p className="board-next-slot">
        <time dateTime={new Date(drawAt).toISOString()}>{slotLabel(slot)}</time>
      </p>
      <p className="board-next-day">{date === today ? home.today : home.tomorrow}</p>
      <p role="timer" className="board-countdown script-only">
        <CountdownDigits until={drawAt} unit="hours" />
        <span>:</span>
        <CountdownDigits until={drawAt} unit="minutes" />
        <span>:</span>
        <CountdownDigits until={drawAt} unit="seconds" />
      </p>
    </section>
  );
}
