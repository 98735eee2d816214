/** The filter of today's draws. It is part of the address, so that it can be shared and works without scripts. */
import { Link, useSearchParams } from 'react-router';
import { SLOTS, type Slot, slotFromPath, slotLabel, slotToPath } from '../../../core/slots.ts';
import { useMessages } from '../../i18n/i18n.tsx';

const CHOICE =
  'flex min-h-11 items-center justify-center rounded-full border border-ink-soft/50 bg-cloth px-4 pt-0.5 font-semibold whitespace-nowrap text-ink-soft transition-colors hover:border-maroon hover:text-maroon aria-[current]:border-maroon aria-[current]:bg-maroon aria-[current]:text-on-strong';

/** Null for all of them. */
export function useChosenSlot(): Slot | null {
  const [query] = useSearchParams();
  return slotFromPath(query.get('slot') ?? '');
}

export function SlotFilter() {
  const { home } = useMessages();
  const [query] = useSearchParams();
  const chosen = useChosenSlot();

  function searchWith(slot: Slot | null): string {
    const search = new URLSearchParams(query);
    if (slot) search.set('slot', slotToPath(slot));
    else search.delete('slot');
    return `?${search}`;
  }

  return (
    <nav aria-label={home.filter} className="screen-only mb-5">
      <ul className="grid grid-cols-3 gap-2 sm:flex sm:flex-wrap">
        {[null, ...SLOTS].map((slot) => (
          <li key={slot}>
            <Link
              to={{ search: searchWith(slot) }}
              preventScrollReset
              aria-current={slot === chosen ? 'true' : undefined}
              className={CHOICE}
            >
              {slot ? slotLabel(slot) : home.allDraws}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
