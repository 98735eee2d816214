/** How long to wait before asking a server again that did not answer. */
import { SECOND } from '../../core/ist-time.ts';

const LONGEST = 30 * SECOND;

/** Where the server still sends its live stream, it is its database that is away: at most 5 s with the spread. */
export const LONGEST_WHILE_CONNECTED = (10 * SECOND) / 3;

interface RetryOptions {
  longest?: number;
  random?: () => number;
}

/** Ever longer, and never at the same moment as everyone else who lost the same server. */
export const retryDelay = (
  failures: number,
  { longest = LONGEST, random = Math.random }: RetryOptions = {},
): number => Math.min(SECOND * 2 ** Math.max(0, failures - 1), longest) * (0.5 + random());
