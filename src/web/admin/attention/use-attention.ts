/** What needs attention, for the dashboard, the menu and the bar of the panel. */
import type { Attention, AttentionItem } from '../../../contract/attention.ts';
import { isPublicTrouble } from '../../../core/attention.ts';
import { SECOND } from '../../../core/ist-time.ts';
import { useServerTime } from '../../server-time/use-server-now.tsx';
import { useAdminQuery } from '../data/queries.ts';
import { onePerDraw } from './one-per-draw.ts';

/** The live stream does not say that a draw became late, or that mails fail. */
const REFRESH_MS = 10 * SECOND;

export const useAttentionQuery = () =>
  useAdminQuery<Attention>('/api/admin/attention', ['draws', 'settings', 'backups', 'activity'], {
    refetchInterval: REFRESH_MS,
  });

/** One for each draw, the most urgent reason; empty while it loads. */
export const useAttentionItems = (): AttentionItem[] => onePerDraw(useAttentionQuery().data?.items ?? []);

/** `public` for what visitors can see is wrong, `staff` for what will be. */
export type Urgency = 'public' | 'staff';

export const useUrgency = (items: readonly AttentionItem[]): Urgency =>
  useServerTime((now) => (items.some((item) => isPublicTrouble(item, now)) ? 'public' : 'staff'));
