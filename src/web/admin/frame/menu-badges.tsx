/** The numbers beside screens in the menu: how many items need attention or are new there. */
import type { ContactCount } from '../../../contract/contact.ts';
import { useAttentionItems, useUrgency } from '../attention/use-attention.ts';
import { useAdminQuery } from '../data/queries.ts';

interface Badge {
  count: number;
  /** Read out after the number: `3 new`. */
  label: string;
  /** Visitors can see that something is wrong. */
  isUrgent: boolean;
}

/** By the path of the screen; a screen without an entry has no badge. */
export function useMenuBadges(): Readonly<Record<string, Badge | undefined>> {
  const contacts = useAdminQuery<ContactCount>('/api/admin/contacts/count', ['contact_messages']);
  const attention = useAttentionItems();
  const urgency = useUrgency(attention);
  return {
    '/admin': { count: attention.length, label: 'need attention', isUrgent: urgency === 'public' },
    '/admin/contacts': { count: contacts.data?.new ?? 0, label: 'new', isUrgent: false },
  };
}

/** Counts above this are shown as "99+". */
const MOST = 99;

/** Renders nothing if the count is 0. */
export function MenuBadge({ badge }: { badge: Badge | undefined }) {
  if (!badge || badge.count === 0) return null;
  const tone = badge.isUrgent
    ? 'bg-ember text-on-strong group-aria-[current=page]:bg-ground group-aria-[current=page]:text-ember'
    : 'bg-gold text-ink dark:text-ground';
  return (
    <span
      className={`ml-auto grid h-6 min-w-6 place-items-center rounded-full px-1.5 text-sm leading-none font-bold tabular-nums ${tone}`}
    >
      {badge.count > MOST ? `${MOST}+` : badge.count}
      <span className="sr-only"> {badge.label}</span>
    </span>
  );
}
