/** The time at which the page was stored, if it is shown without the server. */
import type { Instant } from '../../core/ist-time.ts';

/** When the service worker stored the page that is shown, by the device's clock; null if the server has sent it. */
export const pageStoredAt = (): Instant | null =>
  Number(document.documentElement.dataset['storedAt']) || null;
