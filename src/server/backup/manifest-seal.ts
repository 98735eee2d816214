/** Seals on manifests: an HMAC with a key of the installation shows who made a copy, and that nobody changed it. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What the key is derived from the installation's secret for. */
export const SEAL_KEY_PURPOSE = 'backup-manifest';

/** Names a key without revealing it. */
export const keyIdOf = (key: string): string =>
  createHmac('sha256', key).update('key id').digest('hex').slice(0, 16);

export const sealText = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex');

/** Shows damage, but anybody can compute it. */
export const checksumText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Takes the same time wherever the two differ. */
export function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
