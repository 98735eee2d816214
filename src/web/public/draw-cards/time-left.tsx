/** The time until a draw or its result, in words. */
import type { Instant } from '../../../core/ist-time.ts';
import { countdownText, countdownTo, isImminent } from '../../../core/phase.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useServerNow } from '../../server-time/use-server-now.tsx';

interface TimeLeftProps {
  until: Instant;
  inWords(time: string): string;
  soon: string;
}

/** The only part of a card that renders every second. */
export function TimeLeft({ until, inWords, soon }: TimeLeftProps) {
  const { units } = useMessages().draw;
  const now = useServerNow();
  return isImminent(until, now) ? soon : inWords(countdownText(countdownTo(until, now), units));
}
