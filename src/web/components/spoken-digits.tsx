/** The digits of a result in one line. Screen readers read single digits; the browser's search finds the whole number. */
import type { Draw } from '../../contract/draws.ts';
import { digitsTextOf } from '../../core/digits.ts';
import { useMessages } from '../i18n/i18n.tsx';

export function SpokenDigits({ draw }: { draw: Draw }) {
  const messages = useMessages();
  const result = digitsTextOf(draw);
  return (
    <span role="img" aria-label={messages.draw.digits([...result].join(' '))} className="chart-digits">
      {result}
    </span>
  );
}
