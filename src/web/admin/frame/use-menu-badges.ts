/** The counts beside the screens in the menu, by their path. */
import { useAttentionItems, useUrgency } from '../attention/use-attention.ts';

export interface MenuCount {
  /** Nothing is shown for 0. */
  count: number;
  /** What is counted, for screen readers. */
  label: string;
  /** Visitors can see that something is wrong. */
  isUrgent: boolean;
}

export function useMenuBadges(): Record<string, MenuCount> {
  const attention = useAttentionItems();
  const urgency = useUrgency(attention);
  return {
    '/admin': { count: attention.length, label: 'need attention', isUrgent: urgency === 'public' },
  };
}
