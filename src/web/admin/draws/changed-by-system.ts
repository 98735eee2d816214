/** Tells whether automation, and not a person, made the last change of a draw. */
import { useQuery } from '@tanstack/react-query';
import type { ActivityEntry } from '../../../contract/activity.ts';
import type { AdminDraw } from '../../../contract/draws.ts';
import type { Page } from '../../../contract/paging.ts';
import { SYSTEM } from '../../../core/actor.ts';
import type { AdminApi } from '../api/admin-api.ts';
import { useApi } from '../session/session.tsx';

/** False where the activity log cannot be read: that is no reason to show nothing. */
export async function isChangedBySystem(api: AdminApi, { drawNo }: AdminDraw): Promise<boolean> {
  const path = `/api/admin/activity?type=draw&limit=5&q=${encodeURIComponent(drawNo)}`;
  try {
    const { items } = await api.get<Page<ActivityEntry>>(path);
    return items.find(({ target }) => target === drawNo)?.user === SYSTEM.name;
  } catch {
    return false;
  }
}

/** Undefined until it is known. */
export function useIsChangedBySystem(draw: AdminDraw | undefined): boolean | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['changed by the system', draw?.drawNo, draw?.etag],
    queryFn: () => draw && isChangedBySystem(api, draw),
    enabled: draw !== undefined,
  });
  return data;
}
