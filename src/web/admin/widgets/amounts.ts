/** Formats sizes and spans of time. */
import { DAY, HOUR, type Instant, MINUTE } from '../../../core/ist-time.ts';

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** `1.5 MB`. */
export function sizeText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const amount = bytes / 1024 ** step;
  return `${step === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[step]}`;
}

/** `2 h ago`. */
export function agoText(then: Instant, now: Instant): string {
  const span = now - then;
  if (span < MINUTE) return 'just now';
  if (span < HOUR) return `${Math.floor(span / MINUTE)} min ago`;
  if (span < 2 * DAY) return `${Math.floor(span / HOUR)} h ago`;
  return `${Math.floor(span / DAY)} days ago`;
}
