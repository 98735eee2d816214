/** A count beside a screen in the menu. */
import type { MenuCount } from './use-menu-badges.ts';

export function MenuBadge({ count = 0, label = '', isUrgent = false }: Partial<MenuCount>) {
  if (count === 0) return null;
  const tone = isUrgent
    ? 'bg-ember text-on-strong group-aria-[current=page]:bg-ground group-aria-[current=page]:text-ember'
    : 'bg-gold text-ink dark:text-ground';
  return (
    <span
      className={`ml-auto grid h-6 min-w-6 place-items-center rounded-full px-1.5 text-sm leading-none font-bold tabular-nums ${tone}`}
    >
      {count}
      <span className="sr-only"> {label}</span>
    </span>
  );
}
