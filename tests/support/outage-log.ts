/** A log that records the fields of each database outage, and null for its end. */
import type { Log } from '../../src/server/log.ts';

export function createOutageLog(): { log: Log; outages: unknown[] } {
  const outages: unknown[] = [];
  const log: Log = {
    debug() {},
    info: () => void outages.push(null),
    warn() {},
    error: (_message, fields) => void outages.push(fields),
  };
  return { log, outages };
}
