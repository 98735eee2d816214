/** The words in place of a result that is not published: the same for every cause. */
import type { IstDate } from '../../../core/ist-time.ts';
import { OVERDUE_AFTER, revealInstant } from '../../../core/phase.ts';
import type { Slot } from '../../../core/slots.ts';
import { useResultMessages } from '../../i18n/i18n.tsx';
import { useLiveData } from '../../live/live-data-provider.tsx';
import { useServerTime } from '../../server-time/use-server-now.tsx';
import { useToday } from '../../server-time/use-today.ts';

export interface NoResultText {
  text: string;
  /** Still to come. */
  isAwaited: boolean;
  /** More than a few minutes after its time. */
  isDelayed: boolean;
}

export function useNoResultText(date: IstDate, slot: Slot): NoResultText {
  const { charts, draw } = useResultMessages();
  const { publishDelay } = useLiveData().settings;
  const isPast = date < useToday();
  const isOverdue = useServerTime((now) => now - revealInstant(date, slot, publishDelay) > OVERDUE_AFTER);
  if (isPast) return { text: charts.none, isAwaited: false, isDelayed: false };
  return { text: isOverdue ? draw.delayed : draw.notYet, isAwaited: !isOverdue, isDelayed: isOverdue };
}
