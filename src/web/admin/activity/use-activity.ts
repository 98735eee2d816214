/** The entries of the record that fit the filters, and everyone who ever made one. */
import { useRef } from 'react';
import type { ActivityEntry, ActivityUsers } from '../../../contract/activity.ts';
import { LIVE_TABLES } from '../../../contract/live.ts';
import type { Page } from '../../../contract/paging.ts';
import type { AdminApi } from '../api/admin-api.ts';
import { type Pages, usePages } from '../data/use-pages.ts';
import { useQuery } from '../data/use-query.ts';
import { useRegularLook } from '../data/use-regular-look.ts';
import { useApi } from '../session/session.tsx';
import type { AskedActivity } from './asked-activity.ts';

interface Activity {
  pages: Pages<ActivityEntry>;
  users: string[];
}

export function useActivity(asked: AskedActivity): Activity {
  const api = useApi();
  const pages = usePages<ActivityEntry>('/api/admin/activity', asked, LIVE_TABLES);
  const users = useQuery<ActivityUsers>('/api/admin/activity/users');
  const newest = useRef<string>(undefined);

  // A look at the newest entry is enough to know whether there is anything to read.
  useRegularLook(async () => {
    const id = await readNewestId(api);
    if (id === newest.current) return;
    newest.current = id;
    await Promise.all([pages.refetch(), users.refetch()]);
  });

  return { pages, users: users.data?.items ?? [] };
}

/** Undefined where there is none, or none could be had: whoever cannot reach the server is told so elsewhere. */
async function readNewestId(api: AdminApi): Promise<string | undefined> {
  try {
    const { items } = await api.get<Page<ActivityEntry>>('/api/admin/activity?limit=1');
    return items[0]?.id;
  } catch {
    return undefined;
  }
}
