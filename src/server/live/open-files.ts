/** How many files this process may have open at once. */
import { readFileSync } from 'node:fs';

/** Null where it cannot be told: without a limit, and elsewhere than on Linux. */
export function readOpenFileLimit(file = '/proc/self/limits'): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync(file, 'utf8')) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}
