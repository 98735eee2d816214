/** The record of the log that this browser remembers from its last check. */
import type { RememberedRecord, SeenRecord } from '../../../../core/public-log/draw-check-input.ts';

const KEY = 'public-log';

const isSeenRecord = (record: Partial<SeenRecord> | null): boolean =>
  Number.isSafeInteger(record?.size) && isInstant(record?.at);

const isInstant = (at: unknown): at is number =>
  typeof at === 'number' && !Number.isNaN(new Date(at).getTime());

/** Null if there is none, or the browser does not allow storage. */
export function readRemembered(): RememberedRecord | null {
  try {
    const record = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<RememberedRecord> | null;
    const { checkpoint, key, at, earlier } = record ?? {};
    const isComplete = typeof checkpoint === 'string' && typeof key === 'string' && isInstant(at);
    if (!isComplete) return null;
    return { checkpoint, key, at, earlier: Array.isArray(earlier) ? earlier.filter(isSeenRecord) : [] };
  } catch {
    return null;
  }
}

/** Returns whether the browser has stored it. */
export function remember(record: RememberedRecord): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(record));
    return true;
  } catch {
    return false;
  }
}
