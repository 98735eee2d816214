/** The digits of a result in one line. Screen readers read single digits; the browser's search finds the whole number. */
import type { Draw } from '../../contract/draws.ts';
import { useMessages } from '../i18n/i18n.tsx';
import { resultOf } from './draw-digits.ts';

export function SpokenDigits({ draw }: { draw: Draw }) {
  const messages = useMessages();
  const result = resultOf(draw);
  return (
    <span role="img" aria-label={messages.draw.digits([...result].join(' '))} className="chart-digits">
      {result}
    </span>
  );
}
