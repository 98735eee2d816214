/** Why what is shown may be out of date, for the pages that say so. */

import { momentLabel } from '../i18n/dates.ts';
import { useMessages } from '../i18n/i18n.tsx';
import { useLiveData } from '../live/live-data-provider.tsx';
import { useToday } from '../server-time/use-today.ts';

/** Null while everything shown is current. During maintenance the connection is lost too, and maintenance is why. */
export function useConnectionText(): string | null {
  const messages = useMessages();
  const { live } = messages;
  const { staleSince, settings } = useLiveData();
  const today = useToday();
  if (settings.maintenanceMode) return live.maintenance;
  return staleSince === null ? null : live.lost(momentLabel(staleSince, today, messages));
}
