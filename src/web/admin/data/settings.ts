/** The settings, with the version that a change of them needs. */
import { useQueryClient } from '@tanstack/react-query';
import type { Settings } from '../../../contract/settings.ts';
import type { Tagged } from '../api/admin-api.ts';
import { useInvalidation } from '../api/query-client.ts';
import { useApi } from '../session/session.tsx';
import { useTaggedQuery } from './queries.ts';
import { taggedKeyOf } from './requests.ts';

const PATH = '/api/admin/settings';

export const useSettingsQuery = () => useTaggedQuery<Settings>(PATH, ['settings']);

export function useSettingsChanges() {
  const api = useApi();
  const queryClient = useQueryClient();
  const invalidate = useInvalidation();
  return {
    /** Fetches them: they may not be on the screen. */
    read: () => api.getTagged<Settings>(PATH),
    async save({ answer: settings, etag }: Tagged<Settings>): Promise<void> {
      try {
        const saved = await api.putTagged<Settings>(PATH, { body: settings, etag });
        queryClient.setQueryData<Tagged<Settings>>(taggedKeyOf(PATH), saved);
      } finally {
        // Even after a failure: what somebody else has changed must be shown before the next attempt.
        void invalidate('settings');
      }
    },
  };
}
