/** Announces results, corrections and withdrawals to screen readers. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { SECOND } from '../../../core/ist-time.ts';
import { SLOTS, slotLabel } from '../../../core/slots.ts';
import type { Messages } from '../../i18n/en.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import type { TodaysCardState } from './use-todays-cards.ts';

/** Screen readers read a text when it is added; it is removed when they have had time to do so. */
const REMOVE_AFTER = 8 * SECOND;

/** Each change once, but not the result that the page was opened with, nor the roll itself. */
function announcementOf(
  former: TodaysCardState,
  state: TodaysCardState,
  slot: string,
  texts: Messages['draw'],
): string | null {
  if (state.kind === 'rolling') return null;
  if (state.kind === 'awaited') return former.kind === 'published' ? texts.noResult(slot) : null;
  const digits = [...state.result.digits].join(' ');
  if (former.kind !== 'published') return texts.announcement(slot, digits);
  return former.result.digits === state.result.digits ? null : texts.correction(slot, digits);
}

interface Announcement {
  id: number;
  text: string;
}

/** `states`: in slot order. Texts of the same moment are added beside each other, so that none replaces another. */
export function Announcements({ states }: { states: readonly TodaysCardState[] }) {
  const { draw: texts } = useMessages();
  const former = useRef(states);
  const count = useRef(0);
  const [shown, setShown] = useState<readonly Announcement[]>([]);

  const announce = useEffectEvent(() => {
    const added = SLOTS.flatMap((slot, place): Announcement[] => {
      const [before, after] = [former.current[place], states[place]];
      const text = before && after && announcementOf(before, after, slotLabel(slot), texts);
      count.current += 1;
      return text ? [{ id: count.current, text }] : [];
    });
    former.current = states;
    if (added.length === 0) return;
    setShown((current) => [...current, ...added]);
    setTimeout(() => setShown((current) => current.filter((one) => !added.includes(one))), REMOVE_AFTER);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the states.
  useEffect(() => announce(), [states]);

  return (
    <div role="status" aria-atomic="false" className="sr-only">
      {shown.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
