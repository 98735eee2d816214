/** How long to wait before asking a server again that did not answer. */
import { SECOND } from '../../core/ist-time.ts';

const LONGEST = 30 * SECOND;

/** Ever longer, and never at the same moment as everyone else who lost the same server. */
export const retryDelay = (failures: number, random: () => number = Math.random): number =>
  Math.min(SECOND * 2 ** Math.max(0, failures - 1), LONGEST) * (0.5 + random());
