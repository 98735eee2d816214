/** The queries of draws, and the update of their cached data after one's own changes. */
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import type { Dashboard } from '../../../contract/dashboard.ts';
import type { AdminDraw } from '../../../contract/draws.ts';
import type { Page } from '../../../contract/paging.ts';
import { isIstDate, SECOND } from '../../../core/ist-time.ts';
import { useInvalidation } from '../api/query-client.ts';
import { type List, type ListOptions, useAdminQuery, useList } from '../data/queries.ts';
import { keyOf, listKeyOf } from '../data/requests.ts';
import type { DrawFilterValues } from './filter-values.ts';

const PATH = '/api/admin/draws';
export const DASHBOARD_PATH = '/api/admin/dashboard';
/** Editors hear of changed settings and new backups only by their entries in the activity log. */
export const DASHBOARD_TABLES = ['draws', 'settings', 'backups', 'activity'] as const;

/** When today's drafts are made; null if they will not be made, undefined while that is not known. */
export const useDraftsAt = (isEnabled: boolean): Dashboard['draftsAt'] | undefined =>
  useAdminQuery<Dashboard>(DASHBOARD_PATH, DASHBOARD_TABLES, {
    isEnabled,
    refetchInterval: DRAFTS_REFRESH_MS,
  }).data?.draftsAt;

const DRAFTS_REFRESH_MS = 10 * SECOND;

/** Whether results that people enter need the approval of somebody else; false until it is known. */
export const useIsApprovalOn = (): boolean =>
  useAdminQuery<Dashboard>(DASHBOARD_PATH, DASHBOARD_TABLES).data?.automation.approval === 'entered';

export const useDraws = (filterValues: DrawFilterValues, options: ListOptions = {}): List<AdminDraw> =>
  useList(PATH, filterValues, ['draws'], options);

export function useDrawsOfDay(date: string): AdminDraw[] {
  const { data } = useList<AdminDraw>(PATH, { date }, ['draws'], { isEnabled: isIstDate(date) });
  // While another day is being fetched, the data is still that of the former one.
  return (data ?? []).filter((draw) => draw.date === date);
}

/**
 * Shows the draw that the server returned in every cached list and on the dashboard, before they are fetched again: with
 * filters, and in counts, more than its row may change.
 */
export function useDrawCache() {
  const queryClient = useQueryClient();
  const invalidate = useInvalidation();
  const changeItems = (change: (items: AdminDraw[]) => AdminDraw[]) => {
    queryClient.setQueriesData<InfiniteData<Page<AdminDraw>>>(
      { queryKey: listKeyOf(PATH) },
      (data) =>
        data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
    );
    void invalidate('draws');
  };
  return {
    replace(draw: AdminDraw): void {
      queryClient.setQueryData<Dashboard>(
        keyOf(DASHBOARD_PATH),
        (data) =>
          data && {
            ...data,
            slots: data.slots.map((slot) => (slot.draw?.id === draw.id ? { ...slot, draw } : slot)),
          },
      );
      changeItems((items) => items.map((item) => (item.id === draw.id ? draw : item)));
    },
    remove: ({ id }: AdminDraw) => changeItems((items) => items.filter((item) => item.id !== id)),
  };
}
