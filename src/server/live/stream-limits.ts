/** How many streams there may be, and what each may cost. */
import { SECOND } from '../../core/ist-time.ts';

export interface StreamLimits {
  /** Messages to one client in any such window. */
  messages: number;
  messageWindow: number;
  /** A reader further behind than this is closed; it resumes where it was. */
  bytesBehind: number;
  /** After so much silence a comment line is sent. */
  silence: number;
  /** How often a signed-in client's right to listen is asked for again. */
  recheck: number;
  streamsPerNetwork: number;
  streamsInAll: number;
}

export const STREAM_LIMITS: StreamLimits = {
  messages: 10,
  // Over the second that is promised: what is spaced here arrives less so after a busy network.
  messageWindow: 1.25 * SECOND,
  bytesBehind: 256 * 1024,
  silence: 15 * SECOND,
  recheck: 5 * SECOND,
  // Mobile carriers put many households behind one address.
  streamsPerNetwork: 200,
  streamsInAll: 20_000,
};
