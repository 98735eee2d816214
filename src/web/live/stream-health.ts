/** When a live stream that says nothing counts as lost, told by times alone. */
import { SECOND } from '../../core/ist-time.ts';

/** The server pings after 15 s without another message: this is two pings that did not come, and some patience. */
const LONGEST_SILENCE = 40 * SECOND;
/** A stream that was just opened says hello at once. */
const LONGEST_WAIT_FOR_HELLO = 10 * SECOND;
/** The page is checked every second: after a longer pause it did not run, and what came meanwhile is still unread. */
const LONGEST_PAUSE = 5 * SECOND;

export interface StreamTimes {
  sinceOpened: number;
  /** Null until the stream has said hello. */
  sinceMessage: number | null;
  sinceLastCheck: number;
}

/**
 * `late`: it does not count as live, but may still say hello. `lost`: it is given up.
 * `unsure`: nobody can say, and opening it again finds out.
 */
export type Judgement = 'well' | 'late' | 'lost' | 'unsure';

export function judgeSilence({ sinceOpened, sinceMessage, sinceLastCheck }: StreamTimes): Judgement {
  if (sinceMessage === null) {
    if (sinceOpened >= LONGEST_SILENCE) return 'lost';
    return sinceOpened >= LONGEST_WAIT_FOR_HELLO ? 'late' : 'well';
  }
  if (sinceMessage < LONGEST_SILENCE) return 'well';
  return sinceLastCheck > LONGEST_PAUSE ? 'unsure' : 'lost';
}
