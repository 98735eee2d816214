/** The top of the board: the product's name, the date, the state of the connection and the time. */
import { istTimeOf, SECOND } from '../../../core/ist-time.ts';
import { timeLabel } from '../../../core/slots.ts';
import { Emblem } from '../../components/emblem.tsx';
import { longDate, weekday } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useServerTime } from '../../server-time/use-server-now.tsx';
import { useToday } from '../../server-time/use-today.ts';
import { useConnectionText } from '../use-connection-text.ts';

/** Says that what is shown may be out of date, and since when. */
function Connection() {
  const text = useConnectionText();
  return (
    <div role="status" className="board-status">
      {text && <p className="rise-in">{text}</p>}
    </div>
  );
}

/** IST differs from UTC by whole minutes. */
const secondOf = (now: number): number => Math.floor(now / SECOND) % 60;

function Seconds() {
  return String(useServerTime(secondOf)).padStart(2, '0');
}

function Clock() {
  const [time = '', half] = useServerTime((now) => timeLabel(istTimeOf(now))).split(' ');
  return (
    <p className="board-clock script-only">
      {time}
      <span className="board-seconds">
        :<Seconds />
      </span>{' '}
      <span className="board-zone">
        {half} <span>IST</span>
      </span>
    </p>
  );
}

export function BoardHeader() {
  const messages = useMessages();
  const today = useToday();
  return (
    <header className="board-header kasavu-bottom">
      <Emblem className="board-emblem text-gold" />
      <div className="board-name">
        <p className="board-product">{messages.productName}</p>
        <p className="board-date">
          <time dateTime={today}>
            {weekday(today, messages)}, {longDate(today, messages)}
          </time>
        </p>
      </div>
      <Connection />
      <Clock />
    </header>
  );
}
